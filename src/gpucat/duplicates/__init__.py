"""Duplicates: takes two records apart, pairs and weighs them; `verdict` gives the verdict. Pure."""
