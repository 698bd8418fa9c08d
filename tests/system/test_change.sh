#!/usr/bin/env bash
# Leagues whose file changes while they are played, with real bots and in every format. A lawful change extends the store and
# the games stay those of the plan, whatever the workers and kills. Any other is refused in one line with key and both values.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

cd "$work"
programs=(tiny random careful)

# league BOTS LINE...: writes cup.yaml; _status[I] is put to bot I.
declare -A _status=()
league() {
    local i n=$1
    shift
    {
        printf '%s\n' "name: cup" "seats: 3" "seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" \
            "rules: {max_rounds: 12}" "clock: {decision_ms: 20000}" "sandbox: none" "$@" "bots:"
        for ((i = 1; i <= n; i++)); do
            printf '  - {name: bot%d, command: [%s], matches: 8%s}\n' "$i" "$SOLVENT_BUILD/bots/${programs[i % 3]}" "${_status[$i]:-}"
        done
    } >cup.yaml
}
run() { "$solvent" league run cup.yaml "$@" >log 2>&1 || die "$(cat log)"; }
begin() { # a run that is killed somewhere in its middle
    rm -f cup.db*
    "$solvent" league run cup.yaml -q -j 2 >log 2>&1 &
    # Not before its first match is stored: however busy the machine is, there is something to go on from.
    while kill -0 $! 2>/dev/null && [[ $(count 'SELECT count(*) > 0 FROM matches' 2>/dev/null) != 1 ]]; do sleep 0.05; done
    sleep "0.$((RANDOM % 5))"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
}
ranks() { expect 0 "$solvent" verify cup.db; tells "as recorded"; expect 0 "$solvent" rank cup.db; cat out; }
count() { python3 -c 'import sqlite3, sys; print(sqlite3.connect("cup.db").execute(sys.argv[1]).fetchone()[0])' "$1"; }
gone() { _status[$1]=", status: $2, reason: \"it is bot $1, and lied\""; }
# The results of a store, however its games are numbered.
points() {
    "$solvent" rank "$1" --format csv >points.csv
    paste -d, <(column bot <points.csv) <(column games <points.csv) <(column points <points.csv) <(column wins <points.csv) \
        <(column place <points.csv) <(column worth <points.csv) | sort
}
digest() { "$solvent" rank "$1" --format json | grep -o '"digest":"[0-9a-f]*"'; }

# ---- a round robin grows to what it would have been
league 4 "deals: 2"
begin
league 4 "deals: 3"
run
league 5 "deals: 4"
run -j 2
grep -q '^cup: 120 of 120 games' log || die "not 120 games: $(cat log)" # 10 tables, 4 deals, 3 seatings
ranks
run --store whole.db
[[ $(points cup.db) == "$(points whole.db)" ]] || die "a league that has grown has other games"

# ---- withdrawn, then disqualified: its games are off, then left out
league 5 "deals: 12"
begin
before=$(count 'SELECT count(*) FROM seats WHERE bot = 1')
gone 2 withdrawn
league 5 "deals: 12"
run
[[ $(count 'SELECT count(*) FROM seats WHERE bot = 1') == "$before" ]] || die "bot2 has played on"
ranks
says 'bot2 is withdrawn: it is bot 2, and lied'
gone 2 disqualified
league 5 "deals: 12"
run
ranks
if ((before > 0)); then says 'games are left out'; fi
expect 0 "$solvent" rank cup.db --format csv
says ',bot2,.*,disqualified,"it is bot 2, and lied",,bot2,{},$'; [[ $(column games <out | tail -n 1) == 0 ]] || die "a game counts"
_status=()
league 5 "deals: 12"
run
grep -q '^cup: 360 of 360 games' log || die "not all games: $(cat log)"
ranks

# ---- the program of a bot that plays no more is not needed
gone 2 withdrawn
league 5 "deals: 13"
sed -i '/name: bot2,/s,/bots/[a-z]*,/bots/trader,' cup.yaml
expect 2 "$solvent" league run cup.yaml --store cup.db; tells 'bots[1].command: found "'; tells "but bot 'bot2' of the store has \""
league 5 "deals: 13"
cp "$SOLVENT_BUILD/bots/careful" bot # of an author who takes it away
sed "s,$SOLVENT_BUILD/bots/careful,./bot," cup.yaml >away.yaml
sed -i 's/, status: withdrawn.*}/}/' away.yaml
expect 0 "$solvent" league run away.yaml -q --store away.db
rm bot
expect 0 "$solvent" league run away.yaml -q --store away.db # nothing is left to play
sed -i 's/^deals: 13/deals: 14/' away.yaml
expect 0 "$solvent" league run away.yaml -q --store away.db; tells "' is set aside: cannot run './bot'"
sed -i 's,command: \[\./bot\],&\, status: withdrawn\, reason: taken away,' away.yaml
expect 0 "$solvent" league run away.yaml -q --store away.db

