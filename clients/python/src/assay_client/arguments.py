"""Checks of what a caller hands to a client, before anything is sent."""

from __future__ import annotations

from urllib.parse import urlsplit


def address(base_url: str) -> str:
    """Returns the address of a service without a trailing slash. Refuses what is no address."""
    try:
        parts = urlsplit(base_url.strip())
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        valid = False
    if not valid or parts.query or parts.fragment:
        shown = "one with a user name" if "@" in base_url else repr(base_url)
        raise ValueError(f"base_url must be an address such as http://localhost:8080, not {shown}.")
    return base_url.strip().rstrip("/")


def credential(name: str, value: str | None) -> str | None:
    """Returns a key or token that can be sent in a header. Says what is wrong with another one without showing it."""
    if value and not (value.isascii() and value.isprintable() and value == value.strip()):
        raise ValueError(f"{name} must be printable ASCII text. Does it end with a space or a line break?")
    return value or None
