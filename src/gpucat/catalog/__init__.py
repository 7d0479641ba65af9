"""Holds the model of the list and its rules: pure, standard library only (idna, rapidfuzz in single functions)."""
