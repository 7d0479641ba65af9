"""Roman numerals. Pure."""


def roman(text: str) -> int:
    """The number of `ix`, `xiv`: letters `i`, `v` and `x` in lower case, a smaller one before a larger one taken off."""
    values = [{"i": 1, "v": 5, "x": 10}[letter] for letter in text]
    return sum(-value if value < max(values[index:]) else value for index, value in enumerate(values))
