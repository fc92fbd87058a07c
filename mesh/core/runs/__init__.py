"""Judges what a hook saw an agent run: which commands prove something, and what was changed after them."""

from mesh.core.runs.judge import judge_runs, paths_seen
from mesh.core.runs.observed import parse_runs

__all__ = ["judge_runs", "parse_runs", "paths_seen"]
