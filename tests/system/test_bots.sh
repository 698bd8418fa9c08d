#!/usr/bin/env bash
# The reference bots against each other in every kind of edition, as docs/BOTS.md has them ranked, but small; the planner as a program, told how
# much to search; and the value function's table, which is made the same again.
. "${BASH_SOURCE[0]%/*}/scratch.sh"

ladder=$SOLVENT_BUILD/tests/bench/bench_ladder
# Numbers of seats, by edition; bots/planner has them all in process.
declare -A tables=([classic]=2 [speed-die]=8 [mega]=4)
((!sanitized)) || tables=([mega]=4)
((!long)) || tables=([classic]='2 4 8' [speed-die]='2 4 8' [mega]='2 4 8')
for edition in "${!tables[@]}"; do
    for seats in ${tables[$edition]}; do
        expect 0 "$ladder" "$edition" "$seats" 1 random tiny careful builder trader learner planner:2:1 planner:3:1
        cp "$work/out" "$work/games.csv"
        ! awk 'NR > 1 && $NF != 0 { bad = 1 } END { exit !bad }' "$work/err" || { cat "$work/err"; die "illegal answers"; }
        expect 0 "$solvent" rank --games "$work/games.csv" --format csv
        [[ $(grep -c "^$seats," "$work/games.csv") == "$seats" ]] || die "games of $edition, $seats seats"
    done
done

# In parts it is the same ladder.
"$ladder" classic 4 6 random careful trader learner >"$work/whole.csv" 2>"$work/err"
for part in 1-2 3-3 4-6; do "$ladder" classic 4 "$part" random careful trader learner 2>"$work/err"; done |
    awk 'NR == 1 || !/^game/' | cmp - "$work/whole.csv"
for deals in 0 2-1 x; do
    expect 2 "$ladder" classic 4 "$deals"
    warns usage
done
expect 2 "$ladder" classic 4 1 nobody
warns "found 'nobody', expected a reference bot"

# Learner before trader before careful before random, by fixed seeds: the same whatever the build.
if ((!sanitized)); then
    "$ladder" classic 4 20 random careful trader learner >"$work/games.csv" 2>"$work/err"
    expect 0 "$solvent" rank --games "$work/games.csv" --format json
    order=$(python3 -c 'import json, sys; d = json.load(sys.stdin); print(*[b["bot"] for b in d["bots"]])' <"$work/out")
    [[ $order == "learner trader careful random" ]] || die "ranked $order"
fi

planner=$SOLVENT_BUILD/bots/planner
expect 0 "$solvent" match -q -s 5 -o "$work/a.svr" "$planner --futures 3 --rounds 1" "$SOLVENT_BUILD/bots/learner" "$SOLVENT_BUILD/bots/builder"
expect 0 "$solvent" match -q -s 5 -o "$work/b.svr" "$planner --rounds 1 --futures 3" "$SOLVENT_BUILD/bots/learner" "$SOLVENT_BUILD/bots/builder"
expect 0 "$solvent" verify "$work/a.svr" "$work/b.svr"
cmp <("$solvent" replay --format jsonl "$work/a.svr" | grep -v game_start) <("$solvent" replay --format jsonl "$work/b.svr" | grep -v game_start)
for wrong in "--futures 0" "--rounds 1001" "--ms x" "--ms"; do
    # shellcheck disable=SC2086 # words
    expect 2 "$planner" $wrong
    warns "^planner: ${wrong%% *}: found '.*', expected a number from"
done
expect 0 "$planner" --version

trained=$SOLVENT_BUILD/bots/trained
expect 0 "$trained" --version
weights=$SOLVENT_SOURCE/sdk/python/solvent/trained.net
cp "$weights" "$work/good.net"
head -c 1000 "$weights" >"$work/short.net"
(cat "$weights" && echo) >"$work/long.net"
sed 's/^SVNET 1/SVNET 2/' "$weights" >"$work/other.net"
(head -c 8 "$weights" && printf '\0\0' && tail -c +11 "$weights") >"$work/elsewhere.net"
(head -c 20 "$weights" && printf '\377\377' && tail -c +23 "$weights") >"$work/column.net"
expect 0 "$trained" "$work/good.net" --version
for wrong in none short long other elsewhere column; do
    expect 2 "$trained" "$work/$wrong.net" --version
    one_line
    warns "^trained: .*/$wrong.net: found .*, expected "
done

fit=$SOLVENT_BUILD/tools/fit/fit_value
"$fit" classic 1000 1 >"$work/one.c" 2>"$work/err"
"$fit" classic 1000 1 >"$work/two.c" 2>"$work/err"
cmp "$work/one.c" "$work/two.c"
[[ $(tr -cd , <"$work/one.c" | wc -c) == $(tr -cd , <"$SOLVENT_SOURCE/sdk/value/weights/classic.txt" | wc -c) ]] || die "a table of another size"
