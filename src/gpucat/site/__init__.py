"""The catalogue as a static page; knows the catalogue's rules but not where articles come from, and writes no file."""
