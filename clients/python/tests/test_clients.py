"""The clients against running services."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import httpx
import pandas
import pytest

from assay_client import (
    AssayError,
    AsyncEvidenceClient,
    AsyncQueryClient,
    AudioClient,
    EvidenceClient,
    QueryClient,
)

from .conftest import PASSWORD, url

TRACK = Path(os.environ["TRACK"])


def test_a_refusal_names_field_issue_and_request(query: QueryClient) -> None:
    with pytest.raises(AssayError) as refused:
        query.batch(b"sex,weight_kg\nmale,80\n", metrics=["no_such_metric"])
    assert refused.value.status == 422
    assert refused.value.field == "metrics.0"
    assert refused.value.issue
    assert refused.value.request_id
    assert "no_such_metric" in str(refused.value.provided)


def test_a_misspelt_field_reaches_the_service_and_is_refused(evidence: EvidenceClient) -> None:
    from assay_client.evidence import models

    with pytest.raises(AssayError) as refused:
        evidence.add_user(models.NewUser(username="bob", password=PASSWORD, rolle="viewer"))  # type: ignore[call-arg]
    assert refused.value.status == 422
    assert "rolle" in f"{refused.value.field} {refused.value.issue}"


def test_an_address_where_nobody_listens_says_so() -> None:
    with pytest.raises(AssayError, match="cannot be reached") as refused:
        QueryClient("http://127.0.0.1:9").ask("?")
    assert refused.value.code == "CONNECTION_FAILED"


def test_a_wrong_password_is_an_error_with_its_code() -> None:
    client = EvidenceClient(url("evidence"), username="ada", password="wrong horse battery staple")
    with pytest.raises(AssayError) as refused:
        client.current_user()
    assert refused.value.status == 401


def test_calls_at_once_renew_an_ended_session_once() -> None:
    async def scenario() -> list[str]:
        async with AsyncEvidenceClient(url("evidence"), username="ada", password=PASSWORD) as client:
            await client.current_user()
            client._token = "ended"
            users = await asyncio.gather(*(client.current_user() for _ in range(5)))
            return [user.username for user in users]

    assert asyncio.run(scenario()) == ["ada"] * 5


def test_questions_are_answered_asynchronously() -> None:
    async def scenario() -> str:
        async with AsyncQueryClient(url("query"), api_key=os.environ["QUERY_KEY"]) as client:
            answers = await asyncio.gather(*(client.ask(f"I am {n} kg and 180 cm. BMI?") for n in (70, 80)))
            return " ".join(answer.status for answer in answers)

    assert asyncio.run(scenario()) == "success success"


def test_a_survey_is_a_frame(query: QueryClient) -> None:
    rows = pandas.DataFrame(
        {"sex": ["m", "f"] * 10, "age_months": range(6, 46, 2), "weight_kg": [9.5] * 20, "height_cm": [76.0] * 20}
    )
    assert len(query.survey_frame(rows)) > 10
    assert query.survey(rows.to_csv(index=False).encode()).status == "success"


def test_a_file_is_understood_imported_and_read_back(evidence: EvidenceClient) -> None:
    lines = [
        f'{{"molecule_id":"M{n}","type":"spectral_match","value":0.{n + 1},"uncertainty":0.1,'
        f'"source":"test","metadata":{{"observation_id":"o{n}"}}}}'
        for n in range(5)
    ]
    table = "\n".join(lines).encode()
    assert evidence.understand_file(table, format="ndjson").items == 5
    seen: list[int] = []
    done = evidence.import_file(table, format="ndjson", run_id="py", progress=lambda sent, size: seen.append(sent))
    assert done.items_added == 5
    assert seen[-1] == len(table)
    frame = evidence.observations_frame("py")
    assert sorted(frame["observation_id"]) == [f"o{n}" for n in range(5)]
    report = evidence.report({"run_id": "py"})
    assert evidence.replay_report(report.result_hash).result_hash == report.result_hash
    assert evidence.report_text({"run_id": "py"}, "tsv").count("\n") > 5


def test_a_job_is_followed_to_its_end(audio: AudioClient) -> None:
    job = audio.wait(audio.start_analyze(TRACK))
    assert job.status == "completed"
    assert [each.id for each in audio.jobs(per_page=1)].count(job.id) == 1


def test_a_failed_job_is_an_error(audio: AudioClient) -> None:
    with pytest.raises(AssayError):
        audio.wait(audio.start_track_beats(b"no audio", name="notes.wav"))


def test_an_upload_is_sent_again_after_a_busy_answer() -> None:
    sent: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request.read())
        if len(sent) == 1:
            return httpx.Response(503, headers={"retry-after": "0"}, json={})
        return httpx.Response(200, content=b"rows")

    busy = QueryClient("http://example.test", http_client=httpx.Client(transport=httpx.MockTransport(answer)))
    assert busy.batch(b"a,b\n1,2\n") == b"rows"
    assert sent == [b"a,b\n1,2\n"] * 2
