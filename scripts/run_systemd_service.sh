#!/usr/bin/env bash
# Install Strandline as services of systemd, or bring them up to this version. Run as root.
#   scripts/run_systemd_service.sh            one service that does everything (`up`)
#   scripts/run_systemd_service.sh apart      poll, worker and serve as services of their own, with timers for
#                                             the edition and a backup
#   scripts/run_systemd_service.sh remove     stop and remove them; the ledger in /var/lib/strandline stays
# STRANDLINE_ROOT=DIR writes everything below DIR and starts nothing: to build packages, and to try it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

root=${STRANDLINE_ROOT:-}
mode=${1:-up}
program=/opt/strandline
units=$root/etc/systemd/system
all=(strandline strandline-poll strandline-worker strandline-serve strandline-digest strandline-backup)

systemctl_or_nothing() {
  if [ -z "$root" ]; then systemctl "$@"; fi
}

case "$mode" in
  up) wanted=(strandline.service) ;;
  apart)
    wanted=(strandline-poll.service strandline-worker.service strandline-serve.service)
    wanted+=(strandline-digest.timer strandline-backup.timer)
    ;;
  remove) wanted=() ;;
  *) fail "there is no '$mode' (there are: up, apart, remove)" ;;
esac
if [ -z "$root" ]; then
  [ "$(id -u)" = 0 ] || fail "run this as root: sudo $0 $mode"
  [ -d /run/systemd/system ] || fail "systemd does not run here; scripts/run starts Strandline by hand"
fi

stop_all() {
  for name in "${all[@]}"; do
    for kind in timer service; do
      [ ! -f "$units/$name.$kind" ] || systemctl_or_nothing disable --quiet --now "$name.$kind" || true
    done
  done
}

if [ "$mode" = remove ]; then
  stop_all
  for name in "${all[@]}"; do rm -f "$units/$name.service" "$units/$name.timer"; done
  systemctl_or_nothing daemon-reload
  rm -rf "$root$program" "$root/usr/local/bin/strandline"
  rm -f "$root/usr/local/share/man/man1/strandline.1" "$root/usr/share/bash-completion/completions/strandline"
  say "Removed. The ledger is still in /var/lib/strandline, settings in /etc/strandline."
  exit 0
fi

[ -n "$root" ] || scripts/install_deps_ubuntu.sh
if [ -z "$root" ] && ! id strandline >/dev/null 2>&1; then
  useradd --system --user-group --home-dir /var/lib/strandline --no-create-home --shell /usr/sbin/nologin strandline
fi
stop_all  # what runs would miss the files that are replaced
say "Installing the program in $root$program"
completion=$root/usr/share/bash-completion/completions
mkdir -p "$root/opt" "$units" "$root/usr/local/bin" "$root/usr/local/share/man/man1" "$completion" "$root/etc/strandline"
[ -x "$root$program/bin/python" ] || "$(find_python)" -m venv "$root$program"
pip_install "$root$program/bin/python" --upgrade ".[$EXTRAS]"
for file in deploy/systemd/*; do
  sed "s#@PROGRAM@#$program/bin/strandline#" "$file" > "$units/$(basename "$file")"
done
ln -sf "$program/bin/strandline" "$root/usr/local/bin/strandline"
install -m 0644 deploy/man/strandline.1 "$root/usr/local/share/man/man1/strandline.1"
install -m 0644 deploy/completion/strandline.bash "$completion/strandline"
if [ ! -e "$root/etc/strandline/environment" ]; then
  install -m 0640 deploy/environment "$root/etc/strandline/environment"
  [ -n "$root" ] || chgrp strandline "$root/etc/strandline/environment"
fi
systemctl_or_nothing daemon-reload
systemctl_or_nothing enable --quiet --now "${wanted[@]}"
say "Done: ${wanted[*]}. Settings: /etc/strandline/environment. The owner's first link: journalctl -u strandline -n 20"
