"""Adds what sites have that the list has not.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "watched_site",
        sa.Column("site", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(), nullable=False),
        sa.Column("looked_at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("site", name="pk_watched_site"),
    )
    op.create_table(
        "discovery",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("url_key", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("site", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("published", sa.String(), nullable=True),
        sa.Column("authors", sa.String(), nullable=False),
        sa.Column("found_at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_discovery"),
        sa.UniqueConstraint("url_key", name="uq_discovery_url_key"),
    )
