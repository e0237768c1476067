"""Keeps the run's own login alive, and makes import files that are files now and then."""

import os
import re
import uuid

import assay_fuzz  # noqa: F401  (counts what is sent)
import schemathesis
from hypothesis import strategies as st

OWN_ID = os.environ["ASSAY_USER_ID"]
SCRATCH = f"Bearer {os.environ['ASSAY_SCRATCH_TOKEN']}"
# Operations that end the caller's own access are sent by a user who is there for that.
OWN_ACCESS = re.compile(r"^/v1/(session|auth/(users/me|sessions|password|logout|me))\b")


@schemathesis.hook
def before_call(context, case, kwargs):
    # An admin who demotes or removes itself would see nothing but 401 from then on.
    if (case.path_parameters or {}).get("user_id") == OWN_ID:
        case.path_parameters["user_id"] = str(uuid.uuid5(uuid.NAMESPACE_URL, OWN_ID))
    if case.method.upper() not in ("GET", "HEAD") and OWN_ACCESS.match(case.operation.path):
        case.headers["Authorization"] = SCRATCH


item = st.fixed_dictionaries(
    {
        "molecule_id": st.sampled_from(["MOL_1", "MOL_2", "HMDB0000001", ""]) | st.text(max_size=20),
        "type": st.sampled_from(["spectral_match", "pathway_membership", "unheard_of"]),
        "value": st.floats(0, 1) | st.floats(allow_nan=False),
        "uncertainty": st.floats(0, 0.5),
    },
    optional={"timestamp": st.sampled_from(["2026-01-15T10:30:00Z", "yesterday"]), "metadata": st.just({"a": 1})},
)


def ndjson(items):
    import json

    return "\n".join(json.dumps(each) for each in items).encode()


def csv(items):
    rows = [",".join(str(each.get(name, "")) for name in ("molecule_id", "type", "value", "uncertainty")) for each in items]
    return "\n".join(["molecule_id,type,value,uncertainty", *rows]).encode("utf-8", "replace")


lines = st.lists(item, max_size=5)
garbage = st.binary(max_size=200)
for name in ("application/x-ndjson", "application/ndjson", "application/jsonl"):
    schemathesis.openapi.media_type(name, lines.map(ndjson) | garbage)
schemathesis.openapi.media_type("text/csv", lines.map(csv) | garbage)
MZTAB = [
    b"MTD\tmzTab-version\t2.0.0-M\nSMH\tSML_ID\tdatabase_identifier\nSML\t1\tHMDB:HMDB0000001\n",
    b"MTD\tmzTab-version\t2.0.0-M\n",
]
for name in ("text/tab-separated-values", "application/vnd.mztab"):
    schemathesis.openapi.media_type(name, st.sampled_from(MZTAB) | garbage)
