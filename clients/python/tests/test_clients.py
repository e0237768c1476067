"""The clients against running services."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Callable, Iterator
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


@pytest.mark.parametrize(
    "wrong", ["localhost:8080", "", "ftp://example.test", "http://", "http://host:port", "http://[", "http://host?a=1"]
)
def test_what_is_no_address_is_refused_at_once(wrong: str) -> None:
    with pytest.raises(ValueError, match="base_url must be an address"):
        QueryClient(wrong)


@pytest.mark.parametrize("wrong", ["secret\n", " secret", "secrét", "sec\x00ret"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(wrong: str) -> None:
    for create in (QueryClient, AudioClient):
        with pytest.raises(ValueError, match="api_key must be printable") as refused:
            create("http://example.test", api_key=wrong)
        assert wrong.strip() not in str(refused.value)
    with pytest.raises(ValueError, match="both username and password"):
        EvidenceClient("http://example.test", username="ada")


def test_a_wrong_key_is_an_error_with_its_status() -> None:
    for call in (
        lambda: QueryClient(url("query"), api_key="wrong").ask("?"),
        lambda: list(AudioClient(url("audio"), api_key="wrong").tracks()),
        lambda: list(EvidenceClient(url("evidence"), token="wrong").molecules()),
    ):
        with pytest.raises(AssayError) as refused:
            call()
        assert refused.value.status == 401
        assert refused.value.request_id


def test_what_is_no_file_is_refused_by_name(tmp_path: Path) -> None:
    client = AudioClient("http://example.test")
    with pytest.raises(IsADirectoryError, match=tmp_path.name):
        client.analyze(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"missing\.wav"):
        client.analyze(tmp_path / "missing.wav")
    text = tmp_path / "text"
    text.write_text("a")
    with text.open() as file, pytest.raises(TypeError, match="binary mode"):
        client.analyze(file)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not NoneType"):
        client.analyze(None)  # type: ignore[arg-type]


def test_a_cancelled_job_is_an_error_that_says_so(audio: AudioClient) -> None:
    accepted = audio.start_analyze(TRACK)
    audio.cancel_job(accepted.job_id)
    with pytest.raises(AssayError) as refused:
        audio.wait(accepted)
    assert refused.value.code == "JOB_CANCELLED"
    assert accepted.job_id in str(refused.value)


def test_an_empty_list_has_no_items_but_all_columns(audio: AudioClient, evidence: EvidenceClient) -> None:
    nothing = "a title that no track has"
    assert list(audio.tracks(text=nothing)) == []
    empty = audio.tracks_frame(text=nothing)
    assert empty.empty
    assert {"title", "tempo", "mood.name", "key.name"} <= set(empty.columns)
    with pytest.raises(AssayError) as refused:
        evidence.observations_frame("no such run")
    assert refused.value.status == 404


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


def answered(answer: Callable[[httpx.Request], httpx.Response]) -> httpx.Client:
    """A connection to a service that this test plays."""
    return httpx.Client(transport=httpx.MockTransport(answer))


BUSY = httpx.Response(503, headers={"retry-after": "0"}, json={})


def test_work_that_may_be_done_already_is_not_sent_again_without_a_key() -> None:
    keys: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers.get("idempotency-key"))
        return BUSY

    with pytest.raises(AssayError):
        EvidenceClient("http://example.test", token="t", http_client=answered(answer)).add_labels({"labels": []})
    assert keys == [None]
    keys.clear()
    with pytest.raises(AssayError):
        AudioClient("http://example.test", http_client=answered(answer)).start_batch([b"sound"])
    assert len(keys) == 3
    assert keys[0] and keys == [keys[0]] * 3


def test_a_signed_address_is_followed_to_the_storage_without_the_key(tmp_path: Path) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert "x-api-key" not in request.headers
        if request.url.host == "example.test":
            return httpx.Response(302, headers={"location": "https://storage.test/stem"})
        return httpx.Response(200, content=b"stem")

    client = AudioClient("http://example.test", api_key="secret", http_client=answered(answer))
    assert client.download("/api/v1/files/1?signature=a", tmp_path / "stem.wav").read_bytes() == b"stem"
    assert client.download("https://storage.test/other", tmp_path / "other.wav").read_bytes() == b"stem"


def test_a_job_is_followed_over_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay_client._sync.audio.sleep", lambda seconds: None)
    answers = iter(["running", None, "completed"])

    def answer(request: httpx.Request) -> httpx.Response:
        status = next(answers)
        if status is None:
            raise httpx.ConnectError("refused")
        return httpx.Response(200, content=f'data: {{"status": "{status}"}}\n\n'.encode())

    client = AudioClient("http://example.test", http_client=answered(answer))
    assert [event["status"] for event in client.job_events("1")] == ["running", "completed"]


def test_an_answer_that_breaks_off_is_an_error_of_the_client() -> None:
    class Broken(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield b"{"
            raise httpx.ReadError("reset")

    client = QueryClient("http://example.test", http_client=answered(lambda _: httpx.Response(200, stream=Broken())))
    with pytest.raises(AssayError) as broken:
        client.ask("?")
    assert broken.value.code == "CONNECTION_FAILED"


def test_an_open_file_is_sent_from_where_it_stands_and_a_pipe_whole() -> None:
    sent: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request.read())
        return BUSY

    file = io.BytesIO(b"headersound")
    file.seek(6)
    read, write = os.pipe()
    os.write(write, b"piped")
    os.close(write)
    with open(read, "rb") as pipe, pytest.raises(AssayError):
        AudioClient("http://example.test", http_client=answered(answer)).start_batch([file, pipe])
    assert len(sent) == 3
    assert all(b"\r\n\r\nsound\r\n" in body and b"\r\n\r\npiped\r\n" in body for body in sent)


def test_text_of_a_frame_stays_text(query: QueryClient) -> None:
    given = pandas.DataFrame(
        {"id": ["007", "NA"], "sex": ["male", "female"], "height_cm": [180, 170], "weight_kg": [81, 65]}
    )
    scored = query.batch_frame(given, metrics=["bmi"])
    assert scored["id"].tolist() == ["007", "NA"]
    assert scored["bmi"].round(1).tolist() == [25.0, 22.5]
