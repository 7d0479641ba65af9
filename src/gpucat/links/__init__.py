"""Judges links: what a page says, its typical phrases, and verdicts. Pure."""
