"""Reads and writes file formats, one module each: text in, records out, and back; no store, no network."""
