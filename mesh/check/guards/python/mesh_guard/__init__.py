# mypy: ignore-errors
"""Sees for itself what a test runner does in its process, and reports it; never changes what the tests do."""
