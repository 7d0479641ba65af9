"""Titles: takes them apart, pairs their words and compares them; `page_title` gives the verdict. Pure."""
