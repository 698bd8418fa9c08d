#!/usr/bin/env bash
# Bots that cannot play are set aside before a run's first game; the league plays on without them, or in a ladder with the
# last version that worked. The reason is told wherever a bot is, and -q prints only news.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
support=$SOLVENT_BUILD/tests/support
cd -- "$work"
mkdir bots

bot() { # NAME LINE...: a script
    printf '%s\n' '#!/bin/sh' "${@:2}" >"bots/$1"
    chmod +x "bots/$1"
}
league() { # FORMAT [LINE...]: careful, tiny and five that cannot play
    printf '%s\n' 'name: cup' 'seats: 2' 'deals: 2' 'seed: 1' 'rules: {max_rounds: 30}' "$@" 'bots:' \
        '  - {name: careful, command: [careful]}' \
        '  - {name: tiny, command: [tiny], matches: 64}' \
        '  - {name: missing, command: [./bots/missing]}' \
        '  - {name: closed, command: [./bots/closed]}' \
        '  - {name: dies, command: [./bots/dies]}' \
        "  - {name: wrong, command: [$support/crook, illegal]}" \
        "  - {name: crash, command: [$support/crook, crash, '3']}" >cup.yaml
}
reasons=(
    "missing is set aside: cannot run './bots/missing': No such file or directory"
    "closed is set aside: cannot run './bots/closed': Permission denied"
    "dies is set aside: exited with status 4 before it said hello; it printed: no model.bin"
    "wrong is set aside: gave 0 malformed and [0-9]* illegal answers in a match"
    "crash is set aside: .*SIGSEGV.*, asked '[a-z_]*' in seat [01], decision [0-9]*"
)
tell_all() { # COMMAND...: tells every reason
    expect 0 "$@"
    local reason
    for reason in "${reasons[@]}"; do
        says "$reason"
    done
}
echo '#!/bin/sh' >bots/closed
bot dies 'echo "no model.bin"' 'exit 4'
league
[[ ! $sanitized -gt 0 ]] || reasons=("${reasons[@]:0:4}") # a crash is a report there

# They are set aside; the others play all their games, without a forfeit.
expect 0 "$solvent" league run cup.yaml
warns "bot 'missing' is set aside: cannot run"
says '^cup: 4 of 4 games'
says '^incidents: none'
tell_all "$solvent" league status cup.db
says '^cup: done, 4 of 4 games (100%)'
says '^careful .* 0  *0  *0$\|^ *[12]  careful .* 0  *0  *0$'
tell_all "$solvent" rank cup.db
tell_all "$solvent" replay cup.db#1 --printed
expect 0 "$solvent" league status cup.db --format json
says '"bot":"dies".*"status":"set aside","reason":"exited with status 4'
expect 0 "$solvent" report cup.db -o cup.html
grep -q '"bot":"dies","status":"set aside","reason":"exited with status 4' cup.html || die 'the report gives no reason'
expect 0 "$solvent" verify cup.db
games() { "$solvent" games "$1" --format csv | cut -d, -f4-; } # deals have other numbers
before=$(games cup.db)

# Again: they are tried, and nothing is new. Without the broken ones the same games are played.
expect 0 "$solvent" league run cup.yaml -q
[[ ! -s $work/out && ! -s $work/err ]] || die "nothing is new: $(cat "$work/out" "$work/err")"
grep -v 'bots/\|crook' cup.yaml >pure.yaml
expect 0 "$solvent" league run pure.yaml --store pure.db -q
[[ $(games pure.db) == "$before" ]] || die 'bots that are set aside change the games of the others'

# Once a week a quiet run lists those that still cannot play.
grep -v 'name: dies\|crook' cup.yaml >week.yaml
quiet() { expect 0 "$solvent" league run week.yaml --store week.db -q; }
days() { python3 -c 'import sqlite3; sqlite3.connect("week.db", isolation_level=None).execute("UPDATE runs SET began_ms = began_ms - '"$1"' * 86400000")'; }
quiet
days 6
quiet
[[ ! -s $work/out && ! -s $work/err ]] || die "told before a week is over: $(cat "$work/out" "$work/err")"
days 1
quiet
says "^bot 'missing' is still set aside: cannot run './bots/missing': No such file or directory$"
says "^bot 'closed' is still set aside: cannot run './bots/closed': Permission denied$"
[[ $(wc -l <"$work/out") == 2 ]] || die "more than who is set aside: $(cat "$work/out")"
quiet
[[ ! -s $work/out ]] || die "told twice in a week: $(cat "$work/out")"

# One is mended, another breaks in another way.
cp -- "$SOLVENT_BUILD/bots/careful" bots/missing
bot dies 'exit 5'
expect 0 "$solvent" league run cup.yaml -q
says "^bot 'missing' plays again$"
says "^bot 'dies' is set aside: exited with status 5 before it said hello$"
[[ $(wc -l <"$work/out") == 2 ]] || die "more than is new: $(cat "$work/out")"
expect 0 "$solvent" league status cup.db
says '^cup: done, 12 of 12 games'
! grep -q 'missing is' "$work/out" || die 'a bot that plays has a reason'
expect 0 "$solvent" verify cup.db

# Shards obey the store that they come after.
expect 0 "$solvent" league run cup.yaml --store base.db -q
sed 's/^deals: 2/deals: 4/' cup.yaml >more.yaml
expect 0 "$solvent" league plan more.yaml --store base.db --shards 2
says '12 games in 2 shards'
for shard in 1 2; do
    expect 0 "$solvent" league run more.yaml --shard "$shard/2" --after base.db --store "part$shard.db"
