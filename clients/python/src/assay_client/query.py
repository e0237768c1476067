"""Clients of the query service and the models of its requests and answers."""

from ._async.query import AsyncQueryClient
from ._sync.query import QueryClient
from .errors import AssayError
from .models import query as models

__all__ = ["AssayError", "AsyncQueryClient", "QueryClient", "models"]
