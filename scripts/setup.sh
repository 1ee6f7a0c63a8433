# shellcheck shell=bash
# Sourced by the other scripts: a Python environment in .venv with what is asked for.
# Needs Python 3.11 or newer; installs nothing outside .venv but Debian's packages.

# What an installation has besides the program itself; the image and docs/operations.md name it too.
# shellcheck disable=SC2034
EXTRAS=archive,browser,chats,media,pictures,postgres,stories

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

say() {
  if [ -t 2 ]; then printf '\n\033[1m%s\033[0m\n' "$*" >&2; else printf '\n%s\n' "$*" >&2; fi
}

# Run a command as root where this user can; fail otherwise.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    sudo "$@"
  else
    return 1
  fi
}

# What captures need and is not here, by the names of Debian's packages.
missing_tools() {
  local name node
  for name in chromium-headless-shell chromium chromium-browser google-chrome-stable ""; do
    [ -z "$name" ] || ! command -v "$name" >/dev/null 2>&1 || break
  done
  [ -n "$name" ] || printf 'chromium '
  command -v ffmpeg >/dev/null 2>&1 || printf 'ffmpeg '
  for node in .venv/lib/python3*/site-packages/playwright/driver/node; do
    [ ! -x "$node" ] || "$node" --version >/dev/null 2>&1 || printf 'libatomic1 ' # Playwright's
  done
}

# Install what captures need; where that takes a password, a person is asked, and asked once.
install_tools() {
  local missing answer
  missing=$(missing_tools)
  [ -n "$missing" ] || return 0
  if command -v apt-get >/dev/null 2>&1; then
    if as_root true 2>/dev/null; then
      say "Installing what captures need: $missing"
      as_root scripts/install_deps_ubuntu.sh >/dev/null && return 0
    elif [ -t 0 ] && [ ! -e .venv/.asked ] && command -v sudo >/dev/null 2>&1; then
      say "Pictures, prints and films of pages need $missing"
      printf 'Install them now, with sudo? [Y/n] ' >&2
      read -r answer || answer=n
      : > .venv/.asked
      case "$answer" in
        [Nn]*) ;;
        *) sudo scripts/install_deps_ubuntu.sh >/dev/null && return 0 ;;
      esac
    fi
  fi
  missing=$(missing_tools)
  [ -n "$missing" ] || return 0
  say "Not here: $missing- without them pages are kept as text and as sent, but without pictures, prints and films."
  printf 'To have them (as root): %s/scripts/install_deps_ubuntu.sh\n' "$PWD" >&2
}

apt_install() {
  command -v apt-get >/dev/null 2>&1 || return 1
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >/dev/null 2>&1 || true
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

find_python() {
  for name in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
    if [ -n "$name" ] && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return 0
    fi
  done
  return 1
}

make_venv() {
  [ -x .venv/bin/python ] && .venv/bin/python -c 'import pip' 2>/dev/null && return 0
  local python
  python=$(find_python) || fail "Python 3.11 or newer is needed. On Debian or Ubuntu: apt-get install python3 python3-venv"
  say "Making a Python environment in .venv ($python)"
  rm -rf .venv
  if ! "$python" -m venv .venv 2>/dev/null; then
    rm -rf .venv
    apt_install python3-venv "$(basename "$(readlink -f "$python")")-venv" 2>/dev/null || apt_install python3-venv \
      || fail "the venv module is missing: apt-get install python3-venv"
    "$python" -m venv .venv || fail "$python cannot make a virtual environment"
  fi
}

# pip_install PYTHON WHAT...: newer pip first, as old ones know fewer wheels.
pip_install() {
  local python=$1
  shift
  "$python" -m pip install --quiet --disable-pip-version-check --upgrade pip \
    || fail "pip cannot reach a package index; check the network and try again"
  # On a terminal pip says what it fetches, with a bar; in a log it keeps quiet.
  local quiet=--quiet
  [ ! -t 1 ] || quiet=--progress-bar=on
  "$python" -m pip install "$quiet" --disable-pip-version-check "$@" \
    || fail "installation failed; the reason stands above"
}

# install_package EXTRAS: installs again only when pyproject.toml or the extras have changed.
install_package() {
  local stamp=".venv/.installed" want
  want="$(cksum < pyproject.toml) $1"
  [ -f "$stamp" ] && grep -qxF "$want" "$stamp" && return 0
  say "Installing Strandline and what it needs (some minutes on a slow machine)"
  pip_install .venv/bin/python --editable ".$1"
  # The extras of an earlier call stay installed, so its line stays true.
  printf '%s\n' "$want" >> "$stamp"
}
