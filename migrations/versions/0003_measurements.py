"""Adds what the reader measured in the experiments.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "measurement",
        sa.Column("practice_number", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("recorded_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["practice_number"], ["practice.number"], name="fk_measurement_practice_number_practice"
        ),
        sa.PrimaryKeyConstraint("practice_number", "key", name="pk_measurement"),
    )
