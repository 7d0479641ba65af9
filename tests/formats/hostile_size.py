"""Checks that text made to be expensive costs no more than its length warrants."""

import time
from collections.abc import Callable


def assert_cost_grows_with_size(read: Callable[[str], object], body: str, before: str = "") -> None:
    """Reads the whole text and a tenth of it.

    It allows thirty times the cost of the tenth, because a busy machine measures badly; quadratic growth would be a
    hundred times.
    """

    def cost(body: str) -> float:
        begun = time.process_time()
        read(before + body)
        return time.process_time() - begun

    assert cost(body) < 30 * min(cost(body[: len(body) // 10]) for _ in range(2)) + 0.5
