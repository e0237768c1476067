"""One connection to a service: credentials, waiting when asked to, errors and typed answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, ValidationError
from typing_extensions import Self

from .._events import EventReader
from ..arguments import address
from ..errors import AssayError, failures_of
from ..uploads import Upload
from ._primitives import AsyncLock, sleep

Model = TypeVar("Model", bound=BaseModel)

CHUNK_BYTES = 1 << 16
LONGEST_WAIT_SECONDS = 30.0

REPEATABLE = ("GET", "HEAD", "PUT", "DELETE")
"""Methods that may be sent twice: the second request changes nothing more."""


class AsyncTransport:
    """Sends requests to one service. The clients of the services build on it."""

    def __init__(
        self,
        base_url: str,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
        repeats_post: bool = False,
    ) -> None:
        self._base_url = address(base_url)
        self._headers = dict(headers or {})
        self._retries = retries
        self._repeats_post = repeats_post
        self._own_client = http_client is None
        self._client = http_client or httpx.AsyncClient(timeout=timeout)
        self._lock = AsyncLock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections, unless the HTTP client was handed in."""
        if self._own_client:
            await self._client.aclose()

    async def _credentials(self) -> Mapping[str, str]:
        """Headers that say who calls."""
        return {}

    async def _renew_credentials(self, refused: Mapping[str, str]) -> bool:
        """Called when credentials were refused; True when there are new ones to try."""
        return False

    @asynccontextmanager
    async def _open(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        json: Any = None,
        fields: Mapping[str, Any] | None = None,
        uploads: list[Upload] | None = None,
        content: Upload | None = None,
        only_computes: bool = False,
    ) -> AsyncIterator[httpx.Response]:
        """Sends a request, again when the service asks to wait, and yields its answer before the body is read."""
        url = path if path.startswith("http") else self._base_url + path
        query = {name: _plain(value) for name, value in (params or {}).items() if value is not None}
        given = {name: value for name, value in (headers or {}).items() if value is not None}
        repeatable = method in REPEATABLE or "idempotency-key" in given or only_computes or self._repeats_post
        tries, renewed = 0, False
        while True:
            credentials = await self._credentials()
            arguments: dict[str, Any] = {}
            if json is not None:
                arguments["json"] = json
            if uploads is not None:
                arguments["data"] = {k: _plain(v) for k, v in (fields or {}).items() if v is not None}
                arguments["files"] = [("file", (each.name, each)) for each in uploads]
            if content is not None:
                arguments["content"] = _chunks(content)
                given = {**given, "content-length": str(content.size)}
            request = self._client.build_request(
                method, url, params=query, headers={**self._headers, **credentials, **given}, **arguments
            )
            with failures_of(method, url):
                response = await self._client.send(request, stream=True)
                try:
                    if response.is_success:
                        yield response
                        return
                    refusal = AssayError.from_response(response, await response.aread())
                finally:
                    await response.aclose()
            if refusal.status == 401 and not renewed and await self._renew_credentials(credentials):
                renewed = True
            elif _may_repeat(refusal, repeatable) and tries < self._retries:
                tries += 1
                await sleep(refusal.retry_after_seconds or 0.0)
            else:
                raise refusal
            for each in [*(uploads or []), *([content] if content else [])]:
                each.rewind()

    async def _call(self, answer: type[Model], method: str, path: str, **request: Any) -> Model:
        """Sends a request and reads its JSON answer."""
        async with self._open(method, path, **request) as response:
            return _read(answer, response, await response.aread())

    async def _send(self, method: str, path: str, **request: Any) -> bytes:
        """Sends a request and returns the body of its answer."""
        async with self._open(method, path, **request) as response:
            return await response.aread()

    async def _events(self, path: str, **request: Any) -> AsyncGenerator[Any, None]:
        """Yields the data of each server-sent event until the server closes the stream."""
        reader = EventReader()
        async with self._open("GET", path, **request) as response:
            async for line in response.aiter_lines():
                data = reader.line(line)
                if data is not None:
                    yield data


async def _chunks(upload: Upload) -> AsyncIterator[bytes]:
    while chunk := upload.read(CHUNK_BYTES):
        yield chunk


def _may_repeat(refusal: AssayError, repeatable: bool) -> bool:
    """A 429 is given before anything is done. A 503 may hide that it was done: the database was lost at the commit."""
    wait = refusal.retry_after_seconds
    soon = wait is not None and wait <= LONGEST_WAIT_SECONDS
    return soon and (refusal.status == 429 or (refusal.status == 503 and repeatable))


def _plain(value: Any) -> Any:
    """A value as text of a form or an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(each) for each in value)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value


def in_path(value: object) -> str:
    """A value as one segment of a path."""
    return quote(str(value), safe="")


def to_json(body: BaseModel | Mapping[str, Any]) -> Any:
    """A body as JSON: fields that were not set are left out, so that the service's defaults apply."""
    if isinstance(body, BaseModel):
        return body.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return dict(body)


def _read(answer: type[Model], response: httpx.Response, body: bytes) -> Model:
    try:
        return answer.model_validate_json(body)
    except ValidationError as error:
        raise AssayError(
            f"The answer is no {answer.__name__} that this client knows: {error.errors()[0]['msg']} "
            f"at {'.'.join(map(str, error.errors()[0]['loc']))}. Is the client older than the service?",
            code="UNREADABLE_ANSWER",
            status=response.status_code,
            request_id=response.headers.get("x-request-id"),
        ) from error
