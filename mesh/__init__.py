"""Trustworthy collaboration of coding agents: mail in files, a handshake before work, checked answers."""

__version__ = "0.1.0"
