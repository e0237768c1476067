"""What the clients raise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx


class AssayError(Exception):
    """A service refused a request or could not answer it."""

    code: str
    """For programs, such as ``VALIDATION_ERROR``; ``HTTP_502`` when the answer is not the service's own."""
    status: int
    """HTTP status; 0 when no answer arrived or the answer could not be read."""
    field: str | None
    """Dotted path of the refused input."""
    issue: str | None
    """What is wrong with that input."""
    provided: Any
    """The input as received, shortened. Never a secret."""
    request_id: str | None
    """Identifier of the request in the logs of the service."""
    retry_after_seconds: float | None
    """Seconds after which the request may be sent again."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        field: str | None = None,
        issue: str | None = None,
        provided: Any = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.field = field
        self.issue = issue
        self.provided = provided
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        message = super().__str__()
        named = f"{self.field}: {self.issue}" if self.field and self.issue else None
        request = f"request {self.request_id}" if self.request_id else None
        more = "; ".join(part for part in (named, request) if part)
        return f"{message} [{self.code}] ({more})" if more else f"{message} [{self.code}]"

    @classmethod
    def from_response(cls, response: httpx.Response, body: bytes) -> AssayError:
        """Reads the envelope of any of the three services, or the bare status of whatever stands before one."""
        try:
            outer = _mapping(httpx.Response(response.status_code, content=body).json())
        except ValueError:
            outer = {}
        inner = _mapping(outer["error"]) if "error" in outer else outer
        details = _mapping(inner.get("details"))
        return cls(
            _text(inner.get("message")) or f"The server answered with status {response.status_code}.",
            code=_text(inner.get("code")) or _text(inner.get("error_code")) or f"HTTP_{response.status_code}",
            status=response.status_code,
            field=_text(details.get("field")),
            issue=_text(details.get("issue")),
            provided=details.get("provided"),
            request_id=response.headers.get("x-request-id")
            or _text(outer.get("request_id"))
            or _text(details.get("request_id")),
            retry_after_seconds=_seconds(response.headers.get("retry-after")),
        )


@contextmanager
def failures_of(method: str, url: str) -> Iterator[None]:
    """Turns what the HTTP library raises while a request is sent or its answer is read into an ``AssayError``."""
    where = url.split("?")[0]  # without a signature
    try:
        yield
    except httpx.TimeoutException as error:
        raise AssayError(f"{method} {where} timed out.", code="TIMEOUT") from error
    except httpx.RequestError as error:
        message = f"{where} cannot be reached, or its answer ended early: {error}."
        raise AssayError(message, code="CONNECTION_FAILED") from error


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _seconds(value: str | None) -> float | None:
    try:
        return float(value) if value is not None else None
    except ValueError:
        return None
