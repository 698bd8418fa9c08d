#!/usr/bin/env bash
# A league that is killed again and again ends as one that was not: the same ranking, the same games, none
# lost, none played twice.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
pid=
trap 'if [[ $pid ]]; then kill -KILL $pid 2>/dev/null || true; fi; rm -rf -- "$work"' EXIT
cd -- "$work"
ln -s -- "$SOLVENT_BUILD" build
solvent=build/solvent

cat >resume.yaml <<'YAML'
name: resume
rules: {max_rounds: 100}
deals: 60
seed: fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210
sandbox: none
bots:
  - {name: tiny, command: [build/bots/tiny], matches: 4}
  - {name: random, command: [build/bots/random], matches: 4}
  - {name: careful, command: [build/bots/careful], matches: 4}
  - {name: trader, command: [build/bots/trader], matches: 4}
YAML
total=240

now_ms() { echo $(($(date +%s%N) / 1000000)); }
# Nothing, when the kill came before there was a store.
games() { { $solvent rank resume.db 2>/dev/null || true; } | sed -n 's/^resume: \([0-9]*\) of.*/\1/p'; }

began=$(now_ms)
$solvent league run resume.yaml --store whole.db
whole_ms=$(($(now_ms) - began))
$solvent rank whole.db --format csv >whole.csv

# Killed at random moments of the first half of its time, so that most kills find it in the middle.
before=0
amid=0
for ((kill = 1; kill <= 8 || (amid == 0 && kill <= 40); kill++)); do
    $solvent league run resume.yaml >/dev/null 2>log &
    pid=$!
    delay_ms=$((RANDOM % (whole_ms / 2 + 1)))
    sleep "$(printf '%d.%03d' $((delay_ms / 1000)) $((delay_ms % 1000)))"
    if kill -KILL $pid 2>/dev/null; then
        wait $pid 2>/dev/null || true
    else
        wait $pid || die "a resumed league failed: $(cat log)"
    fi
    pid=
    after=$(games)
    after=${after:-0}
    echo "kill $kill after $delay_ms of $whole_ms ms: $after games"
    ((after >= before)) || die "$before games were there, $after are left"
    ((after > 0 && after < total)) && amid=$((amid + 1))
    before=$after
    if ((after == total)); then
        ((amid == 0)) || break
        rm -f resume.db* # from the start again: nothing has been seen to survive a kill yet
        before=0
    fi
done
((amid > 0)) || die "no kill found a league with some of its games played"

$solvent league run resume.yaml
$solvent rank resume.db --format csv >resume.csv
cmp whole.csv resume.csv || die "the killed league ranks otherwise"
[[ $(digest whole.db) == $(digest resume.db) ]] || die "the killed league has other games"

$solvent league run resume.yaml --store eight.db -j 8
$solvent rank eight.db --format csv >eight.csv
cmp whole.csv eight.csv || die "eight workers rank otherwise"
[[ $(digest whole.db) == $(digest eight.db) ]] || die "eight workers have played other games"

$solvent verify resume.db eight.db
echo "the same games, whatever happened"
