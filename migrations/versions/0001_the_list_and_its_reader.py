"""Creates the tables of the list and of its reader.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "author",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_author"),
        sa.UniqueConstraint("name", name="uq_author_name"),
    )
    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("undone_at", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_change"),
    )
    op.create_table(
        "concept",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("zh", sa.String(), nullable=False),
        sa.Column("is_assumed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_concept"),
        sa.UniqueConstraint("name", name="uq_concept_name"),
    )
    op.create_table(
        "glossary",
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("head_en", sa.String(), nullable=False),
        sa.Column("head_zh", sa.String(), nullable=False),
        sa.Column("body_en", sa.String(), nullable=False),
        sa.Column("body_zh", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("position", name="pk_glossary"),
    )
    op.create_table(
        "keyword",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_keyword"),
        sa.UniqueConstraint("name", name="uq_keyword_name"),
    )
    op.create_table(
        "list_text",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("en", sa.String(), nullable=False),
        sa.Column("zh", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "position", name="pk_list_text"),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "module",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_zh", sa.String(), nullable=False),
        sa.Column("how_to_read_en", sa.String(), nullable=False),
        sa.Column("how_to_read_zh", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_module"),
        sa.UniqueConstraint("number", name="uq_module_number"),
        sa.UniqueConstraint("slug", name="uq_module_slug"),
    )
    op.create_table(
        "source",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_source"),
        sa.UniqueConstraint("name", name="uq_source_name"),
    )
    op.create_table(
        "stage",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_zh", sa.String(), nullable=False),
        sa.Column("separator", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_stage"),
    )
    op.create_table(
        "article",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("url_key", sa.String(), nullable=False),
        sa.Column("loose_key", sa.String(), nullable=True),
        sa.Column("source_id", sa.Integer(), nullable=True),
        sa.Column("source_type", sa.String(), nullable=True),
        sa.Column("module_id", sa.Integer(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("level_low", sa.Integer(), nullable=True),
        sa.Column("level_high", sa.Integer(), nullable=True),
        sa.Column("published", sa.String(), nullable=True),
        sa.Column("summary", sa.String(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("summary_en", sa.String(), nullable=False),
        sa.Column("why_en", sa.String(), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("added_at", sa.String(), nullable=False),
        sa.Column("removed_at", sa.String(), nullable=True),
        sa.Column("merged_into", sa.Integer(), nullable=True),
        sa.CheckConstraint("(module_id IS NULL) = (position IS NULL)", name=op.f("ck_article_place")),
        sa.CheckConstraint("level_low BETWEEN 0 AND level_high AND level_high <= 2", name=op.f("ck_article_level")),
        sa.ForeignKeyConstraint(["merged_into"], ["article.number"], name="fk_article_merged_into_article"),
        sa.ForeignKeyConstraint(["module_id"], ["module.id"], name="fk_article_module_id_module"),
        sa.ForeignKeyConstraint(["source_id"], ["source.id"], name="fk_article_source_id_source"),
        sa.PrimaryKeyConstraint("number", name="pk_article"),
        sa.UniqueConstraint("url_key", name="uq_article_url_key"),
    )
    op.create_index("ix_article_loose_key", "article", ["loose_key"], unique=False)
    op.create_index("ix_article_merged_into", "article", ["merged_into"], unique=False)
    op.create_index("ix_article_module_id_position", "article", ["module_id", "position"], unique=False)
    op.create_index("ix_article_published", "article", ["published"], unique=False)
    op.create_index("ix_article_source_id", "article", ["source_id"], unique=False)

    op.create_table(
        "changed_row",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("change_id", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("before", sa.String(), nullable=True),
        sa.Column("after", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["change_id"], ["change.id"], name="fk_changed_row_change_id_change"),
        sa.PrimaryKeyConstraint("id", name="pk_changed_row"),
    )
    op.create_index("ix_changed_row_change_id", "changed_row", ["change_id"], unique=False)

    op.create_table(
        "practice",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("experiment_en", sa.String(), nullable=False),
        sa.Column("experiment_zh", sa.String(), nullable=False),
        sa.Column("stage_number", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["stage_number"], ["stage.number"], name="fk_practice_stage_number_stage"),
        sa.PrimaryKeyConstraint("number", name="pk_practice"),
    )
    op.create_table(
        "step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("stage_number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_zh", sa.String(), nullable=False),
        sa.Column("is_placed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["stage_number"], ["stage.number"], name="fk_step_stage_number_stage"),
        sa.PrimaryKeyConstraint("id", name="pk_step"),
        sa.UniqueConstraint("stage_number", "position", name="uq_step_stage_number_position"),
    )
    op.create_table(
        "alias",
        sa.Column("url_key", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["article_number"], ["article.number"], name="fk_alias_article_number_article"),
        sa.PrimaryKeyConstraint("url_key", name="pk_alias"),
    )
    op.create_index("ix_alias_article_number", "alias", ["article_number"], unique=False)

    op.create_table(
        "article_author",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_number"], ["article.number"], name="fk_article_author_article_number_article"
        ),
        sa.ForeignKeyConstraint(["author_id"], ["author.id"], name="fk_article_author_author_id_author"),
        sa.PrimaryKeyConstraint("article_number", "position", name="pk_article_author"),
    )
    op.create_index("ix_article_author_author_id", "article_author", ["author_id"], unique=False)

    op.create_table(
        "article_concept",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("relation", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("concept_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_number"], ["article.number"], name="fk_article_concept_article_number_article"
        ),
        sa.ForeignKeyConstraint(["concept_id"], ["concept.id"], name="fk_article_concept_concept_id_concept"),
        sa.PrimaryKeyConstraint("article_number", "relation", "position", name="pk_article_concept"),
    )
    op.create_index("ix_article_concept_concept_id", "article_concept", ["concept_id"], unique=False)

    op.create_table(
        "article_keyword",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("keyword_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_number"], ["article.number"], name="fk_article_keyword_article_number_article"
        ),
        sa.ForeignKeyConstraint(["keyword_id"], ["keyword.id"], name="fk_article_keyword_keyword_id_keyword"),
        sa.PrimaryKeyConstraint("article_number", "position", name="pk_article_keyword"),
    )
    op.create_index("ix_article_keyword_keyword_id", "article_keyword", ["keyword_id"], unique=False)

    op.create_table(
        "confirmed_page",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("page_title", sa.String(), nullable=False),
        sa.Column("confirmed_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_number"], ["article.number"], name="fk_confirmed_page_article_number_article"
        ),
        sa.PrimaryKeyConstraint("article_number", name="pk_confirmed_page"),
    )
    op.create_table(
        "distinct_pair",
        sa.Column("low_number", sa.Integer(), nullable=False),
        sa.Column("high_number", sa.Integer(), nullable=False),
        sa.Column("decided_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["high_number"], ["article.number"], name="fk_distinct_pair_high_number_article"),
        sa.ForeignKeyConstraint(["low_number"], ["article.number"], name="fk_distinct_pair_low_number_article"),
        sa.PrimaryKeyConstraint("low_number", "high_number", name="pk_distinct_pair"),
    )
    op.create_index("ix_distinct_pair_high_number", "distinct_pair", ["high_number"], unique=False)
    op.create_table(
        "link_check",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("checked_at", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("reason_en", sa.String(), nullable=False),
        sa.Column("reason_zh", sa.String(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("final_url", sa.String(), nullable=True),
        sa.Column("page_title", sa.String(), nullable=True),
        sa.Column("title_match", sa.String(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("elapsed_ms", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["article_number"], ["article.number"], name="fk_link_check_article_number_article"),
        sa.PrimaryKeyConstraint("id", name="pk_link_check"),
    )
    op.create_index(
        "ix_link_check_article_number_checked_at", "link_check", ["article_number", "checked_at"], unique=False
    )

    op.create_table(
        "module_start",
        sa.Column("module_id", sa.Integer(), nullable=False),
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["article_number"], ["article.number"], name="fk_module_start_article_number_article"),
        sa.ForeignKeyConstraint(["module_id"], ["module.id"], name="fk_module_start_module_id_module"),
        sa.PrimaryKeyConstraint("module_id", name="pk_module_start"),
    )
    op.create_index("ix_module_start_article_number", "module_start", ["article_number"], unique=False)

    op.create_table(
        "note",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["article_number"], ["article.number"], name="fk_note_article_number_article"),
        sa.PrimaryKeyConstraint("article_number", name="pk_note"),
    )
    op.create_table(
        "observed_fact",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("observed_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["article_number"], ["article.number"], name="fk_observed_fact_article_number_article"),
        sa.PrimaryKeyConstraint("article_number", "field", "origin", name="pk_observed_fact"),
    )
    op.create_table(
        "practice_article",
        sa.Column("practice_number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_number"], ["article.number"], name="fk_practice_article_article_number_article"
        ),
        sa.ForeignKeyConstraint(
            ["practice_number"], ["practice.number"], name="fk_practice_article_practice_number_practice"
        ),
        sa.PrimaryKeyConstraint("practice_number", "position", name="pk_practice_article"),
    )
    op.create_index("ix_practice_article_article_number", "practice_article", ["article_number"], unique=False)

    op.create_table(
        "practice_concept",
        sa.Column("practice_number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("concept_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["concept_id"], ["concept.id"], name="fk_practice_concept_concept_id_concept"),
        sa.ForeignKeyConstraint(
            ["practice_number"], ["practice.number"], name="fk_practice_concept_practice_number_practice"
        ),
        sa.PrimaryKeyConstraint("practice_number", "position", name="pk_practice_concept"),
    )
    op.create_index("ix_practice_concept_concept_id", "practice_concept", ["concept_id"], unique=False)

    op.create_table(
        "practice_metric",
        sa.Column("practice_number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("en", sa.String(), nullable=False),
        sa.Column("zh", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["practice_number"], ["practice.number"], name="fk_practice_metric_practice_number_practice"
        ),
        sa.PrimaryKeyConstraint("practice_number", "position", name="pk_practice_metric"),
    )
    op.create_table(
        "practice_note",
        sa.Column("practice_number", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["practice_number"], ["practice.number"], name="fk_practice_note_practice_number_practice"
        ),
        sa.PrimaryKeyConstraint("practice_number", name="pk_practice_note"),
    )
    op.create_table(
        "practice_state",
        sa.Column("practice_number", sa.Integer(), nullable=False),
        sa.Column("done_at", sa.String(), nullable=True),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["practice_number"], ["practice.number"], name="fk_practice_state_practice_number_practice"
        ),
        sa.PrimaryKeyConstraint("practice_number", name="pk_practice_state"),
    )
    op.create_table(
        "rating",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.CheckConstraint("stars BETWEEN 1 AND 5", name=op.f("ck_rating_stars")),
        sa.ForeignKeyConstraint(["article_number"], ["article.number"], name="fk_rating_article_number_article"),
        sa.PrimaryKeyConstraint("article_number", name="pk_rating"),
    )
    op.create_table(
        "reading",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("started_at", sa.String(), nullable=True),
        sa.Column("finished_at", sa.String(), nullable=True),
        sa.Column("changed_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["article_number"], ["article.number"], name="fk_reading_article_number_article"),
        sa.PrimaryKeyConstraint("article_number", name="pk_reading"),
    )
    op.create_table(
        "step_article",
        sa.Column("article_number", sa.Integer(), nullable=False),
        sa.Column("step_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["article_number"], ["article.number"], name="fk_step_article_article_number_article"),
        sa.ForeignKeyConstraint(["step_id"], ["step.id"], name="fk_step_article_step_id_step"),
        sa.PrimaryKeyConstraint("article_number", name="pk_step_article"),
    )
    op.create_index("ix_step_article_step_id", "step_article", ["step_id"], unique=False)
