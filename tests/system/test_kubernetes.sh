#!/usr/bin/env bash
# The Kubernetes manifest in docs/SCALING.md: what it says hangs together, and its command, as it stands there, plays each shard, goes on where
# a pod was killed, and ends with the status that the manifest gives up at when nothing comes of it.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
# shellcheck source=tests/system/shards.sh disable=SC1091
source "$(dirname -- "$0")/shards.sh"
cd "$work"
awk '/^apiVersion: batch\/v1/ { inside = 1 } inside && /^```/ { exit } inside' "$SOLVENT_SOURCE/docs/SCALING.md" >job.yaml
value() { sed -n "s/^ *$1: *\([^ #]*\).*/\1/p" job.yaml; }
shards=$(value completions)
[[ $(value completionMode) == Indexed && $(value restartPolicy) == Never && $(value backoffLimitPerIndex) -gt 0 ]] || die "no indexed job: $(cat job.yaml)"
[[ $(value maxFailedIndexes) -le $shards && $(value parallelism) -le $shards ]] || die "more than $shards shards"
grep -q 'action: FailIndex, onExitCodes: .*operator: In, values: \[2\]' job.yaml || die "it does not give up on status 2"
command=$(sed -n '/^ *- shard=/,$p' job.yaml | sed 's/^ *- //' | tr -s ' \n' ' ')
[[ $command == *"--shard \$shard/$shards "* ]] || die "its command does not play $shards shards: $command"

mkdir league scratch path
ln -s "$solvent" path/solvent
league cup 4 3 "seed: $(printf 'c%.0s' {1..64})" "deals: 6"
mv cup.yaml league/
command=${command//\/league\//$work/league/}
command=${command//\/scratch\//$work/scratch/}
command=${command//\$shard\/$shards/\$shard\/3}
# pod INDEX: what the job starts
pod() { env PATH="$work/path:$PATH" JOB_COMPLETION_INDEX="$1" NODE="node-$1" sh -c "$command"; }

expect 2 pod 0; one_line # there is no plan yet: nothing would come of it
expect 0 "$solvent" league plan league/cup.yaml --store league/cup.db --shards 3
expect 0 pod 0
# All of it goes at once, as a pod does.
PATH="$work/path:$PATH" JOB_COMPLETION_INDEX=1 NODE=node-1 setsid sh -c "$command" >log 2>&1 &
pid=$!
sleep 0.2
kill -KILL -- -"$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
rm -rf scratch && mkdir scratch # the pod's disk goes with it
expect 0 pod 1
expect 0 pod 2
expect 0 "$solvent" league merge league/cup.db league/1.[123].db; says 'cup: 72 of 72 games'
expect 0 "$solvent" league nodes league/cup.db; says '^node-2 '
"$solvent" league run league/cup.yaml --store one.db >log 2>&1 || die "$(cat log)"
[[ $(digest one.db) == "$(digest league/cup.db)" ]] || die "other games than on one machine"
