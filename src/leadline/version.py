"""The version, where rooms find it without going through the whole house."""

__version__ = "0.1.0"
