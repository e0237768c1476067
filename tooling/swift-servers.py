"""The four servers of a one-disk OpenStack Swift with its S3 API, for tests: swift-servers.py HOME PROXY_PORT

Debian's python3-swift is all that is needed: its server packages add init scripts, debconf questions and a second
web server. HOME gets the configuration, the rings and the stored objects; the storage servers take the three ports
after PROXY_PORT. Everything listens on loopback. Ends, with all its children, on SIGTERM.
"""
import ctypes
import os
import pathlib
import pwd
import shutil
import signal
import sys

home, proxy_port = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
STORAGE = {"account": 1, "container": 2, "object": 3}  # offset to the proxy's port

DEFAULTS = f"""[DEFAULT]
bind_ip = 127.0.0.1
user = {pwd.getpwuid(os.getuid()).pw_name}
swift_dir = {home}
devices = {home}/devices
# One plain folder stands for the disk.
mount_check = false
workers = 0
backlog = 512
fallocate_reserve = 0
log_level = WARNING
log_address = {home}/no-syslog
"""

# tempauth refuses to work without a memcache client, but a signed S3 request carries all that it needs to know: the
# client points at port 0, where nobody can listen, and every look-up is a quick miss.
PROXY = """
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:0
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_assay_test = testing .admin
[filter:slo]
use = egg:swift#slo
"""

STORAGE_SERVER = """
[pipeline:main]
pipeline = healthcheck {kind}-server

[app:{kind}-server]
use = egg:swift#{kind}

[filter:healthcheck]
use = egg:swift#healthcheck
"""


def configure():
    # What an earlier run left in store is nobody's any more.
    shutil.rmtree(home / "devices", ignore_errors=True)
    (home / "devices/disk").mkdir(parents=True)
    (home / "swift.conf").write_text(
        "[swift-hash]\nswift_hash_path_suffix = assay\n"
        "[storage-policy:0]\nname = plain\ndefault = yes\n"
    )
    (home / "proxy-server.conf").write_text(f"{DEFAULTS}bind_port = {proxy_port}\n{PROXY}")
    for kind, offset in STORAGE.items():
        (home / f"{kind}-server.conf").write_text(
            f"{DEFAULTS}bind_port = {proxy_port + offset}\n{STORAGE_SERVER.format(kind=kind)}"
        )


def build_rings():
    from swift.common.ring import RingBuilder

    for kind, offset in STORAGE.items():
        ring = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
        ring.add_dev(
            {
                "region": 1,
                "zone": 1,
                "weight": 1,
                "device": "disk",
                "meta": "",
                "ip": "127.0.0.1",
                "port": proxy_port + offset,
                "replication_ip": "127.0.0.1",
                "replication_port": proxy_port + offset,
            }
        )
        ring.rebalance()
        ring.get_ring().save(str(home / f"{kind}.ring.gz"))


def serve(name):
    from swift.common.wsgi import run_wsgi

    sys.exit(run_wsgi(str(home / f"{name}.conf"), name, verbose=False))


os.chdir(home)  # by which tooling/swift.sh knows its own
configure()
# Some modules of Swift read swift.conf when they are imported: say where it is before any of them.
from swift.common import utils  # noqa: E402

utils.set_swift_dir(str(home))
build_rings()

children = []
for server in ["account-server", "container-server", "object-server", "proxy-server"]:
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)  # a Swift server ends its whole process group
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: nobody outlives the parent
        serve(server)
    children.append(pid)


def end(*_):
    for child in children:
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    sys.exit(0)


signal.signal(signal.SIGTERM, end)
os.wait()
print("a Swift server ended", file=sys.stderr)
end()
