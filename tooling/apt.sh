#!/usr/bin/env bash
# Installs the Debian packages named as arguments. Packages that are present cost nothing (no root, no network).
set -euo pipefail

missing=()
for package in "$@"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" != 0 ]; then
  echo "missing Debian packages: ${missing[*]}. Run as root: apt-get install ${missing[*]}" >&2
  exit 1
fi

export DEBIAN_FRONTEND=noninteractive
install() {
  # The lock timeout lets two installs on one machine take turns.
  apt-get -o DPkg::Lock::Timeout=300 update -qq &&
    apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

echo "installing Debian packages: ${missing[*]}" >&2
install || {
  echo 'apt-get failed; trying once more' >&2
  sleep 3
  install
}
