"""Tests that names are related whatever characters they contain."""

from itertools import product

import pytest

from gpucat.titles.names import relate_names

SIGNS = ("_", "--", "@@", "<?php ?>", "]]> <![CDATA[", "\x1b[31m", "a_", "_1", "'", ". -", "")


@pytest.mark.parametrize("sign", SIGNS, ids=repr)
def test_a_name_of_signs_is_no_person_s(sign: str) -> None:
    for other in ("Jay Shah", "Jay", "jay_shah", "老周", *SIGNS):
        for one, two in product((sign, other), repeat=2):
            assert relate_names(one, two) == relate_names(two, one)
