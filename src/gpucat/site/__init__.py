"""The catalogue as a static page. Knows the catalogue's rules, not where the articles come from; writes no file."""
