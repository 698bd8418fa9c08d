#!/usr/bin/env bash
# A league that is killed again and again ends as one that was not: the same ranking, the same games, none
# lost, none played twice; and so does one with eight workers. With deals of four games, which are legs between which bots start anew, and of
# one, where all is one leg (`seatings: fixed`). Each is killed four times (long: eight), and more often if no kill hit its middle.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
pid=
trap 'if [[ $pid ]]; then kill -KILL $pid 2>/dev/null || true; fi; rm -rf -- "$work"' EXIT
cd -- "$work"
ln -s -- "$SOLVENT_BUILD" build
solvent=build/solvent

league() { # NAME DEALS LINE...
    printf '%s\n' "name: $1" "deals: $2" "${@:3}"
    cat <<'YAML'
rules: {max_rounds: 100}
seed: fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210
sandbox: none
bots:
  - {name: tiny, command: [build/bots/tiny], matches: 4}
  - {name: random, command: [build/bots/random], matches: 4}
  - {name: careful, command: [build/bots/careful], matches: 4}
  - {name: trader, command: [build/bots/trader], matches: 4}
YAML
}
total=240
league turned 60 >turned.yaml
league fixed 240 'seatings: fixed' >fixed.yaml

now_ms() { echo $(($(date +%s%N) / 1000000)); }
# Nothing, when the kill came before there was a store.
games() { { $solvent rank "$1.db" 2>/dev/null || true; } | sed -n "s/^$1: \([0-9]*\) of.*/\1/p"; }

# same STORE WHAT: as the league that nothing happened to
same() {
    $solvent rank "$1" --format csv | cmp whole.csv - || die "$2 ranks otherwise"
    [[ $(digest whole.db) == $(digest "$1") ]] || die "$2 has other games"
}

survives() { # NAME
    local name=$1 began whole_ms before=0 after amid=0 kill delay_ms
    rm -f whole.db
    began=$(now_ms)
    $solvent league run "$name.yaml" --store whole.db -j 1
    whole_ms=$(($(now_ms) - began))
    $solvent rank whole.db --format csv >whole.csv

    # Killed at random moments of the first half of its time, so that most kills find it in the middle.
    for ((kill = 1; kill <= (long ? 8 : 4) || (amid == 0 && kill <= 40); kill++)); do
        $solvent league run "$name.yaml" >/dev/null 2>log &
        pid=$!
        delay_ms=$((RANDOM % (whole_ms / 2 + 1)))
        sleep "$(printf '%d.%03d' $((delay_ms / 1000)) $((delay_ms % 1000)))"
        if kill -KILL $pid 2>/dev/null; then
            wait $pid 2>/dev/null || true
        else
            wait $pid || die "$name: a resumed league failed: $(cat log)"
        fi
        pid=
        after=$(games "$name")
        after=${after:-0}
        echo "$name: kill $kill after $delay_ms of $whole_ms ms: $after games"
        ((after >= before)) || die "$name: $before games were there, $after are left"
        ((after > 0 && after < total)) && amid=$((amid + 1))
        before=$after
        if ((after == total)); then
            ((amid == 0)) || break
            rm -f "$name".db* # from the start again: nothing has been seen to survive a kill yet
            before=0
        fi
    done
    ((amid > 0)) || die "$name: no kill found a league with some of its games played"

    $solvent league run "$name.yaml"
    same "$name.db" "$name, killed,"
    $solvent league run "$name.yaml" --store "$name.8.db" -j 8
    same "$name.8.db" "$name with eight workers"
    $solvent verify "$name.db" "$name.8.db"
}

survives turned
survives fixed
echo "the same games, whatever happened"
