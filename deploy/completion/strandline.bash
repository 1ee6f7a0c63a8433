# Completion of strandline for bash, and zsh after bashcompinit.
# Written by scripts/help_files.
_strandline() {
  local word path=strandline current="${COMP_WORDS[COMP_CWORD]}" known
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${_strandline_verbs[$path]-} " in *" $word "*) path="$path $word" ;; esac
  done
  case "$current" in
    -*) known=${_strandline_options[$path]-} ;;
    *) known=${_strandline_verbs[$path]-} ;;
  esac
  if [ -n "$known" ]; then
    COMPREPLY=($(compgen -W "$known" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
declare -A _strandline_verbs=(
  ['strandline']='up demo init status doctor sources poll url feed links digest subscribers mail history readers users explain dedup compare evaluate archive worker search searches export publish serve migrate'
  ['strandline sources']='add list edit remove pause resume retire adopt tag untag move import export'
  ['strandline digest']='run list show approve send-back schedule stop publish skip take-up drop pin move section picture words introduction closing add acts undo redo left-out send status hold resume'
  ['strandline subscribers']='add import list show pause resume remove suppress suppressed unsuppress'
  ['strandline mail']='receive received test'
  ['strandline history']='list import export search remove prune'
  ['strandline readers']='add edit set export mute unmute list remove'
  ['strandline users']='add list role reset remove'
  ['strandline dedup']='backfill review label merge split main thread link unlink withdraw'
  ['strandline archive']='now list retry failures cancel first verify sweep'
  ['strandline searches']='list renew remove'
  ['strandline export']='json csv parquet rss wacz'
)
declare -A _strandline_options=(
  ['strandline']='--config --version'
  ['strandline up']='--host --port'
  ['strandline demo']='--days --port --data --serve --no-serve'
  ['strandline init']='--force'
  ['strandline status']='--json'
  ['strandline doctor']='--json --online'
  ['strandline sources add']='--name --kind --language --reputation --type --category --interval --timezone --item --follow-replies --no-follow-replies --tag --json'
  ['strandline sources list']='--json --active'
  ['strandline sources edit']='--url --name --kind --language --reputation --type --category --interval --timezone --item --follow-replies --no-follow-replies --tag --active --inactive'
  ['strandline sources import']='--dry-run --json'
  ['strandline sources export']='--output -o'
  ['strandline poll']='--once --now --force --json'
  ['strandline feed']='--base --content-type'
  ['strandline links']='--base --own-host'
  ['strandline digest run']='--reader --now --extra --draft --publish --json'
  ['strandline digest list']='--reader --state --limit --json'
  ['strandline digest show']='--format --reader'
  ['strandline digest approve']='--take-out --keep --publish'
  ['strandline digest send-back']='--note'
  ['strandline digest schedule']='--at'
  ['strandline digest stop']='--note'
  ['strandline digest skip']='--note'
  ['strandline digest pin']='--off'
  ['strandline digest words']='--title --summary'
  ['strandline digest add']='--even-shown'
  ['strandline digest acts']='--json'
  ['strandline digest left-out']='--step --limit --json'
  ['strandline digest status']='--json'
  ['strandline digest hold']='--note'
  ['strandline subscribers add']='--basis --list --language'
  ['strandline subscribers import']='--basis --list --dry-run --no-dry-run'
  ['strandline subscribers list']='--list --state --limit --json'
  ['strandline subscribers suppress']='--reason'
  ['strandline subscribers suppressed']='--after --limit'
  ['strandline mail receive']='--to'
  ['strandline mail received']='--kind --limit --show --no-show'
  ['strandline mail test']='--edition'
  ['strandline history list']='--reader --json'
  ['strandline history import']='--reader --now'
  ['strandline history export']='--reader'
  ['strandline history search']='--reader --limit'
  ['strandline history remove']='--reader'
  ['strandline history prune']='--reader --now'
  ['strandline readers add']='--name --email --source --category --article-history-days --archive-days --max-items-per-category --max-age-hours --window-hours --source-diversity-window --max-per-source --language --history-by-story --history-by-url --fill-free-places --keep-free-places --threads-together --threads-apart --weight --json'
  ['strandline readers edit']='--name --email --source --category --article-history-days --archive-days --max-items-per-category --max-age-hours --window-hours --source-diversity-window --max-per-source --language --history-by-story --history-by-url --fill-free-places --keep-free-places --threads-together --threads-apart --weight --json'
  ['strandline readers list']='--json'
  ['strandline readers remove']='--yes'
  ['strandline users add']='--role --name --reader --password-stdin'
  ['strandline users list']='--json'
  ['strandline users role']='--reader'
  ['strandline explain']='--json'
  ['strandline dedup backfill']='--since --engine --folder --processes --json'
  ['strandline dedup review']='--limit --json'
  ['strandline dedup label']='--out --limit --no-vectors'
  ['strandline dedup merge']='--note --json'
  ['strandline dedup split']='--note --json'
  ['strandline dedup main']='--json'
  ['strandline dedup thread']='--limit --json'
  ['strandline dedup link']='--note --json'
  ['strandline dedup unlink']='--note --json'
  ['strandline dedup withdraw']='--note --json'
  ['strandline compare']='--explain --off --no-vectors'
  ['strandline evaluate']='--rulings --stream --fit --name --invented --groups --ablate --off --no-vectors --judge --most --wrong --json'
  ['strandline archive now']='--force --json'
  ['strandline archive list']='--status --url --limit --json'
  ['strandline archive retry']='--all --reason --json'
  ['strandline archive failures']='--json'
  ['strandline archive verify']='--json'
  ['strandline archive sweep']='--json'
  ['strandline worker']='--once --concurrency'
  ['strandline search']='--domain --source --category --language --kept --not-kept --has-video --no-video --status --since --until --ranked --limit --save --json'
  ['strandline searches list']='--json'
  ['strandline export json']='--table'
  ['strandline export csv']='--table'
  ['strandline export parquet']='--table'
  ['strandline publish']='--texts --license --license-url --provenance --json'
  ['strandline serve']='--host --port'
  ['strandline migrate']='--check --rekey --json'
)
complete -o filenames -F _strandline strandline
