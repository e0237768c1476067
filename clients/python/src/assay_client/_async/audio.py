"""Client of the audio service: what a track does, and how it feels."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import httpx

from ..arguments import credential
from ..errors import AssayError, failures_of
from ..frames import frame_of
from ..models import audio as models
from ..uploads import Progress, Source, Upload
from ._primitives import sleep
from .audio_operations import AsyncAudioOperations
from .transport import in_path

if TYPE_CHECKING:
    import pandas

FINAL = ("completed", "failed", "cancelled")
PAGE = 500

LONGEST_ABSENCE = 60
"""How often a lost stream of events is opened in vain, once a second, before that is an error."""


class AsyncAudioClient(AsyncAudioOperations):
    """Calls an audio service. Methods that take a file wait for its result; ``start_…`` returns a job instead."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        timeout: float = 600.0,
        retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        api_key = credential("api_key", api_key)
        headers = {"x-api-key": api_key} if api_key else {}
        super().__init__(base_url, headers=headers, timeout=timeout, retries=retries, http_client=http_client)

    async def start_batch(
        self, sources: Sequence[Source], *, progress: Progress | None = None, idempotency_key: str | None = None
    ) -> models.JobAccepted:
        """Uploads several files as one job."""
        uploads: list[Upload] = []
        try:
            for source in sources:
                uploads.append(Upload(source, progress=progress))
            return await self._call(
                models.JobAccepted,
                "POST",
                "/api/v1/batch-analyze",
                uploads=uploads,
                headers={"idempotency-key": idempotency_key or str(uuid4())},
            )
        finally:
            for upload in uploads:
                upload.close()

    async def job_events(self, job_id: str) -> AsyncIterator[dict[str, Any]]:
        """Yields the state of a job now and at each change, until it has ended. Connects again when it must."""
        attempts = LONGEST_ABSENCE
        while True:
            try:
                async with aclosing(self._events(f"/api/v1/jobs/{in_path(job_id)}/events")) as events:
                    async for event in events:
                        attempts = 0
                        yield event
                        if event["status"] in FINAL:
                            return
            except AssayError as error:
                # Once the job is known, a server that is replaced may be away for a while: its successor knows the job.
                attempts += 1
                if attempts > LONGEST_ABSENCE or error.status not in (0, 502, 503, 504):
                    raise
            await sleep(1.0)

    async def wait(self, job: models.JobAccepted | models.TrackAccepted | str) -> models.Job:
        """Waits until a job has ended and returns it. Raises an ``AssayError`` when it failed or was cancelled."""
        job_id = job if isinstance(job, str) else job.job_id
        async for _event in self.job_events(job_id):
            pass
        ended = await self.get_job(job_id)
        if ended.status != "completed":
            reason = ended.error.message if ended.error else "No reason was given."
            raise AssayError(
                f"The job {job_id} ended as {ended.status}: {reason}",
                code=f"JOB_{ended.status.upper()}",
            )
        return ended

    async def jobs(self, **filters: Any) -> AsyncIterator[models.JobSummary]:
        """Yields all your jobs, the newest first."""
        cursor = None
        while True:
            page = await self.list_jobs(cursor=cursor, **filters)
            for each in page.jobs:
                yield each
            cursor = page.pagination.next_cursor
            if cursor is None:
                return

    async def tracks(self, **filters: Any) -> AsyncIterator[models.TrackRow]:
        """Yields all tracks of the library that match."""
        offset = 0
        while True:
            page = await self.list_tracks(**{**filters, "limit": PAGE, "offset": offset})
            for each in page.tracks:
                yield each
            offset += len(page.tracks)
            if not page.tracks or offset >= page.total:
                return

    async def tracks_frame(self, **filters: Any) -> pandas.DataFrame:
        """Returns the tracks of the library as a data frame. Needs pandas."""
        return frame_of([each async for each in self.tracks(**filters)], models.TrackRow)

    async def download(self, address: str, to: str | os.PathLike[str]) -> Path:
        """Saves what an address of an answer leads to, such as a stem or an export."""
        target = Path(to)
        url = self._base_url + address if address.startswith("/") else address
        # A signed address needs no key, and may lead on to the storage, which must not see it. Nor may other servers.
        signed = "signature=" in url or not url.startswith(f"{self._base_url}/")
        headers = {} if signed else self._headers
        with failures_of("GET", url):
            async with self._client.stream("GET", url, headers=headers, follow_redirects=signed) as response:
                if not response.is_success:
                    raise AssayError.from_response(response, await response.aread())
                with target.open("wb") as file:
                    async for chunk in response.aiter_bytes():
                        file.write(chunk)
        return target
