#!/usr/bin/env bash
# The power of leagues, by simulated results: how often stop_when and sprt are wrong, how many games stop_when
# saves, how near Swiss and drawn tables come to the true order. Small, with bounds 4 standard errors wider;
# SOLVENT_RUNS=2000 has the whole, and the bounds as they stand (many minutes).
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

runs=${SOLVENT_RUNS:-0}
cd "$work"

# league NAME BOTS SEATS LINE...: writes NAME.yaml with bots b0, b1, ...
league() {
    local i
    {
        printf '%s\n' "name: $1" "seats: $3" "${@:4}" "bots:"
        for ((i = 0; i < $2; i++)); do printf '  - {name: b%d, command: [none]}\n' "$i"; done
    } >"$1.yaml"
}

# spaced BOTS ELO: strengths, each bot so much below the one before
spaced() {
    local i list=
    for ((i = 0; i < $1; i++)); do list+=${list:+,}b$i=$((-$2 * i)); done
    printf %s "$list"
}

simulate() { "$solvent" league simulate "$@" || die "simulate $*"; }
figure() { sed -n "s/.*\"$1\":\([0-9.]*\|null\)[,}].*/\1/p"; }

# wrong WHAT FEW MOST FILE OPTION...: at most the share MOST of the runs decides wrongly; FEW runs in the short test
wrong() {
    local what=$1 few=$2 most=$3 n out
    n=$((runs > 0 ? runs : few))
    out=$(simulate "${@:4}" --quick --runs "$n" --format json) || exit 1
    awk -v what="$what" -v whole="$runs" -v n="$n" -v most="$most" -v wrong="$(figure wrong <<<"$out")" \
        -v undecided="$(figure undecided <<<"$out")" -v deals="$(figure deals <<<"$out")" 'BEGIN {
        slack = whole > 0 ? 0 : 4 * sqrt(most * (1 - most) / n)
        printf "%-48s wrong %.4f (%.3f), undecided %.4f, %.0f deals\n", what, wrong / n, most, undecided / n, deals
        exit !(wrong / n <= most + slack) }' || die "$what: wrong too often"
}

# ---- the command ------------------------------------------------------------------------------------

league cup 6 4 "deals: 5" "seed: 1"
expect 0 simulate cup.yaml --strengths b0=100,b1=-50.5; says '^cup: 300 of 300 games'; says '^digest'
cp out first
expect 0 simulate cup.yaml --strengths b1=-50.5,b0=100; cmp out first || die "not the same again"
expect 0 simulate cup.yaml --strengths b0=100,b1=-50.5 --seed 2; cmp -s out first && die "the seed changes nothing"
expect 0 simulate cup.yaml --format csv; says '^rank,rank_low,rank_high,bot,'; [[ $(wc -l <out) == 7 ]] || die "not a line for each bot"
expect 0 simulate cup.yaml --format json; says '"games":300'
expect 0 simulate cup.yaml --runs 3 --format csv; says '^run,games,deals,decision,first'; [[ $(wc -l <out) == 4 ]] || die "not a line a run"
expect 0 simulate cup.yaml --runs 3 --ties 0.2; says '^games      300.0'
if grep -q intervals out; then die "with ties the strengths are not what ratings estimate"; fi
expect 0 simulate cup.yaml --runs 3 --effects 150; says 'ties 0, pair effects 150 Elo$'; says '^intervals '
expect 0 simulate cup.yaml --effects 150 --format csv; cp out first
expect 0 simulate cup.yaml --format csv; cmp -s out first && die "effects change nothing"
league cup_of_two 2 2 "stop_when: {top: 1, max_deals: 1000}"
while IFS='|' read -r options line; do
    # shellcheck disable=SC2086
    expect 2 "$solvent" league simulate $options; one_line; tells "$line"