# ---- a gauntlet, whose candidate is withdrawn
_status=()
league 6 "format: gauntlet" "candidates: [bot1, bot2]" "deals: 8"
begin
gone 1 withdrawn
league 7 "format: gauntlet" "candidates: [bot1, bot2, bot7]" "deals: 8"
run
ranks

# ---- any program may have written a store: the terms of a change are those of the league
_status=()
league 4 "format: swiss" "rounds: 1" "deals: 2"
rm -f cup.db*
run
league 4 "format: swiss" "rounds: 2" "deals: 2"
run
for terms in $'lanes: auto\nluck: decides' $'lanes: auto\nsprt: 0 1 0 20000 50000 50000'; do
    cp cup.db other.db
    python3 -c 'import sqlite3, sys
store = sqlite3.connect("other.db")
with store:
    store.execute("UPDATE revisions SET terms = replace(terms, ?, ?) WHERE revision = 2", ("lanes: auto", sys.argv[1]))' "$terms"
    expect 3 "$solvent" rank other.db
    one_line
    tells 'revision 2'
done

# ---- formats that go by results: the bot forfeits the rest of the stage, and never plays again
for format in swiss knockout; do
    _status=()
    lines=("format: $format" "deals: 3")
    [[ $format == knockout ]] || lines+=("rounds: 4")
    league 9 "${lines[@]}"
    begin
    planned=$(count 'SELECT matches FROM league')
    gone 4 withdrawn
    gone 5 disqualified
    league 9 "${lines[@]}"
    cp cup.db two.db
    run -j 1
    run -j 2 --store two.db
    [[ $(digest cup.db) == "$(digest two.db)" ]] || die "$format: two workers play another league"
    [[ $(count "SELECT count(*) FROM seats WHERE number > $planned AND bot IN (3, 4)") == 0 ]] || die "$format: who is gone plays on"
    ranks
done
league 9 "format: knockout" "deals: 4"
expect 2 "$solvent" league run cup.yaml; tells 'cup.yaml:8: deals: found 4, but the league in cup.db has 3: scheduled games cannot be cancelled'
_status=()
league 9 "format: knockout" "deals: 3"
expect 2 "$solvent" league run cup.yaml; tells "bots[3].status: found none, but the league in cup.db has withdrawn"

# ---- a test whose candidate is withdrawn is over
league 5 "format: sprt" "sprt: {candidate: bot1, baseline: bot2, elo0: 0, elo1: 3}" "deals: 4000"
begin
gone 1 withdrawn
league 5 "format: sprt" "sprt: {candidate: bot1, baseline: bot2, elo0: 0, elo1: 3}" "deals: 4000"
before=$(count 'SELECT count(*) FROM matches')
run
[[ $(count 'SELECT count(*) FROM matches') == "$before" ]] || die "a test without its candidate goes on"
ranks

# ---- changes that make another league
_status=()
league 4 "deals: 3"
rm -f cup.db*
run
refused() { expect 2 "$solvent" league run other.yaml --store cup.db; one_line; tells "$1"; }
sed 's/^deals: 3/deals: 2/' cup.yaml >other.yaml
refused 'other.yaml:7: deals: found 2, but the league in cup.db has 3: scheduled games cannot be cancelled; for another league name another store (--store)'
sed '/name: bot3/d' cup.yaml >other.yaml
refused "other.yaml: bots: found no 'bot3', which is in the store; to withdraw a bot"
sed 's/max_rounds: 12/max_rounds: 13/' cup.yaml >other.yaml
refused 'other.yaml:4: rules.max_rounds: found 13, but the league in cup.db has 12: games are not compared over different rules'
sed 's/decision_ms: 20000/decision_ms: 20001/' cup.yaml >other.yaml
refused 'other.yaml:5: clock.decision_ms: found 20001, but the league in cup.db has 20000: all games of a league have one clock'
sed 's/^seed: 0/seed: 1/' cup.yaml >other.yaml
refused 'other.yaml:3: seed (its commitment): found '
sed 's/^deals: 3/deals: 3\nformat: swiss/' cup.yaml >other.yaml
refused 'other.yaml:8: format: found swiss, but the league in cup.db has round_robin: the games played so far follow another schedule'
