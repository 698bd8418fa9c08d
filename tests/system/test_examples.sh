#!/usr/bin/env bash
# The examples of every command's help, which are those of its man page, run as they stand: in a folder like the checkout's top, with the league,
# the game and the bots that they name, and `solvent` on the path.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs_plain_build

# Not run, and why; $work stands for the folder.
not_run() {
    case $1 in
    *'solvent serve'*) echo "it serves until it is interrupted" ;;
    *'solvent play'*) echo "a person plays; system/web_play does" ;;
    *'watch '*) echo "it watches until it is interrupted" ;;
    *--tui*) echo "it takes a terminal" ;;
    *--listen* | *--connect* | *'solvent gate'*) echo "it waits for somebody" ;;
    *'gdb --args'*) echo "a debugger's session" ;;
    *'solvent bench'*) echo "it measures for minutes; system/bench runs it for a moment" ;;
    *'--seconds 60'*) echo "it plays for a minute" ;;
    *'--games 1000'*) echo "it plays for a minute" ;;
    *planner*'--deals 100'*) echo "it plays for an hour" ;;
    *'/data/'*) echo "a folder of its own" ;;
    *'solvent llm'*) echo "it asks a model; system/llm and docs/MODELS play with a fake one" ;;
    *) return 1 ;;
    esac
}

cd "$work"
mkdir path top
ln -s "$solvent" path/solvent
export PATH=$work/path:$PATH
cd top
ln -s "$SOLVENT_BUILD" build
mkdir bots
ln -s "$SOLVENT_BUILD"/bots/* bots/
cp -r "$SOLVENT_SOURCE/leagues" leagues
printf "%064d\n" 7 >heads.txt
printf '#!/bin/sh\nexec "$SOLVENT_BUILD/bots/careful" "$@"\n' >mybot
chmod +x mybot
cp mybot bots/mine
cat >mybot.py <<'END'
import os
os.execv(os.environ["SOLVENT_BUILD"] + "/bots/careful", ["careful"] + os.sys.argv[1:])
END
solvent edition show --yaml harbour >mine.yaml
sed -i 's/^deals:.*/deals: 8/' leagues/quickstart.yaml # a few games will do
cp leagues/quickstart.yaml .
solvent league run -q leagues/quickstart.yaml --store quickstart.db >log 2>&1 || die "$(cat log)"
solvent match -q -s 7 -o game.svr build/bots/trader build/bots/random build/bots/careful >log # long enough for what they name
solvent match -q -s 5 -o other.svr build/bots/careful build/bots/tiny build/bots/careful >log
mkdir replays
cp game.svr replays/
cp quickstart.db older.db
# leagues of their own, small, as the examples name their bots
league() {
    printf '%s\n' "name: cup" "seats: 2" "deals: ${1:-2}" "seed: $(printf 'd%.0s' {1..64})" "sandbox: none" "rules: {max_rounds: 20}" "bots:" \
        "  - {name: trader, command: [build/bots/trader], matches: 8}" "  - {name: tiny, command: [build/bots/tiny], matches: 8}" >cup.yaml
}
league 64
mkdir kept
{
    for n in 4 2; do
        for ((i = 1; i <= n; i++)); do solvent league run -q cup.yaml --shard "$i/$n" --store "kept/cup.$i-of-$n.db"; done
    done
    solvent league plan -q cup.yaml --store kept/cup.db --shards 2
    for i in 1 2; do solvent league run -q cup.yaml --shard $i/2 --after kept/cup.db --store "part$i.db"; done
    solvent league merge kept/cup.db part?.db
} >log 2>&1 || die "$(cat log)"

# ready EXAMPLE: what it takes for granted
ready() {
    rm -f cup.db* cup.*-of-*.db
    cp replays/game.svr game.svr
    case $1 in
    *'league merge'*'1-of-2.db'*) cp kept/cup.?-of-2.db . ;;
    *'league merge'*) cp kept/cup.?-of-4.db . ;;
    *'--after cup.db'*) solvent league plan -q cup.yaml --shards 64 ;;
    *cup.db*) cp kept/cup.db . ;;
    *'league init cup.yaml'*) rm -f cup.yaml ;;
    *'league init'*) rm -f league.yaml ;;
    *'new-bot'*) rm -rf mybot ;;
    *'keygen alice'*) rm -f alice.* ;;
    *'keygen keys/league'*) rm -rf keys && mkdir keys ;;
    *'compare sprt.db'*)
        sed 's/name: cup/name: sprt/; s/{name: trader/{name: new/; s/{name: tiny/{name: old/; s/deals: 64/deals: 2/' cup.yaml >sprt.yaml
        solvent league run -q sprt.yaml
        ;;
    *'--games results.csv'*) solvent games quickstart.db --format csv >results.csv ;;
    esac
    return 0
}

# plays PID: whether it has ended or told its progress
plays() { ! kill -0 "$1" 2>/dev/null || grep -q '[0-9] of [0-9]* games (' log; }

ran=0 left=0
run_example() {
    local example=$1 why status=0
    if why=$(not_run "$example"); then
        left=$((left + 1))
        return
    fi
    ready "$example" >log 2>&1 || die "before '$example': $(cat log)"
    local begun=$SECONDS
    case $example in
    # Plays for minutes: stopped when its first games are played, it has taken all words. What it finds is tested by system/what_if, try and panel.
    *'--depth play'* | *'solvent try '* | *'solvent panel '*)
        bash -c "$example" >log 2>&1 </dev/null &
        wait_for plays $! || die "no game: $example: $(tail -n 5 log)"
        kill -TERM $! 2>/dev/null || true
        wait $! || status=$?
        ((status != 3)) || ! grep -q ': interrupted$' log || status=0
        ;;
    *) timeout 300 bash -o pipefail -c "$example" >log 2>&1 </dev/null || status=$? ;;
    esac
    ((SECONDS < begun + 2)) || printf '%d s: %s\n' $((SECONDS - begun)) "$example"
    # A command that tells faults ends with 1 where there are some.
    case $status:$example in
    0:* | 1:*"fail\"'"* | 1:*'--diff'* | 1:*'--head'*) ;;
    *) die "status $status: $example: $(tail -n 5 log)" ;;
    esac
    league 64
    [[ -f mybot ]] || { rm -rf mybot && cp bots/mine mybot; }
    ran=$((ran + 1))
}

# examples COMMAND: one a line, those that go on in the next line joined
examples() { solvent help "$@" | sed -n '/^Examples/,/^Exit/p' | sed -n 's/^  //p' | sed -e ':again' -e '/\\$/N; s/\\\n */ /; t again' | grep -v '^#'; }
words=()
for command in $(solvent --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p; s/, / /g; s/^Less often: //p'); do
    words+=("$command")
    for part in $(solvent help "$command" | sed -n '/COMMAND$/,/^Examples/s/^  \([a-z-]*\)  .*/\1/p'); do words+=("$command $part"); done
done
for command in "${words[@]}"; do
    # shellcheck disable=SC2086 # words
    while read -r example; do
        [[ ! $example ]] || run_example "$example" </dev/null
    done < <(examples $command)
done
printf '%d examples of %d commands do what they are to do; %d were not run: they take a terminal, a partner or minutes\n' "$ran" "${#words[@]}" "$left"
((ran > 45)) || die "only $ran examples were found"
