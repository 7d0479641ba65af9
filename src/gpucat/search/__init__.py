"""Queries, words and their meanings, ranking. Pure."""
