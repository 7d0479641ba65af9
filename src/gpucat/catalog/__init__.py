"""The catalogue's rules: pure, standard library only (rapidfuzz inside single functions)."""
