#!/usr/bin/env bash
# tools/slurm without a Slurm: a shard whose games are not as recorded is left out, its node gets nothing more, and its games are played
# again in the next round. The league is the same as on one machine.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
cd "$work"
mkdir bin league
for tool in sbatch squeue scontrol scancel; do
    printf '%s\n' '#!/bin/sh' "echo \"$tool \$*\" >>$work/calls" 'echo 7' >"bin/$tool"
    chmod +x "bin/$tool"
done
PATH=$work/bin:$PATH
cp -- "$SOLVENT_BUILD/bots/tiny" "$SOLVENT_BUILD/bots/careful" league/
seed=$(printf 'a%.0s' {1..64})
printf '%s\n' 'name: cup' 'seats: 2' 'deals: 6' "seed: $seed" 'sandbox: none' 'rules: {max_rounds: 20}' 'bots:' \
    '  - {name: a, command: [./tiny]}' '  - {name: b, command: [./careful]}' '  - {name: c, command: [./tiny]}' >league/cup.yaml
expect 0 "$SOLVENT_SOURCE/tools/slurm/submit" league/cup.yaml --shards 4 --solvent "$solvent" --scratch "$work/scratch" --sample 100
folder=$work/cup.slurm
tasks() { # ROUND SHARDS: each on a node of its own
    local shard
    for ((shard = 1; shard <= $2; shard++)); do
        SLURM_ARRAY_TASK_ID=$shard SLURMD_NODENAME=n$shard expect 0 "$folder/bin/task" "$folder" "$1" "$2"
    done
}
tasks 1 4
grep -q -- '--array=1-4 ' calls || die "$(cat calls)"
[[ $(cat "$folder/rounds/1/3.node") == n3 ]] || die 'nobody knows where shard 3 was played'
python3 - "$folder/rounds/1/3.db" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE matches SET rounds = rounds + 1 WHERE number = (SELECT min(number) FROM matches)")
db.commit()
PY
SLURMD_NODENAME=n9 expect 0 "$folder/bin/round" "$folder" 1
says 'shard 3, played on n3, is left out: its games are played again elsewhere'
[[ $(cat "$folder/excluded") == n3 && -e $folder/rounds/1/3.bad ]] || die 'the node is not kept off'
grep -q -- '--exclude=n3' calls || die "the next round may come to n3: $(cat calls)"
tasks 2 "$(find "$folder/rounds/2" -name plan.json -exec python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["shards"])' {} \;)"
SLURMD_NODENAME=n9 expect 0 "$folder/bin/round" "$folder" 2
[[ -e $folder/done ]] || die 'it has not ended'
expect 0 "$solvent" league run league/cup.yaml --store one.db -q
[[ $(digest one.db) == "$(digest "$folder/cup.db")" ]] || die 'other games than on one machine'

# Where most shards are wrong it is the node that verifies.
rm -r cup.slurm
expect 0 "$SOLVENT_SOURCE/tools/slurm/submit" league/cup.yaml --shards 2 --solvent "$solvent" --scratch "$work/scratch" --sample 100
tasks 1 2
for shard in 1 2; do
    python3 -c 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute("UPDATE matches SET rounds = rounds + 1"); db.commit()' "$folder/rounds/1/$shard.db"
done
SLURMD_NODENAME=n9 expect 3 "$folder/bin/round" "$folder" 1
says '2 of 2 shards are not as recorded, by n9: nothing is joined'
