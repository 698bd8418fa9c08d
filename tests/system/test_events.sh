#!/usr/bin/env bash
# Events that bots are told between their questions: real processes over real sockets keep the books of every seat by it,
# in every edition and number of seats, and hold them to what they see. It costs no bot a game, comes again to a process that takes up a match,
# and is the same for a bot that a replay is fed to.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

cd "$work"
accountant=$SOLVENT_BUILD/tests/support/accountant
solvent_match() { "$solvent" match -q --clock 20000 "$@" >out 2>err || { cat out err; die "match $*"; }; }

# books: every accountant of the last match ended well, and at least one has compared.
books() {
    ! grep -q 'in fact\|told of\|killed\|forfeited' out err || { cat out err; die "$1: the books differ"; }
    grep -q 'compared [1-9]' err || { cat err; die "$1: nothing was compared"; }
}

for edition in classic speed-die mega harbour comrades; do
    for seats in 2 5 8; do
        bots=("$accountant" "$accountant seldom" "$accountant" "$accountant mute" "$SOLVENT_BUILD/bots/trader" "$accountant" "$accountant seldom" "$accountant")
        solvent_match -e "$edition" -s "$seats" --rule max_rounds=120 "${bots[@]:0:$seats}"
        books "$edition, $seats seats"
    done
done
for rule in auction=sealed auction=simultaneous rent=on_request deck=redraw bank_bankrupt=return trade=own_turn; do
    solvent_match -s "$rule" --rule max_rounds=120 --rule "$rule" "$accountant" "$accountant" "$SOLVENT_BUILD/bots/trader" "$accountant seldom"
    books "$rule"
done

# A bot that is never asked is told all at the end, and events that are too many are counted.
solvent_match -s 1 --rule max_rounds=600 "$accountant mute" "$accountant mute" "$accountant mute"
grep -q 'told [1-9][0-9]* events, missed [1-9]' err || { cat err; die "nothing was missed in 600 rounds"; }

# The games are the same with and without: to the last byte, but for the names.
solvent_match -s 7 -o told.svr "a=$accountant" "b=$accountant" "c=$SOLVENT_BUILD/bots/trader"
solvent_match -s 7 -o deaf.svr "a=$accountant deaf" "b=$accountant deaf" "c=$SOLVENT_BUILD/bots/trader"
cmp told.svr deaf.svr || die "another game for who is told"
expect 0 "$solvent" verify told.svr

# A replay tells the same: its answers come again, and the books are right.
expect 0 "$solvent" replay told.svr --drive 0 -- "$accountant"
says ' 0 not'
warns 'compared [1-9]'
! grep -q 'in fact' "$work/err" || die "a replay tells another game"

# A league: the same games at any number of workers and of matches at once, with processes that die and are led through
# their matches again, books and all.
league() {
    cat >"$1.yaml" <<YAML
name: cup
seats: 3
deals: 6
seed: 5
sandbox: none
rules: {max_rounds: 60}
clock: {start_ms: 20000, decision_ms: 20000}
bots:
  - {name: accountant, command: [$accountant, $3], matches: $2}
  - {name: seldom, command: [$accountant, seldom], matches: $2}
  - {name: random, command: [$SOLVENT_BUILD/bots/random], matches: 16}
  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: 16}
YAML
    rm -f "$1.db" "$1.db"-*
    "$solvent" league run "$1.yaml" --store "$1.db" -j "$4" >"$1.out" 2>"$1.err" || die "$1: $(cat "$1.err")"
    ! grep -q 'in fact\|told of\|SIGABRT' "$1.err" || { cat "$1.err"; die "$1: the books differ"; }
    digest "$1.db"
}
wanted=$(league deaf 1 deaf 1)
[[ $(league one 1 "''" 1) == "$wanted" ]] || die "another league for who is told"
[[ $(league many 64 "''" 2) == "$wanted" ]] || die "another league at 64 matches at once"
[[ $(league dies 16 'dies, "900"' 2) == "$wanted" ]] || die "another league when processes die"
grep -q "bot 'accountant' was killed by SIGKILL" dies.err || die "nobody died: a poor test"
! grep -Eq '^  .*(late|malformed|illegal|dead|overtime|forfeited)' dies.out || { cat dies.out; die "a death has cost something"; }

# Conformance: a bot that is told passes.
expect 0 "$solvent" check --clock 20000 --hello 20000 "$accountant"
says 'events.*[0-9][0-9][0-9] told'
