"""Writes the order of the articles in their modules."""

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import text
from sqlalchemy.engine import Connection


def arrange(connection: Connection, places: Mapping[int, int]) -> None:
    """Numbers every module 1, 2, 3 … with the articles of `places` (number: position) at the positions they ask for.

    The others keep their order around them; a position beyond the end means the end.
    """
    modules: dict[int, list[int]] = defaultdict(list)
    stored: dict[int, int] = {}
    for module, number, position in connection.exec_driver_sql(
        "SELECT module_id, number, position FROM article WHERE module_id IS NOT NULL ORDER BY module_id, position, number"
    ):
        modules[module].append(number)
        stored[number] = position
    for members in modules.values():
        asked = sorted((places[number], number) for number in members if number in places)
        order = [number for number in members if number not in places]
        for position, number in asked:
            order.insert(position - 1, number)
        moved = [
            {"number": number, "position": position}
            for position, number in enumerate(order, 1)
            if stored[number] != position
        ]
        if moved:
            connection.execute(text("UPDATE article SET position = :position WHERE number = :number"), moved)
