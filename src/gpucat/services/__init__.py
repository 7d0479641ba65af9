"""Use cases: each takes what it needs and returns a frozen report; nothing is printed here."""
