"""The services that `npm run smoke-languages` has started, as clients."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from assay_client import AudioClient, EvidenceClient, QueryClient

PASSWORD = "correct horse battery staple"


def url(service: str) -> str:
    """The address of a running service."""
    return os.environ[f"{service.upper()}_URL"]


@pytest.fixture(scope="session")
def query() -> Iterator[QueryClient]:
    """A client with an API key."""
    with QueryClient(url("query"), api_key=os.environ["QUERY_KEY"]) as client:
        yield client


@pytest.fixture(scope="session")
def evidence() -> Iterator[EvidenceClient]:
    """A client that signs in by password."""
    with EvidenceClient(url("evidence"), username="ada", password=PASSWORD) as client:
        yield client


@pytest.fixture(scope="session")
def audio() -> Iterator[AudioClient]:
    """A client with an API key."""
    with AudioClient(url("audio"), api_key=os.environ["AUDIO_KEY"]) as client:
        yield client
