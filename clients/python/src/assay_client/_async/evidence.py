"""Client of the evidence service: how sure we can be of a molecule."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import httpx

from ..arguments import credential
from ..errors import AssayError, failures_of
from ..frames import frame_of
from ..models import evidence as models
from ..uploads import Progress, Source, Upload
from ._primitives import sleep
from .evidence_operations import AsyncEvidenceOperations
from .transport import in_path, to_json

if TYPE_CHECKING:
    import pandas

FileFormat = Literal["ndjson", "csv", "mztab", "table"]

MEDIA_TYPES: Mapping[str, str] = {
    "ndjson": "application/x-ndjson",
    "csv": "text/csv",
    "mztab": "text/tab-separated-values",
    "table": "text/plain",
}


class AsyncEvidenceClient(AsyncEvidenceOperations):
    """Calls an evidence service as one user: by name and password, or by an access token.

    With a password the client signs in at its first call and renews its session when the token ends.
    """

    def __init__(
        self,
        base_url: str,
        *,
        username: str | None = None,
        password: str | None = None,
        token: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(base_url, timeout=timeout, retries=retries, http_client=http_client)
        if (username is None) != (password is None):
            raise ValueError("Give both username and password, or a token.")
        self._account = {"username": username, "password": password} if username and password else None
        self._token = credential("token", token)
        self._refresh_token: str | None = None

    async def _credentials(self) -> Mapping[str, str]:
        if self._token is None and self._account is not None:
            async with self._lock:
                if self._token is None:
                    await self._sign_in()
        return {"authorization": f"Bearer {self._token}"} if self._token else {}

    async def _renew_credentials(self, refused: Mapping[str, str]) -> bool:
        if self._account is None:
            return False
        # One renewal for all calls that were refused together: a refresh token works once.
        async with self._lock:
            if refused.get("authorization") == f"Bearer {self._token}":
                await self._sign_in()
        return True

    async def _sign_in(self) -> None:
        session: models.Session | None = None
        if self._refresh_token is not None:
            try:
                session = await self._session("/v1/auth/refresh", {"refresh_token": self._refresh_token})
            except AssayError as refusal:
                if refusal.status != 401:
                    raise
        if session is None:
            session = await self._session("/v1/auth/login", self._account)
        self._token, self._refresh_token = session.access_token, session.refresh_token

    async def _session(self, path: str, body: Any) -> models.Session:
        url = self._base_url + path
        with failures_of("POST", url):
            response = await self._client.post(url, json=body, headers=self._headers)
        if not response.is_success:
            raise AssayError.from_response(response, response.content)
        return models.Session.model_validate_json(response.content)

    async def import_file(
        self,
        source: Source,
        *,
        format: FileFormat | None = None,
        run_id: str | None = None,
        run_name: str | None = None,
        name: str | None = None,
        progress: Progress | None = None,
        wait: bool = True,
    ) -> models.Import:
        """Imports a file of a tool and waits until it is stored; with ``wait=False`` only until it is received."""
        upload = Upload(source, name, progress)
        try:
            started = await self._call(
                models.Import,
                "POST",
                "/v1/evidence/import",
                params={"format": format, "run_id": run_id, "run_name": run_name, "file_name": upload.name},
                headers={"content-type": MEDIA_TYPES[format or "table"]},
                content=upload,
            )
        finally:
            upload.close()
        return await self.wait_for_import(started.import_id) if wait else started

    async def understand_file(
        self, source: Source, *, format: FileFormat | None = None, name: str | None = None
    ) -> models.ImportUnderstanding:
        """Tells how a file would be read, and imports nothing."""
        upload = Upload(source, name)
        try:
            return await self._call(
                models.ImportUnderstanding,
                "POST",
                "/v1/evidence/import",
                params={"dry_run": True, "format": format, "file_name": upload.name},
                headers={"content-type": MEDIA_TYPES[format or "table"]},
                content=upload,
                only_computes=True,
            )
        finally:
            upload.close()

    async def wait_for_import(self, import_id: str, *, every_seconds: float = 0.5) -> models.Import:
        """Waits until an import has ended. Raises an ``AssayError`` when it failed."""
        while True:
            state = await self.get_import(import_id)
            if state.status == "completed":
                return state
            if state.status == "failed":
                raise AssayError(f"The import failed: {state.failure}", code="IMPORT_FAILED")
            await sleep(every_seconds)

    async def molecules(self, **filters: Any) -> AsyncIterator[models.MoleculeSummary]:
        """Yields all molecules, page after page."""
        cursor = None
        while True:
            page = await self.list_molecules(cursor=cursor, **filters)
            for each in page.molecules:
                yield each
            cursor = page.next_cursor
            if cursor is None:
                return

    async def runs(self) -> AsyncIterator[models.Run]:
        """Yields all runs, page after page."""
        cursor = None
        while True:
            page = await self.list_runs(cursor=cursor)
            for each in page.runs:
                yield each
            cursor = page.next_cursor
            if cursor is None:
                return

    async def observations(self, run_id: str, **filters: Any) -> AsyncIterator[models.ObservationRow]:
        """Yields all observations of a run, in an order that an import meanwhile does not change."""
        cursor = None
        while True:
            query = {"sort": "observation_id", "limit": 1000, **filters}
            page = await self.list_observations(run_id, cursor=cursor, **query)
            for each in page.observations:
                yield each
            cursor = page.next_cursor
            if cursor is None:
                return

    async def evidence(self, molecule_id: str) -> AsyncIterator[models.KeptEvidence]:
        """Yields all evidence of a molecule, page after page."""
        cursor = None
        while True:
            page = await self.list_evidence(molecule_id, cursor=cursor)
            for each in page.evidence:
                yield each
            cursor = page.next_cursor
            if cursor is None:
                return

    async def observations_frame(self, run_id: str, **filters: Any) -> pandas.DataFrame:
        """Returns the observations of a run as a data frame. Needs pandas."""
        return frame_of([each async for each in self.observations(run_id, **filters)], models.ObservationRow)

    async def report(self, body: models.ReportRequest | Mapping[str, Any]) -> models.Report:
        """Makes a report and keeps it under its hash."""
        return await self._call(models.Report, "POST", "/v1/reports", json=to_json(body))

    async def report_text(self, body: models.ReportRequest | Mapping[str, Any], format: Literal["tsv", "html"]) -> str:
        """Makes a report as a table, or as a page to print."""
        answer = await self._send("POST", "/v1/reports", params={"format": format}, json=to_json(body))
        return answer.decode()

    async def replay_report(self, result_hash: str) -> models.Report:
        """Computes a kept report again and says whether it is the same."""
        return await self._call(models.Report, "GET", f"/v1/reports/{in_path(result_hash)}")

    async def draw_structure(self, smiles: str) -> str:
        """Draws a structure as SVG."""
        return (await self._send("GET", "/v1/drawings", params={"smiles": smiles})).decode()
