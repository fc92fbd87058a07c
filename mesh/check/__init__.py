"""Layer 2, checking: sandboxes, ecosystems and counted tests; knows nothing of mail."""
