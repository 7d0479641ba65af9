"""Makes the keys of all stored addresses anew, as the rules of today have them."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from gpucat.catalog.url import UnusableUrlError, canonical_url, loose_key
from gpucat.store.maintenance import wrong_keys


def make_keys_anew(driver: sqlite3.Connection) -> None:
    """Gives the articles, their other addresses and the journal's rows of both their keys, in the caller's transaction.

    The journal's rows follow so that older changes can still be taken back. Where two would have one key, both keep what
    they have, and the check of the database names the one.
    """
    while wrong := list(wrong_keys(driver)):  # a key may be free only after another row has left it
        statement = "UPDATE OR IGNORE article SET url_key = ?, loose_key = ? WHERE number = ?"
        if not sum(driver.execute(statement, (key, loose, number)).rowcount for number, key, loose in wrong):
            break
    renamed = _rename_aliases(driver)
    rows = driver.execute(
        "SELECT id, before, after FROM changed_row WHERE table_name IN ('article', 'alias')"
    ).fetchall()
    for identity, *images in rows:
        anew = [_image_anew(image, renamed) for image in images]
        if anew != images:
            driver.execute("UPDATE changed_row SET before = ?, after = ? WHERE id = ?", (*anew, identity))


def _rename_aliases(driver: sqlite3.Connection) -> dict[str, str]:
    """The new keys of other addresses by the old ones."""
    renamed = {}
    for old, url in driver.execute("SELECT url_key, url FROM alias ORDER BY url_key").fetchall():
        new = _key(url, old)
        if (
            new != old
            and driver.execute("UPDATE OR IGNORE alias SET url_key = ? WHERE url_key = ?", (new, old)).rowcount
        ):
            renamed[old] = new
    return renamed


def _image_anew(text: str | None, renamed: Mapping[str, str]) -> str | None:
    """A row of the journal with its keys; of an inserted one only the key is there, which is an alias's name."""
    if text is None:
        return None
    image: dict[str, Any] = json.loads(text)
    if "url" not in image:
        changed = {"url_key": renamed.get(image.get("url_key", ""), image.get("url_key"))} if "url_key" in image else {}
    else:
        changed = {"url_key": _key(image["url"], image["url_key"])}
        if "loose_key" in image and changed["url_key"] is not None:
            changed["loose_key"] = _loose(image["url"], image["loose_key"])
    return text if changed.items() <= image.items() else json.dumps({**image, **changed}, ensure_ascii=False)


def _key(url: str, stored: str) -> str:
    try:
        return canonical_url(url)
    except UnusableUrlError:
        return stored


def _loose(url: str, stored: str | None) -> str | None:
    try:
        return loose_key(url)
    except UnusableUrlError:
        return stored