done <<'END'
cup.yaml --strengths b9=1|--strengths: found 'b9', did you mean
cup.yaml --strengths b0|--strengths: found 'b0', expected NAME=ELO
cup.yaml --strengths b0=x|--strengths: b0: found 'x', expected a number from -4000 to 4000
cup.yaml --strengths b0=1,b0=2|--strengths: found b0 twice
cup.yaml --effects -1|found '-1', expected a number from 0 to 4000
cup_of_two.yaml --effects 1|--effects: found a league that compares two strengths
cup.yaml --luck 2|found '2', expected a number from 0 to 1
cup.yaml --ties -1|found '-1', expected a number from 0 to 1
cup.yaml --runs 0|found '0', expected a whole number
cup.yaml --quick|found --quick with one run
cup.yaml --wide --runs 2|found --wide, expected it with one run
none.yaml|none.yaml: found no file that can be read
END

# Every format is simulated to its end, and twice the same.
for format in round_robin gauntlet swiss knockout sprt ladder; do
    own=
    [[ $format != gauntlet ]] || own="candidates: [b1, b4]"
    [[ $format != sprt ]] || own="sprt: {candidate: b1, baseline: b4, elo0: 0, elo1: 60}"
    [[ $format != ladder ]] || own="budget: {games: 1200}"
    league "$format" 9 4 "format: $format" "deals: 10" "$own"
    expect 0 simulate "$format.yaml" --strengths b1=60
    cp out first
    expect 0 simulate "$format.yaml" --strengths b1=60
    cmp out first || die "$format: not the same again"
done

# Intervals of a knockout hold too seldom, so it has none, nor brackets.
expect 0 simulate knockout.yaml --format json
[[ $(grep -o '"\(rank\|rating\|points\)_\(low\|high\)":null' out | wc -l) == $((9 * 6)) ]] || die "a knockout has intervals"
if grep -Eq '"[a-z_]*_(low|high)":[-0-9]' out; then die "a knockout has intervals"; fi
expect 0 simulate knockout.yaml; says '^(?): no interval and no rank is claimed'; says '^9 (?) '

# ---- stop_when -------------------------------------------------------------------------------------

league equals4 4 4 "stop_when: {top: 1, max_deals: 1000}"
league equals8 8 4 "stop_when: {top: 2, max_deals: 1000}"
league candidates 9 3 "format: gauntlet" "candidates: [b0, b1, b2, b3, b4]" "stop_when: {top: 2, max_deals: 1000}"
league three 3 3 "stop_when: {top: 1, max_deals: 1000}"
wrong "stop_when: 4 equals" 25 0.05 equals4.yaml
wrong "stop_when: 8 equals at tables of 4" 25 0.05 equals8.yaml
wrong "stop_when: 8, second to fourth half an Elo apart" 25 0.05 equals8.yaml \
    --strengths b0=150,b1=0.5,b3=-0.5,b4=-150,b5=-150,b6=-150,b7=-150
wrong "stop_when: 3, first and second equal" 40 0.05 three.yaml --strengths b2=-200
wrong "stop_when: 3, the same, most luck the deal's" 40 0.05 three.yaml --strengths b2=-200 --luck 0.9
wrong "stop_when: 5 equal candidates" 25 0.05 candidates.yaml
wrong "stop_when: 5 candidates, second and third equal" 25 0.05 candidates.yaml --strengths b0=150,b3=-150,b4=-150

# 16 bots, 40 Elo between neighbours: games in percent of those with all tables drawn alike.
league led 16 4 "stop_when: {top: 3, max_deals: 50000}"
league alike 16 4 "stop_when: {top: 3, max_deals: 50000, uniform: true}"
n=$((runs > 0 ? runs / 10 : 4))
led=$(simulate led.yaml --strengths "$(spaced 16 40)" --quick --runs "$n" --format json | figure games)
alike=$(simulate alike.yaml --strengths "$(spaced 16 40)" --quick --runs "$n" --format json | figure games)
awk -v led="$led" -v alike="$alike" 'BEGIN {
    printf "stop_when: 16 bots, 40 Elo apart, the first 3: %.0f games, %.0f with tables drawn alike: %.0f%%\n", led, alike, 100 * led / alike
    exit !(led <= 0.6 * alike) }' || die "stop_when saves too little"
