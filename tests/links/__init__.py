"""The link checker against servers of our own."""
