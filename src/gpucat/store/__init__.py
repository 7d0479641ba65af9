"""The database: the only place with SQL. This file imports nothing."""
