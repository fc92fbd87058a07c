"""Layer 2, files: the workspace on disk; knows nothing of git, drivers or decisions."""
