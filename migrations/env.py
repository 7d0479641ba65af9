"""Runs the migrations on the connection that gpucat.store.migrate hands over, inside its transaction.

For development (`alembic revision --autogenerate`) it opens the database that GPUCAT_DB names.
"""

import os

from alembic import context
from sqlalchemy import create_engine
from sqlmodel import SQLModel

import gpucat.store.models  # noqa: F401  they register themselves


def is_ours(name: str | None, kind: str, *_: object) -> bool:
    """Leaves the search index out of comparisons: it is derived, and made by gpucat.store.search_index."""
    return not (kind == "table" and (name or "").startswith(("article_fts", "search_")))


def run(connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        include_object=lambda _object, name, kind, *rest: is_ours(name, kind),
        transaction_per_migration=False,
    )
    context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with create_engine(f"sqlite:///{os.environ['GPUCAT_DB']}").begin() as opened:
        run(opened)
