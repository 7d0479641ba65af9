"""Two records taken apart, paired and weighed; `duplicates` gives the verdict. Pure."""
