"""Audits the stored list by its own rules."""

from datetime import date

from gpucat.catalog.audit import Evidence, RuleResult, audit
from gpucat.catalog.catalogue import Catalogue
from gpucat.services.opening import utc_today
from gpucat.store.connection import Reader
from gpucat.store.observed_facts import read_observed_facts


def audit_of(connection: Reader, catalogue: Catalogue, today: date | None = None) -> list[RuleResult]:
    """Every rule with its result, for the catalogue that was read from this database."""
    return audit(evidence_of(connection, catalogue, today))


def evidence_of(connection: Reader, catalogue: Catalogue, today: date | None = None) -> Evidence:
    """What an audit of the catalogue that was read from this database looks at."""
    return Evidence(catalogue, today or utc_today(), read_observed_facts(connection))
