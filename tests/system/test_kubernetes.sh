#!/usr/bin/env bash
# The Indexed Job and the commands of docs/SCALING.md, without a cluster: the command of each pod is taken from the page and run here, in the
# league's folder. Its statuses fail the index or let it start again, as podFailurePolicy says; a shard goes on from its saved copy.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs_python yaml
mkdir "$work"/{bin,cup,scratch}
ln -s "$solvent" "$work/bin/solvent"
printf '%s\n' '#!/bin/sh' 'exit "${BWRAP_STATUS:-0}"' >"$work/bin/bwrap" # only its status counts here
chmod +x "$work/bin/bwrap"
export PATH=$work/bin:$PATH SCRATCH=$work/scratch
cd "$work/cup"
cp "$SOLVENT_BUILD"/bots/{tiny,random} .
cat >cup.yaml <<'END'
name: cup
seats: 2
deals: 8
rules: {max_rounds: 10}
sandbox: none
seed: 9f2c41a07be35d886e1f0c9a4b7d2e6f5a8c3b1d0e9f7a6b5c4d3e2f1a0b9c8d
bots:
  - {name: tiny, command: [./tiny], matches: 8}
  - {name: random, command: [./random], matches: 8}
END

# Reads the three fences of the section: the plan, the job, and the commands that join the shards.
"$python" - "$SOLVENT_SOURCE/docs/SCALING.md" <<'END'
import json, re, sys, yaml
section = re.search(r"(?ms)^## Kubernetes\n(.*?)^## ", open(sys.argv[1]).read())[1]
plan, job, join = re.findall(r"(?ms)^```\w+\n(.*?)^```", section)
spec = yaml.safe_load(job)["spec"]
pod = spec["template"]["spec"]
(container,) = pod["containers"]
assert spec["completionMode"] == "Indexed" and pod["restartPolicy"] == "Never" and spec["backoffLimitPerIndex"] > 0
assert f"--shards {spec['completions']}\n" in plan
assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}
(rule,) = spec["podFailurePolicy"]["rules"]
codes = rule["onExitCodes"]
assert rule["action"] == "FailIndex" and codes["operator"] == "In" and codes["containerName"] == container["name"]
open("../plan", "w").write(plan)
open("../join", "w").write(join)
open("../failing", "w").write("".join(f"{code}\n" for code in codes["values"]))
open("../completions", "w").write(str(spec["completions"]))
json.dump(container["command"] + container["args"], open("../pod.json", "w"))
END
# pod INDEX: runs the command of a pod.
pod() { JOB_COMPLETION_INDEX=$1 "$python" -c 'import json, os; words = json.load(open("../pod.json")); os.execvp(words[0], words)'; }
fails_index() { grep -qx "$1" ../failing || die "status $1 starts the pod again"; }
starts_again() { ! grep -qx "$1" ../failing || die "status $1 fails the index"; }

expect 0 bash -e ../plan
# No sandbox, a mistake in the file: no start can help. A disk that cannot be written, a kill, a stop: another start can.
BWRAP_STATUS=1 expect 4 pod 0
fails_index 4
sed -i.good 's/^seats: 2/seats: two/' cup.yaml
expect 2 pod 0
fails_index 2
mv cup.yaml.good cup.yaml
SCRATCH=$work/none expect 3 pod 0
for status in 1 3 137 143; do
    starts_again "$status"
done
completions=$(cat ../completions)
for ((index = 0; index < completions; index++)); do
    expect 0 pod "$index"
done
# Another node has nothing but the saved copy, whose games are not played again.
began() { "$solvent" league status "$1" --format json | grep -o '"began":[0-9.]*'; }
first=$(began 4.db)
rm -r "$work"/scratch/*
expect 0 pod 3
[[ $(began "$SCRATCH/4.db") == "$first" ]] || die "a shard began anew"
expect 0 bash -e ../join
"$solvent" league run -q cup.yaml --store one.db
[[ $(digest one.db) == "$(digest cup.db)" ]] || die "the pods make other games than one machine"
