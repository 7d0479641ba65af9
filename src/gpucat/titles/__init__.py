"""Titles taken apart, paired and compared word by word; `page_title` gives the verdict. Pure."""
