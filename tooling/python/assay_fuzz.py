"""Counts what schemathesis really sends; loaded by the hooks of each service's fuzz run.

At the end it writes one JSON object to the file named by ASSAY_FUZZ_TALLY: requests by phase, answers by status,
operations that answered 2xx at least once, and the slowest answer.
"""

import atexit
import json
import os
from collections import Counter

import schemathesis

phases: Counter = Counter()
statuses: Counter = Counter()
succeeded: set = set()
slowest = {"seconds": 0.0, "operation": ""}


def phase_of(case) -> str:
    meta = getattr(case, "meta", None)
    return meta.phase.name.value if meta is not None else "unknown"


@schemathesis.hook
def after_call(context, case, response):
    phases[phase_of(case)] += 1
    statuses[str(response.status_code)] += 1
    if 200 <= response.status_code < 400:
        succeeded.add(case.operation.label)
    if response.elapsed > slowest["seconds"]:
        slowest.update(seconds=response.elapsed, operation=case.operation.label)


@schemathesis.hook
def after_network_error(context, case, request):
    phases[phase_of(case)] += 1
    statuses["no answer"] += 1


@atexit.register
def write():
    path = os.environ.get("ASSAY_FUZZ_TALLY")
    if path:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(
                {"phases": phases, "statuses": statuses, "succeeded": sorted(succeeded), "slowest": slowest}, file
            )
