"""Layer 3: the use cases, the only wiring, and the only code that reads the clock."""
