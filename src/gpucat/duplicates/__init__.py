"""Two records taken apart, paired and weighed; `pairs` gives the verdict. Pure."""
