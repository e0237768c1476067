"""Clients of the Assay services: evidence for molecules, body measurements, audio analysis."""

from .audio import AsyncAudioClient, AudioClient
from .errors import AssayError
from .evidence import AsyncEvidenceClient, EvidenceClient
from .frames import frame_of
from .query import AsyncQueryClient, QueryClient

__all__ = [
    "AssayError",
    "AsyncAudioClient",
    "AsyncEvidenceClient",
    "AsyncQueryClient",
    "AudioClient",
    "EvidenceClient",
    "QueryClient",
    "frame_of",
]
