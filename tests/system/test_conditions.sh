#!/usr/bin/env bash
# A bot with a clock and limits of its own: they hold for it alone, change no other game, and the ranking says so.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

cd "$work"
chmod 755 "$work"
slowly=$SOLVENT_BUILD/tests/support/slowly

# league NAME FORMAT BOT...: makes NAME.yaml with these bots, each the rest of a YAML mapping.
league() {
    printf '%s\n' "name: $1" 'seats: 2' "$2" 'seed: 7' 'sandbox: none' 'luck: off' 'rules: {max_rounds: 8}' \
        'clock: {decision_ms: 20000, strikes: 5}' 'bots:' >"$1.yaml"
    printf '  - {name: %s}\n' "${@:3}" >>"$1.yaml"
}
plain=('a, bot: tiny' 'b, bot: careful')
row() { "$solvent" rank "$1" --format json | python3 -c '
import json, sys
row = next(r for r in json.load(sys.stdin)["bots"] if r["bot"] == sys.argv[1])
print(row[sys.argv[2]])' "$2" "$3"; }

# A tenth of a second an answer: with odds against it the bot forfeits every game, with the league's clock none.
league odds 'deals: 3' "${plain[@]}" "c, command: [$slowly], clock: {decision_ms: 1, bank_ms: 0, strikes: 1}" \
    "d, command: [sh, -c, 'ulimit -n; exec \"\$0\"', $tiny], limits: {files: 77}" "e, command: [sh, -c, 'ulimit -n; exec \"\$0\"', $tiny]"
expect 0 "$solvent" league run odds.yaml --bot-logs -
grep -qx '\[d\] 77' err || die "no limit of its own: $(cat err)"
grep -qx '\[e\] 256' err || die "another's limit: $(cat err)"
[[ $(row odds.db c forfeited) == $(row odds.db c games) ]] || die "c has the clock of the league"
for bot in a b d e; do
    [[ $(row odds.db $bot forfeited) == 0 ]] || die "$bot has the clock of c"
done
league even 'deals: 3' "${plain[@]}" "c, command: [$slowly]"
expect 0 "$solvent" league run even.yaml -q
[[ $(row even.db c forfeited) == 0 ]] || die "c forfeits by the clock of the league"

# The ranking marks it, in every form, and a store can be verified.
expect 0 "$solvent" rank odds.db
says 'c .*{clock.decision_ms: 1, clock.bank_ms: 0, clock.strikes: 1}'
[[ $(row odds.db c conditions) == '{clock.decision_ms: 1, clock.bank_ms: 0, clock.strikes: 1}' ]] || die "no conditions in JSON"
[[ $(row odds.db d conditions) == None ]] || die "a limit of files decides nothing"
expect 0 "$solvent" rank even.db
! grep -q conditions out || die "conditions that nobody has"
expect 0 "$solvent" verify odds.db

# The tables without it are those of a league without it: listed together, or joined later. Only the salt differs, by the deal's number.
games() {
    for ((i = 1; i <= $("$solvent" games "$1" --format csv | awk 'END { print int(NR / 2) }'); i++)); do
        "$solvent" replay "$1#$i" --format jsonl | sed '1s/"salt":.*"players"/"players"/' >game
        ! grep -q '"name":"c"' game || continue
        sha256sum <game
    done | sort
}
league alone 'deals: 3' "${plain[@]}"
expect 0 "$solvent" league run alone.yaml -q
league with 'deals: 3' "${plain[@]}" "c, bot: tiny, clock: {bank_ms: 1}"
expect 0 "$solvent" league run with.yaml -q
games alone.db >alone
games with.db >with
[[ -s alone ]] || die "no games to compare"
cmp alone with || die "c has changed games at which it does not sit"
sed 's/^name: with/name: alone/' with.yaml >joined.yaml
expect 0 "$solvent" league run joined.yaml --store alone.db -q
games alone.db | cmp - with || die "c has changed games when it joined"

# Other conditions are another bot: not in a league that runs; in a ladder a new version.
sed -i 's/bank_ms: 1/bank_ms: 2/' with.yaml
expect 2 "$solvent" league run with.yaml -q
tells '{clock.bank_ms: 2}, but bot '
league season 'format: ladder' "${plain[@]}" 'c, bot: tiny'
sed -i '/^seed/d; s/^seats.*/&\nbudget: {games: 8}/' season.yaml
expect 0 "$solvent" league run season.yaml -q
sed -i 's/c, bot: tiny/&, clock: {bank_ms: 1}/' season.yaml
expect 0 "$solvent" league run season.yaml -q
[[ $(row season.db 'c (2)' conditions) == '{clock.bank_ms: 1}' && $(row season.db c conditions) == None ]] || die "no version of its own"

# An sprt whose two bots differ says so, before and after.
league sprt 'format: sprt' "${plain[@]}" 'c, bot: tiny, clock: {decision_ms: 30000}, limits: {memory_mb: 64}'
sed -i '/^format/a sprt: {candidate: c, baseline: b, elo0: 0, elo1: 400}' sprt.yaml
expect 0 "$solvent" league check sprt.yaml --seconds 0
tells 'conditions of candidate and baseline differ: c {clock.decision_ms: 30000, limits.memory_mb: 64}, b {clock.decision_ms: 20000, limits.memory_mb: 1024}'
sed -i 's/^format/deals: 30\n&/' sprt.yaml
expect 0 "$solvent" league run sprt.yaml -q
expect 0 "$solvent" rank sprt.db
tells "their conditions differ: c {clock.decision_ms: 30000}, b has the league's"
echo "conditions: each bot has its own, and the ranking says so"
