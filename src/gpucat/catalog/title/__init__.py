"""Titles taken apart, paired and compared word by word; `titles` gives the verdict. Pure."""
