"""The command line on Typer: one file for each group of commands."""
