"""Holds the command line on Typer, with one file for each group of commands."""
