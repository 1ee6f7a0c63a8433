#!/usr/bin/env bash
# Install what Strandline needs from Debian or Ubuntu packages: Python, and what captures use (Chromium
# with fonts, ffmpeg). Run as root; it changes nothing else.
#   scripts/install_deps_ubuntu.sh            all of it
#   scripts/install_deps_ubuntu.sh minimal    Python and certificates: no pictures, prints and films of pages
set -euo pipefail

[ "$(id -u)" = 0 ] || { echo "error: run this as root (sudo $0)" >&2; exit 1; }
command -v apt-get >/dev/null || { echo "error: this script is for Debian and Ubuntu" >&2; exit 1; }
export DEBIAN_FRONTEND=noninteractive

packages=(ca-certificates git python3 python3-venv)
apt-get update -qq
case "${1:-all}" in
  minimal) ;;
  all)
    packages+=(ffmpeg fonts-dejavu-core fonts-noto-cjk libatomic1) # the last one for Playwright's Node.js
    # The headless shell is smaller and starts faster; Ubuntu's `chromium` is a snap, and works where snaps do.
    for browser in chromium-headless-shell chromium chromium-browser; do
      if apt-cache show "$browser" >/dev/null 2>&1; then
        packages+=("$browser")
        break
      fi
    done
    ;;
  *) echo "error: unknown part '$1' (there is: minimal)" >&2; exit 2 ;;
esac
apt-get install -y -qq --no-install-recommends "${packages[@]}"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
  || echo "warning: python3 is older than 3.11; install a newer one and set PYTHON to it" >&2
echo "Installed: ${packages[*]}"
