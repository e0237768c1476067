"""Clients of the evidence service and the models of its requests and answers."""

from ._async.evidence import AsyncEvidenceClient
from ._sync.evidence import EvidenceClient
from .errors import AssayError
from .models import evidence as models

__all__ = ["AssayError", "AsyncEvidenceClient", "EvidenceClient", "models"]
