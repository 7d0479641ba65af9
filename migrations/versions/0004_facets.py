"""Adds what an article uses, covers, has and answers.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("article", sa.Column("facets", sa.JSON(), nullable=False, server_default="{}"))
