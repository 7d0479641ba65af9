"""One module a file format, reading and writing side by side: text in, records out; no store, no network."""
