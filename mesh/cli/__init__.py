"""Layer 5: parse, call, render; the only code that prints."""
