#!/usr/bin/env bash
# No process meets two games of one deal, and nothing that it leaves behind reaches the next: a league with a bot that
# plays better when it knows a deal has, to the last byte, the games of its twin without a memory. Where lanes are off it
# is not, and the bot leads, so this test can fail. SOLVENT_DEALS=3000 makes it long (60 deals): 24,000 games with lanes, 12,000 without, ten minutes of a core.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

deals=${SOLVENT_DEALS:-60}
cd "$work"
deja_vu=$SOLVENT_BUILD/tests/support/deja_vu
bwrap=auto
bwrap --ro-bind / / true 2>/dev/null || bwrap=none
name=deja_vu.$$
forget() {
    rm -f "/tmp/$name" "/dev/shm/$name" "/var/tmp/$name" "/run/$name" "$name"
    ipcs -m | awk '$4 == 666 && $5 == 524288 && $6 == 0 { print $2 }' | xargs -r -n 1 ipcrm -m
}
trap 'forget 2>/dev/null; rm -rf -- "$work"' EXIT

# league NAME LANES SANDBOX ARGUMENT...: plays it, with a bot of these arguments and its twin beside two others
league() {
    local league=$1 lanes=$2 sandbox=$3
    shift 3
    cat >"$league.yaml" <<YAML
name: cup
seats: 4
deals: $deals
seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
lanes: $lanes
sandbox: $sandbox
rules: {max_rounds: 60}
bots:
  - {name: it, command: [$deja_vu, $(printf '%s, ' "$@")], matches: ${matches:-8}}
  - {name: twin, command: [$deja_vu, --amnesia, $name], matches: ${matches:-8}}
  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: ${matches:-8}}
  - {name: tiny, command: [$SOLVENT_BUILD/bots/tiny], matches: ${matches:-8}}
YAML
    rm -f "$league.db"*
    "$solvent" league run "$league.yaml" --store "$league.db" -j "${workers:-2}" >log 2>&1 || die "$(cat log)"
    grep -q '^incidents: none' log || die "$league: $(cat log)"
}


# lead LEAGUE: by how many standard errors of deals `it` is before its twin
lead() {
    python3 - "$1.db" <<'PY'
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("""SELECT deal, sum(points * (bot = 0)) - sum(points * (bot = 1))
    FROM seats JOIN matches USING (number) GROUP BY deal""").fetchall()
d = [row[1] for row in rows]
n, mean = len(d), sum(d) / len(d)
print("%.1f" % (mean / ((sum((x - mean) ** 2 for x in d) / (n - 1) / n) ** 0.5 or 1e-9)))
PY
}

forget 2>/dev/null
league amnesiac auto $bwrap --amnesia "$name"
forget 2>/dev/null
if [[ $bwrap == auto ]]; then
    league lanes auto auto "$name"
    [[ $(digest lanes.db) == "$(digest amnesiac.db)" ]] || die "with lanes, a bot that remembers plays another league"
    forget 2>/dev/null
    matches=2 league blocks auto auto "$name" # blocks of 16 deals at first: the last lane of one and the first of the next share processes
    [[ $(digest blocks.db) == "$(digest amnesiac.db)" ]] || die "in blocks, a bot that remembers plays another league"
    echo "with lanes: the same league, $("$solvent" rank lanes.db --format json | grep -o '"games":[0-9]*' | head -n 1)"
else
    echo "bubblewrap does not work here: lanes are not held against files that bots leave"
fi

# The test of the test: in one process, and through files without a sandbox, it knows deals again.
forget 2>/dev/null
workers=1 league off off $bwrap "$name"
[[ $(digest off.db) != "$(digest amnesiac.db)" ]] || die "with lanes off, nothing was remembered"
echo "lanes off: leads by $(lead off) standard errors"
awk -v lead="$(lead off)" 'BEGIN { exit !(lead > 5) }' || die "a memory is worth nothing: $(lead off)"
# That there is something to remember in files is known after few deals.
if ((deals > 60)); then
    deals=60
    league amnesiac auto $bwrap --amnesia "$name"
fi
forget 2>/dev/null
league open auto none "$name"
[[ $(digest open.db) != "$(digest amnesiac.db)" ]] || die "without a sandbox, files tell nothing"
echo "lanes, but no sandbox: leads by $(lead open) standard errors"

# How many processes a bot has had: none meets two lanes, and where a deal has one game, one plays all of them.
starts() {
    cat >starts.yaml <<YAML
name: starts
seats: 2
$2
seatings: $1
rules: {max_rounds: 5}
sandbox: none
bots:
  - {name: told, command: [./told]}
  - {name: tiny, command: [$SOLVENT_BUILD/bots/tiny]}
YAML
    rm -rf starts.db* starts.logs
    "$solvent" league run starts.yaml >log 2>&1 || die "$(cat log)"
    grep -c started starts.logs/told.log
}
printf '#!/bin/sh\necho started\nexec %s/bots/tiny\n' "$SOLVENT_BUILD" >told
chmod 755 told . "$work"
league=$'seed: 1\ndeals: 40'
[[ $(starts fixed "$league") == 1 ]] || die "deals of one game take more than one process: $(starts fixed "$league")"
# Two lanes, and blocks of 8 and 32 deals: the second lane of the one and the first of the other are of one process.
[[ $(starts rotations "$league") == 3 ]] || die "two lanes and two blocks: $(starts rotations "$league")"
# Stages too: the deals of a stage are new to all.
season=$'format: ladder\ndeals: 2\nbudget: {games: 12}'
[[ $(starts fixed "$season") == 1 ]] || die "stages of deals of one game take more than one process: $(starts fixed "$season")"
[[ $(starts rotations "$season") == 4 ]] || die "two lanes and three stages: $(starts rotations "$season")"

# The guards around it.
sed 's/^lanes: auto/lanes: apart/' amnesiac.yaml >x.yaml
expect 2 "$solvent" league run x.yaml; one_line; tells "lanes: found 'apart', expected auto or off"
