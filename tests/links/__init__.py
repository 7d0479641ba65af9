"""Tests the link checker against local servers."""
