#!/usr/bin/env bash
# Leagues of every format, with real bots: the same games and the same ranking to the byte with one worker and with four (long: two and
# eight), and over four shards. SOLVENT_FORMATS says which formats (all). With sanitizers: a format of each kind, shards by
# system/shards. Kills of all formats are in system/kills.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

cd "$work"
workers=(4)
((!long)) || workers=(2 8)
((!sanitized || long)) || : "${SOLVENT_FORMATS:=swiss stop_candidates ladder}"

# league NAME BOTS SEATS LINE...: writes NAME.yaml
league() {
    local i program=(tiny random careful)
    {
        printf '%s\n' "name: cup" "seats: $3" "seed: 77" "rules: {max_rounds: 20}" "sandbox: none" "${@:4}" "bots:"
        for ((i = 1; i <= $2; i++)); do
            printf '  - {name: bot%d, command: [%s/bots/%s], matches: 8}\n' "$i" "$SOLVENT_BUILD" "${program[i % 3]}"
        done
    } >"$1.yaml"
}

# begin STORE: nothing, or what has been begun
begin() {
    local file
    rm -f "$1"*
    for file in begun/base.db*; do
        if [[ -e $file ]]; then cp "$file" "${file/#begun\/base.db/$1}"; fi
    done
}

run() { "$solvent" league run --no-trial "$@" >log 2>&1 || die "$(cat log)"; }

# told STORE: prints its results
told() {
    digest "$1" && "$solvent" rank "$1" --format csv
}

# as_one STORE HOW
as_one() { told "$1" | cmp - one.told || die "$league: $2 makes another league"; }

# sharded: four shards play a stage, and the next one waits for all four
sharded() {
    local i passes=0 left=1
    while ((left > 0)); do
        left=0
        for i in 1 2 3 4; do
            run "$league.yaml" --store "part$i.db" --shard "$i/4"
            grep -q '^this run: nothing was left to play' log || left=$((left + 1))
        done
        expect 0 "$solvent" league merge all.db part1.db part2.db part3.db part4.db
        for i in 1 2 3 4; do cp all.db "part$i.db"; done
        passes=$((passes + 1))
        ((passes < 60)) || die "$league: shards never end"
    done
    as_one all.db "sharding it"
    printf ', %d passes of 4 shards' $((passes - 1))
}

# same NAME GAMES: whatever the workers and shards. No number of games: it is whatever results make it.
same() {
    local jobs games
    league=$1
    [[ " ${SOLVENT_FORMATS:-$league} " == *" $league "* ]] || return 0
    begin one.db
    run "$league.yaml" --store one.db -j 1
    games=$(sed -n 's/^cup: \([0-9]*\) of \([0-9]*\) games are in.*/\1/p' log)
    [[ ${2:-$games} == "$games" ]] || die "$league: not $2 games: $(cat log)"
    told one.db >one.told
    for jobs in "${workers[@]}"; do
        begin "jobs$jobs.db"
        run "$league.yaml" --store "jobs$jobs.db" -j "$jobs"
        as_one "jobs$jobs.db" "-j $jobs"
    done
    printf '%s: %s games with -j 1, %s' "$league" "$games" "${workers[*]}"
    # system/shards has the other formats.
    if ((!sanitized)) && [[ $league != ladder && ($long || " tables gauntlet stop_candidates " == *" $league "*) ]]; then sharded; fi
    "$solvent" rank one.db >ranking
    sed -n 's/^\(sprt\|stop_when\|tables\|ladder\): /; /p' ranking | tr -d '\n'
    printf '\n'
    if [[ $league == knockout ]]; then no_intervals; fi
    rm -f ./*.db*
}

# no_intervals: no output of one.db has an interval
no_intervals() {
    local format
    grep -q '^(?): no interval and no rank is claimed' ranking || die "$(cat ranking)"
    for format in html md json; do "$solvent" report one.db --format "$format" -o - || die "no report"; done >reports
    if grep -E '[0-9] (<small>)?±|_(low|high)":[-0-9]' reports; then die "$league has intervals"; fi
}

league round_robin 5 3 "deals: 1"
same round_robin $((10 * 1 * 3))
league tables 7 3 "tables: 9" "deals: 1"
same tables $((9 * 1 * 3))
league gauntlet 6 3 "format: gauntlet" "candidates: [bot2, bot3]" "deals: 1"
same gauntlet $((2 * 6 * 1 * 3))
league swiss 9 4 "format: swiss" "rounds: 3" "deals: 1"
same swiss $((3 * 2 * 1 * 4)) # rounds, tables, deals, seatings
league knockout 9 4 "format: knockout" "deals: 2"
same knockout $((8 * 2 + 4 * 2 + 4 * 2)) # two tables put out four of nine; one of four puts out one of five; the final

# Those that end by what they find out, after deals that were chosen for it: which is the best, which candidate is, who is better.
league stop_when 3 2 "stop_when: {top: 1, confidence: 0.8, max_deals: 80}"
same stop_when
league stop_candidates 4 2 "format: gauntlet" "candidates: [bot1, bot3]" "stop_when: {top: 1, confidence: 0.8, max_deals: 80}"
same stop_candidates
league sprt 3 2 "format: sprt" "sprt: {candidate: bot3, baseline: bot1, elo0: 0, elo1: 200}"
same sprt
if [[ " ${SOLVENT_FORMATS:-sprt} " == *" sprt "* ]]; then
    grep -q '^sprt: bot3 against bot1: above the first limit after [0-9]* deals: +[0-9.]* points a deal less luck (90% interval: [0-9.]* to [0-9.]*), evidence [0-9.]* (-3\.00, 3\.00) \[0, 200\]$' ranking || die "no decision"
fi

# A season draws its seed, so all begin with the store of one that has played no game yet.
league ladder 6 3 "format: ladder" "deals: 2" "budget: {games: 36}"
sed -i '/^seed/d' ladder.yaml
if [[ " ${SOLVENT_FORMATS:-ladder} " == *" ladder "* ]]; then
    mkdir begun
    expect 0 "$solvent" league plan ladder.yaml --store begun/base.db --shards 1
fi
same ladder
