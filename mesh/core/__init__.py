"""Layer 2, deciding: pure functions from values and `now` to values; never reads a file or a clock."""
