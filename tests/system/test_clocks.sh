#!/usr/bin/env bash
# What has an end whatever a bot does: its start, its thinking in a match, the run of a league.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

crook=$SOLVENT_BUILD/tests/support/crook
cd "$work"

# A bot that says no hello is given up; `start_ms` is how long that takes.
cat >start.yaml <<YAML
name: start
seats: 2
deals: 1
clock: {start_ms: 300}
bots: [{name: mute, command: [$crook, no-hello]}, {name: tiny, command: [$tiny]}]
YAML
began=$(date +%s%N)
expect 0 "$solvent" league run start.yaml
warns "bot 'mute' has not said hello within 300 ms"
(($(date +%s%N) - began < 8000000000)) || die "start_ms: 300 was not kept"

# Never late, and always slow: the seat forfeits when its time for the match is used up.
cat >slow.yaml <<YAML
name: slow
seats: 2
deals: 1
rules: {max_rounds: 200}
limits: {match_s: 1}
bots: [{name: snail, command: [$crook, slow, "0", "90"]}, {name: tiny, command: [$tiny]}]
YAML
expect 0 "$solvent" league run slow.yaml
warns "bot 'snail' has thought for 1 s in a match and forfeits its seat"
says 'snail: .*2 overtime, 2 of 2 games forfeited'
expect 0 "$solvent" verify slow.db
expect 0 "$solvent" replay slow.db#1 --format jsonl
[[ $(grep -c '"verdict":"overtime"' "$work/out") == 1 ]] || die "the record does not say once why"
expect 0 "$solvent" games slow.db --incidents --wide
says 'snail: .*1 overtime, forfeited'

# A league ends when its time is over; the same command plays on until it is done.
cat >long.yaml <<YAML
name: long
seats: 2
deals: 12
rules: {max_rounds: 4}
limits: {league_s: 1}
bots: [{name: snail, command: [$crook, slow, "0", "20"]}, {name: tiny, command: [$tiny]}]
YAML
runs=0
while ! "$solvent" league run long.yaml >out 2>err; do
    grep -q 'stopped after 1 s (limits.league_s); the same command plays the rest' err || die "$(cat err)"
    ((++runs < 60)) || die "it does not come to an end"
done
((runs > 0)) || die "24 games of a slow bot fitted into a second"
expect 0 "$solvent" verify long.db
[[ $("$solvent" rank long.db --format csv | sed -n 2p | cut -d, -f3) == 24 ]] || die "not 24 games"
