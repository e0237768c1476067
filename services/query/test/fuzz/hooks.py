"""Makes tables for the batch that are tables now and then."""

import json

import assay_fuzz  # noqa: F401  (counts what is sent)
import schemathesis
from hypothesis import strategies as st

cell = st.sampled_from(["180", "80", "0", "-1", "1e999", "", "male", "2020-01-31", "=1+1", '"']) | st.text(max_size=8)
columns = st.lists(
    st.sampled_from(["height_cm", "weight_kg", "age_months", "sex", "id", ""]) | st.text(max_size=8), max_size=5
)


@st.composite
def csv(draw):
    names = draw(columns)
    rows = draw(st.lists(st.lists(cell, min_size=len(names), max_size=len(names) + 1), max_size=5))
    return "\n".join(",".join(row) for row in [names, *rows]).encode("utf-8", "replace")


@st.composite
def ndjson(draw):
    values = cell | st.floats() | st.integers() | st.none() | st.booleans()
    rows = draw(st.lists(st.dictionaries(st.sampled_from(["height_cm", "weight_kg", "sex", "age_years"]), values)))
    return "\n".join(json.dumps(row) for row in rows).encode()


garbage = st.binary(max_size=200)
schemathesis.openapi.media_type("text/csv", csv() | garbage)
schemathesis.openapi.media_type("application/x-ndjson", ndjson() | garbage)