wrong "stop_when: those 16" 10 0.05 led.yaml --strengths "$(spaced 16 40)"

# ---- sprt ------------------------------------------------------------------------------------------

for seats in 2 4 8; do
    league sprt $((seats == 2 ? 2 : seats + 2)) $seats "format: sprt" "sprt: {candidate: b0, baseline: b1, elo0: 0, elo1: 40}"
    few=$((seats == 2 ? 400 : 100))
    for luck in 0 0.5; do
        wrong "sprt: $seats seats, luck $luck: alpha" $few 0.06 sprt.yaml --luck $luck
        wrong "sprt: $seats seats, luck $luck: beta" $few 0.06 sprt.yaml --luck $luck --strengths b0=40
    done
done

# Where a bot remembers, games of one deal have luck of their own and others share it: the candidate's or the baseline's, or those of
# some tables of a field. No decision is wrong more often, and intervals hold.
remembers() { sed -i "s|name: $2, command: \[none\]|name: $2, endpoint: 'ipc:///$2'|" "$1.yaml"; }
for bot in b0 b1 b2; do
    league sprt 6 4 "format: sprt" "sprt: {candidate: b0, baseline: b1, elo0: 0, elo1: 40}"
    remembers sprt $bot
    wrong "sprt: 4 seats, $bot remembers: alpha" 100 0.06 sprt.yaml --luck 0.9
done
remembers three b0
wrong "stop_when: 3, the first remembers" 40 0.05 three.yaml --strengths b2=-200 --luck 0.9
league mixed 7 4 "deals: 3"
remembers mixed b1
remembers mixed b5
n=$((runs > 0 ? runs : 60))
simulate mixed.yaml --strengths "$(spaced 7 30)" --luck 0.9 --runs "$n" --format json | figure intervals |
    awk -v n="$n" '{ printf "intervals of 7 bots, 2 of them remember: %.3f\n", $1; exit !($1 > 0.94 - (n < 1000 ? 4 * sqrt(0.05 * 0.95 / n) : 0)) }' ||
    die "intervals are too short where two of seven bots remember"

# ---- the true order --------------------------------------------------------------------------------

# 24 bots, 20 Elo between neighbours: pairs in the right order after as many games.
n=$((runs > 0 ? runs / 5 : 10))
for deals in 4 8 16; do
    league swiss 24 4 "format: swiss" "rounds: 5" "deals: $deals"
    league drawn 24 4 "tables: $((30 * deals))" "deals: 1"
    league ladder 24 4 "format: ladder" "budget: {games: $((120 * deals))}"
    swiss=$(simulate swiss.yaml --strengths "$(spaced 24 20)" --runs "$n" --format json)
    drawn=$(simulate drawn.yaml --strengths "$(spaced 24 20)" --runs "$n" --format json)
    ladder=$(simulate ladder.yaml --strengths "$(spaced 24 20)" --runs "$n" --format json)
    for one in "$swiss" "$drawn" "$ladder"; do
        [[ $(figure games <<<"$one") == "$((120 * deals)).000000" ]] || die "not as many games: $one"
    done
    # Intervals are for games that do not go by results: a swiss looks again at whom it is unsure of, so they are a little short. A
    # ladder draws and weighs.
    awk -v games=$((120 * deals)) -v swiss="$(figure pairs <<<"$swiss")" -v drawn="$(figure pairs <<<"$drawn")" \
        -v ladder="$(figure pairs <<<"$ladder")" -v s="$(figure intervals <<<"$swiss")" \
        -v d="$(figure intervals <<<"$drawn")" -v l="$(figure intervals <<<"$ladder")" 'BEGIN {
        printf "order of 24, 20 Elo apart: %4d games: swiss %.4f of pairs, ladder %.4f, drawn tables %.4f; intervals %.3f, %.3f, %.3f\n",
            games, swiss, ladder, drawn, s, l, d
        exit !(swiss > drawn - 0.02 && ladder > drawn - 0.02 && s > 0.88 && l > 0.9 && d > 0.9) }' || die "order or intervals are off"
done
