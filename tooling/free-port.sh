#!/usr/bin/env bash
# Prints the first of COUNT neighbouring ports of loopback that a server can have: tooling/free-port.sh FROM [COUNT]
#
# A port is tried by binding it: one that refuses connections may still be the local end of somebody's connection. Start
# below 32768, where Linux takes such ends from.
set -euo pipefail

exec /usr/bin/python3 - "$1" "${2:-1}" <<'PYTHON'
import socket
import sys

start, count = map(int, sys.argv[1:])


def free(port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do: a closed connection is no hindrance
        try:
            probe.bind(("127.0.0.1", port))
            probe.listen()
        except OSError:
            return False
        return True


for first in range(start, 65536 - count, count):
    if all(free(first + offset) for offset in range(count)):
        print(first)
        break
else:
    sys.exit(f"no {count} free ports from {start} on: end what listens there")
PYTHON
