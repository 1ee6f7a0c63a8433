#!/usr/bin/env bash
# Install what Strandline needs from Debian or Ubuntu packages, for an installation on the host.
# Run as root. What later parts need (browser, media tools) is asked for by name:
#   scripts/install_deps_ubuntu.sh            Python and certificates
#   scripts/install_deps_ubuntu.sh browser    also Chromium and fonts (tests, captures)
set -euo pipefail

[ "$(id -u)" = 0 ] || { echo "error: run this as root (sudo $0)" >&2; exit 1; }
command -v apt-get >/dev/null || { echo "error: this script is for Debian and Ubuntu" >&2; exit 1; }

packages=(ca-certificates git python3 python3-venv)
for part in "$@"; do
  case "$part" in
    browser) packages+=(chromium fonts-dejavu-core fonts-noto-cjk) ;;
    *) echo "error: unknown part '$part' (there is: browser)" >&2; exit 2 ;;
  esac
done

apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
  || echo "warning: python3 is older than 3.11; install a newer one and set PYTHON to it" >&2
echo "Done. Next: scripts/run"
