"""Runs the migrations on the connection of gpucat.store.migrate, inside its transaction.

For development (`alembic revision --autogenerate`) it opens the database at GPUCAT_DB.
"""

import os

from alembic import context
from sqlalchemy import create_engine
from sqlmodel import SQLModel

import gpucat.store.models  # noqa: F401  the import registers the tables


def is_ours(name: str | None, kind: str, *_: object) -> bool:
    """Excludes the search index from comparisons: gpucat.store.search_index creates its tables."""
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
