#!/usr/bin/env bash
# Lacks of a machine while a league runs: room on the disk, the right to write, open files. One line says so, the status is 3,
# no bot pays for it with a game, stored games stay, and the same command plays the rest.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd -- "$work"
mkdir bots
cp "$SOLVENT_BUILD"/bots/{tiny,random} bots
chmod -R a+rX "$work"

cat >cup.yaml <<'YAML'
name: cup
seats: 2
deals: 60
seed: fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210
rules: {max_rounds: 20}
sandbox: none
bots:
  - {name: tiny, command: [bots/tiny], matches: 8}
  - {name: random, command: [bots/random], matches: 8}
YAML
games() { "$solvent" games "$1" --format csv | awk 'END { print int(NR / 2) }'; } # a line for each of its two seats
expect 0 "$solvent" league run cup.yaml --store whole.db
says 'incidents: none'

# lacks PATTERN: one line with the command's name says it, besides the warning of the sandbox, and no bot has lost a game.
lacks() {
    grep -v -e 'WARNING: no sandbox' -e 'what bots print goes to' "$work/err" >said || true
    [[ $(grep -cvE ': [0-9]+ of [0-9]+ games \(' said) == 1 ]] || die "not one line: $(cat said)"
    grep -q "^solvent league run: .*$1" said || die "no \"$1\": $(cat said)"
}
# whole STORE: the same command plays the rest, and nothing shows.
whole() {
    expect 0 "$solvent" league run cup.yaml --store "$1"
    says 'incidents: none'
    [[ $(digest "$1") == $(digest whole.db) ]] || die "$1: other games than without a lack"
    expect 0 "$solvent" verify "$1"
}

# ---- a file that may be no longer, as a full disk: at the beginning, and amid the games
limited() { (ulimit -f "$1" && exec "$solvent" league run cup.yaml --store "$2"); }
for kib in 8 80 180 280; do
    expect 3 limited $kib disk.db
    lacks 'disk.db: '
    [[ $kib == 8 ]] || { games disk.db >before && expect 0 "$solvent" verify disk.db; }
done
echo "stored before the limit: $(cat before) games" # 0 where the first commit was too large already
whole disk.db
(($(games disk.db) == 120)) || die "$(games disk.db) games"

# ---- a disk that is full, where one can be made
if unshare -m bash -c 'mount -t tmpfs -o size=400k none /mnt' 2>/dev/null; then
    expect 3 unshare -m bash -c "mkdir full && mount -t tmpfs -o size=400k none full && '$solvent' league run cup.yaml --store full/cup.db;
        status=\$?; cp full/cup.db* . || status=4; exit \$status"
    lacks 'disk is full'
    whole cup.db
fi

# ---- a folder that may not be written to
if [[ $(id -u) == 0 ]]; then
    as=(setpriv --reuid 2000000000 --regid 2000000000 --clear-groups)
else
    as=()
fi
mkdir closed
cp cup.yaml closed
chmod 555 closed
if "${as[@]}" true 2>/dev/null && ! "${as[@]}" touch closed/x 2>/dev/null && "${as[@]}" test -x "$solvent"; then
    expect 3 "${as[@]}" "$solvent" league run cup.yaml --store closed/new.db
    lacks 'closed/new.db: cannot be opened for writing: Permission denied'
fi
chmod 755 closed

# ---- open files: too few are told before anything is played
few() { (ulimit -n "$1" && exec "$solvent" league run cup.yaml --store few.db); }
for files in 16 24 40; do
    expect 3 few $files
    lacks "2 bots and 1 worker need [0-9]* open files, and no more than $files are allowed here (ulimit -n)"
done
whole few.db

# begin YAML STORE: in the background, up to its first games.
begin() {
    "$solvent" league run "$1" --store "$2" >amid.out 2>err &
    pid=$!
    until [[ $(games "$2" 2>/dev/null) == [1-9]* ]]; do
        kill -0 $pid 2>/dev/null || break
        sleep 0.01
    done
}
status_of() { status=0; wait "$1" || status=$?; }

# Amid the games, when the next bots are started; unless the league was over before.
begin cup.yaml amid.db
if prlimit --pid $pid --nofile=12:12 2>/dev/null; then
    status_of $pid
    if ((status != 0)); then
        ((status == 3)) || die "status $status: $(cat err)"
        lacks 'open files'
    fi
fi
whole amid.db

# And when one bot is started again: its loss costs it the games that it was in, and the lack nothing.
sed 's/^name: cup/name: long/; s/^deals: 60/deals: 20000\nlanes: off/' cup.yaml >long.yaml
begin long.yaml long.db
prlimit --pid $pid --nofile=12:12
kill -KILL $(pgrep -f "^$work/bots/random" || pgrep -f "^bots/random")
status_of $pid
((status == 3)) || die "status $status: $(cat err)"
grep -q "^solvent league run: bot 'random' cannot .*: Too many open files; to go on: " err || die "the lack is not told: $(cat err)"
! grep -q 'it forfeits its seats' err || die "the bot has paid: $(cat err)"
expect 0 "$solvent" verify long.db
expect 0 "$solvent" rank long.db --format json
python3 - "$work/out" <<'PYTHON'
import re, sys
forfeited = [int(n) for n in re.findall(r'"forfeited":(\d+)', open(sys.argv[1]).read())]
assert forfeited and sum(forfeited) <= 8, forfeited
PYTHON