done
expect 0 "$solvent" league merge base.db part1.db part2.db
expect 0 "$solvent" league run more.yaml --store base.db
says 'nothing was left to play'
expect 0 "$solvent" league run more.yaml --store whole.db -q
[[ $(digest base.db) == "$(digest whole.db)" ]] || die 'shards played other games'

# Without a trial all is as the file says.
rm -f -- cup.db
expect 2 "$solvent" league run cup.yaml --no-trial
tells "expected the program of bot 'closed'"

# An accident that happens to a process once is no reason.
bot once "[ -e $work/was ] || { touch $work/was; exit 9; }" "exec $SOLVENT_BUILD/bots/careful"
league 'sandbox: none'
sed -i '/missing\|closed\|dies\|crook/d' cup.yaml
echo '  - {name: once, command: [./bots/once]}' >>cup.yaml
expect 0 "$solvent" league run cup.yaml --store once.db
says '^cup: 12 of 12 games'
[[ -e was ]] || die 'it was not tried'
! grep -q 'is set aside' "$work/err" || die 'one end of a process is a reason'

# Too few are left: a line, and no store.
league
sed -i '/tiny\|careful\|missing/d' cup.yaml
expect 2 "$solvent" league run cup.yaml --store few.db
warns "bot 'dies' is set aside"
warns 'cup.yaml: [01] of 4 bots can play, which is too few for format: round_robin with seats: 2'
[[ ! -e few.db ]] || die 'a store of a league that nobody can play'
expect 2 "$solvent" league run cup.yaml --store few.db -q
says "^bot 'dies' is set aside"

# Lateness is no reason, and a knockout goes on without who is set aside.
league 'format: knockout' 'clock: {decision_ms: 10, bank_ms: 0, strikes: 1}'
sed -i '/crook\|missing/d; /^deals/d' cup.yaml
printf '  - {name: slow, command: [%s, "20"]}\n' "$support/slowly" >>cup.yaml
expect 0 "$solvent" league run cup.yaml --store knockout.db
warns "bot 'dies' is set aside"
! grep -q "bot 'slow' is set aside" "$work/err" || die 'a slow bot is set aside'
cp -f -- "$SOLVENT_BUILD/bots/careful" bots/dies
expect 0 "$solvent" league run cup.yaml --store knockout.db

# In a swiss it comes back; leagues that go by results are run again when they are over, with and without it.
for format in 'format: swiss' 'stop_when: {top: 1, max_deals: 30}'; do
    rm -f -- results.db bots/dies
    league "$format"
    sed -i '/crook\|missing\|closed/d' cup.yaml
    expect 0 "$solvent" league run cup.yaml --store results.db
    warns "bot 'dies' is set aside: cannot run './bots/dies'"
    says 'incidents: none'
    expect 0 "$solvent" league run cup.yaml --store results.db -q
    cp -- "$SOLVENT_BUILD/bots/careful" bots/dies
    expect 0 "$solvent" league run cup.yaml --store results.db -q
    says "bot 'dies' plays again"
    expect 0 "$solvent" league run cup.yaml --store results.db
    expect 0 "$solvent" verify results.db
done

# A ladder plays the last version that worked, from its own copy of the files.
mkdir -p bots/lib
cp -- "$SOLVENT_BUILD/bots/careful" bots/lib/engine
good='exec "$(dirname "$0")/lib/engine" "$@"'
bot mine "$good"
cat >night.yaml <<EOF
name: night
seats: 3
format: ladder
budget: {games: 24}
rules: {max_rounds: 30}
bots:
  - {name: careful, command: [careful], matches: 4}
  - {name: tiny, command: [tiny], matches: 4}
  - {name: mine, command: [./bots/mine], files: [bots/lib]}
EOF
expect 0 "$solvent" league run night.yaml -q
closed=$((EUID == 0 ? 711 : 700)) # root's bots are users of their own
[[ $(stat -c %a night.bots) == "$closed" ]] || die "others can list the copies of bots: $(stat -c %a night.bots)"
bot mine 'echo broken' 'exit 3'
expect 0 "$solvent" league run night.yaml -q
says "^bot 'mine' plays in an older version, as the new one failed: exited with status 3 before it said hello; it printed: broken$"
played() { "$solvent" rank night.db --format csv --wide | python3 -c '
import csv, sys
print(*(row["games"] for row in csv.DictReader(sys.stdin) if row["bot"].startswith("mine")))'; }
first=$(played)
expect 0 "$solvent" league run night.yaml -q
[[ ! -s $work/out ]] || die "nothing is new: $(cat "$work/out")"
[[ $(played) -gt $first ]] || die "the older version does not play: $(played)"
expect 0 "$solvent" league plan night.yaml --shards 1
expect 0 "$solvent" league run night.yaml --shard 1/1 --after night.db --store part.db
expect 0 "$solvent" league merge night.db part.db
rm -r bots/mine
expect 0 "$solvent" league run night.yaml -q
says "^bot 'mine' plays in an older version, as the new one failed: cannot run './bots/mine': No such file"
bot mine "$good # better"
expect 0 "$solvent" league run night.yaml -q
says "^bot 'mine' plays again$"
expect 0 "$solvent" rank night.db
says '^ *[0-9?() -]*mine (2)\|mine (2)'
says '^ladder: 3 entries play; 1 does not play and is ranked by its past games (1 older version)$'
[[ $(find night.bots -mindepth 1 -maxdepth 1 | wc -l) == 3 ]] || die "copies of versions that nobody plays: $(ls night.bots)"
expect 0 "$solvent" verify night.db
