#!/usr/bin/env bash
# A league played by many machines: planned and dealt out in rounds, played in shards, joined: with every format the same games as on one
# machine, and the same ranking.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
# shellcheck source=tests/system/shards.sh disable=SC1091
source "$(dirname -- "$0")/shards.sh"

cd "$work"

# same NAME SHARDS: as on one machine
same() {
    "$solvent" league run "$1.yaml" --store one.db >log 2>&1 || die "$1: $(cat log)"
    rounds "$1" "$2"
    [[ $(digest one.db) == "$(digest "$1.db")" ]] || die "$1: other games in shards"
    "$solvent" rank one.db --format csv >one.csv
    "$solvent" rank "$1.db" --format csv | cmp - one.csv || die "$1: another ranking in shards"
    expect 0 "$solvent" verify "$1.db"; tells 'all as recorded'
    printf '%s: %d rounds of up to %d shards\n' "$1" "$played" "$2"
    rm -f one.db
}

league cup 5 3 "seed: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "deals: 2"
same cup 6
((played == 1)) || die "a round robin took $played rounds"

# A saved copy that a failing machine has left empty costs its games, not the shard; a file that is no store is not written over.
: >saved.db
expect 0 "$solvent" league run cup.yaml --shard 1/2 --store fresh.db --save saved.db; warns 'saved.db: found an empty file, so nothing is taken from it'
[[ $(digest fresh.db) == "$(digest saved.db)" ]] || die "the saved copy is another store"
[[ $(stat -c %a cup.db fresh.db saved.db | sort -u) == 600 ]] || die "stores that others can read: $(stat -c '%n %a' ./*.db)"
rm fresh.db
echo "somebody's notes" >notes
expect 2 "$solvent" league run -q cup.yaml --shard 1/2 --store fresh.db --save notes; warns 'notes: found a file that is not the store'
[[ $(cat notes) == "somebody's notes" ]] || die "notes are written over"
league clear 4 3 "seed: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "stop_when: {top: 1, confidence: 0.8, max_deals: 120}"
same clear 4
"$solvent" league status clear.db >out
grep -q '^stop_when: ' out || die "no decision: $(cat out)"
if ((!sanitized)); then # hundreds of games more, through the same code
    league swiss 7 3 "seed: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "format: swiss" "rounds: 3" "deals: 2"
    same swiss 4
    ((played == 3)) || die "a swiss of 3 rounds took $played"
    league knockout 9 4 "seed: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "format: knockout" "deals: 2"
    same knockout 5
    league sprt 4 3 "seed: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "format: sprt" "sprt: {candidate: bot3, baseline: bot1, elo0: 0, elo1: 60}"
    same sprt 4
fi

# A season's store draws the seed: the one machine goes on from a copy.
league ladder 6 3 "format: ladder" "deals: 2" "budget: {games: 12}"
expect 0 "$solvent" league plan ladder.yaml --shards 3
cp ladder.db one.db
rounds ladder 3
"$solvent" league run ladder.yaml --store one.db >log 2>&1 || die "$(cat log)"
[[ $(digest one.db) == "$(digest ladder.db)" ]] || die "ladder: other games in shards"
expect 2 "$solvent" league run ladder.yaml --store one.db --shard 1/2; one_line; tells 'expected none, or --after too, with format: ladder'
cp ladder.db copy.db
rounds ladder 3 # the second night
# A copy from before the plan takes a shard once that round is planned in it too; a new store has no results to begin with.
cp copy.db before.db
for options in "" --partial; do
    # shellcheck disable=SC2086
    expect 1 "$solvent" league merge $options copy.db part.*.db; one_line
    tells 'copy.db: found no plan of round 2, of which part.1.db is a shard; expected the store that was planned (--after)'
    remedy=$(sed -n 's/.*plan it too: solvent //p' err)
    cmp copy.db before.db || die "a copy that is refused was written to"
done
expect 1 "$solvent" league merge new.db part.*.db; one_line; tells 'new.db: found no plan of round 2'
[[ ! -e new.db ]] || die "a store of nothing"
# shellcheck disable=SC2086
expect 0 "$solvent" ${remedy/FILE/ladder}
expect 0 "$solvent" league merge copy.db part.*.db
[[ $(digest copy.db) == "$(digest ladder.db)" ]] || die "ladder: other games in the copy"
"$solvent" league run ladder.yaml --store one.db >log 2>&1 || die "$(cat log)"
[[ $(digest one.db) == "$(digest ladder.db)" ]] || die "ladder: other games in the second night"
printf 'ladder: two nights in rounds\n'
sed -i 's/budget: .*/budget: {minutes: 5}/' ladder.yaml
expect 2 "$solvent" league plan ladder.yaml; one_line; tells 'budget: found minutes, expected games'
