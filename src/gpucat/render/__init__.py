"""Turns reports into text, tables and JSON; the only place that writes to the terminal."""
