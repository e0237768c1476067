"""Client of the query service: what body measurements mean."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import httpx

from ..arguments import credential
from ..models import query as models
from ..uploads import Progress, Source, Upload
from .query_operations import AsyncQueryOperations
from .transport import _read

if TYPE_CHECKING:
    import pandas

TableFormat = Literal["csv", "ndjson", "xlsx"]

MEDIA_TYPES: Mapping[str, str] = {
    "csv": "text/csv",
    "ndjson": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class AsyncQueryClient(AsyncQueryOperations):
    """Asks a query service. Give the credentials that its operator asks for: an API key or a token."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        token: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        api_key, token = credential("api_key", api_key), credential("token", token)
        headers = {"x-api-key": api_key} if api_key else {"authorization": f"Bearer {token}"} if token else {}
        super().__init__(
            base_url,
            headers=headers,
            timeout=timeout,
            retries=retries,
            http_client=http_client,
            repeats_post=True,  # every operation only computes
        )

    async def measure(self, *, options: Mapping[str, Any] | None = None, **parameters: Any) -> models.MetricsAnswer:
        """Computes the metrics of one person: ``measure(sex="female", age_years=34, height_cm=168, weight_kg=61)``."""
        body: dict[str, Any] = {"parameters": parameters}
        return await self.calculate_metrics({**body, "options": dict(options)} if options else body)

    async def ask(self, question: str) -> models.QueryAnswer:
        """Answers a question in words."""
        return await self.ask_question({"query": question})

    async def batch(
        self,
        table: Source,
        *,
        format: TableFormat = "csv",
        output: Literal["rows", "tables", "report"] = "rows",
        metrics: Sequence[str] | None = None,
        population: str | None = None,
        map: str | None = None,
        sex_codes: str | None = None,
        design: str | None = None,
        ages: Literal["auto", "under_5", "5_to_19"] | None = None,
        title: str | None = None,
        progress: Progress | None = None,
    ) -> bytes:
        """Computes metrics for every row of a table: the rows, every figure as CSV, or a page to print."""
        upload = Upload(table, progress=progress)
        params = {
            "output": output,
            "metrics": metrics,
            "population": population,
            "map": map,
            "sex_codes": sex_codes,
            "design": design,
            "ages": ages,
            "title": title,
        }
        try:
            return await self._send(
                "POST",
                "/metrics/batch",
                params=params,
                headers={"content-type": MEDIA_TYPES[format]},
                content=upload,
            )
        finally:
            upload.close()

    async def survey(
        self,
        table: Source,
        *,
        format: TableFormat = "csv",
        map: str | None = None,
        sex_codes: str | None = None,
        design: str | None = None,
        ages: Literal["auto", "under_5", "5_to_19"] | None = None,
    ) -> models.BatchSummaryAnswer:
        """Computes prevalences, means and quality of a survey, as WHO's software does."""
        upload = Upload(table)
        params = {"output": "summary", "map": map, "sex_codes": sex_codes, "design": design, "ages": ages}
        try:
            async with self._open(
                "POST",
                "/metrics/batch",
                params=params,
                headers={"content-type": MEDIA_TYPES[format]},
                content=upload,
            ) as response:
                return _read(models.BatchSummaryAnswer, response, await response.aread())
        finally:
            upload.close()

    async def batch_frame(
        self, frame: pandas.DataFrame, *, metrics: Sequence[str] | None = None, **options: Any
    ) -> pandas.DataFrame:
        """Returns a data frame with the metrics of every row added. Needs pandas."""
        import pandas

        text = frame.to_csv(index=False).encode()
        rows = await self.batch(text, metrics=metrics, **options)
        # The caller's own text stays text: "007" is no number, and "NA" may be a name.
        kinds = {str(name): pandas.api.types.infer_dtype(column.astype(object)) for name, column in frame.items()}
        texts = {name: str for name, kind in kinds.items() if kind == "string"}
        return pandas.read_csv(io.BytesIO(rows), dtype=texts, keep_default_na=False, na_values=[""])

    async def survey_frame(self, frame: pandas.DataFrame, **options: Any) -> pandas.DataFrame:
        """Returns every figure of every group of a survey, one row each. Needs pandas."""
        import pandas

        text = frame.to_csv(index=False).encode()
        return pandas.read_csv(io.BytesIO(await self.batch(text, output="tables", **options)))
