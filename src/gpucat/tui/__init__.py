"""Holds the full-screen reader, the only place that knows Textual. This file imports nothing."""
