#!/usr/bin/env bash
# Leagues on a real Slurm, three nodes on this host: eight shards, of which one is killed by kill -9 and one is requeued from a node that is
# drained; then one that ends when it is clear or its deals are used up, in rounds. The same games, ranking and decision as on one machine.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
# shellcheck source=tests/system/slurm.sh disable=SC1091
source "$(dirname -- "$0")/slurm.sh"

submit=$SOLVENT_SOURCE/tools/slurm/submit
expect 2 "$submit"; one_line; tells 'found no league file'
expect 2 "$submit" none.yaml --shards 3; one_line; tells 'none.yaml: found no file'

slurm_begin 3 2
cd "$work"
chmod 755 "$work"
mkdir league
cp "$SOLVENT_BUILD"/bots/{tiny,careful,random} "$SOLVENT_BUILD/tests/support/slowly" league/
seed=$(printf 'a%.0s' {1..64})

# league NAME BOT LINE...: writes league/NAME.yaml, whose bots lie beside it, BOT the last of them
league() {
    {
        printf '%s\n' "name: $1" "seats: 3" "seed: $seed" "sandbox: none" "${@:3}" "bots:"
        printf '  - {name: %s, command: [./%s], matches: 8}\n' a tiny b careful c random
        printf '  - {name: d, command: [%s]}\n' "$2"
    } >"league/$1.yaml"
}

expect 2 "$submit" league/none.yaml --shards 3; one_line
# Bots that take their time, so that shards take some seconds, whatever else the machine has to do.
league cup './slowly, "170"' "deals: 8" "rules: {max_rounds: 20}" "clock: {decision_ms: 20000}"
expect 2 "$submit" league/cup.yaml --shards 5000; one_line; tells "expected at most 1000, as Slurm's MaxArraySize is 1001"

# play NAME SHARDS: submits it, and leaves its result to the caller
play() {
    expect 0 "$submit" "league/$1.yaml" --shards "$2" --solvent "$solvent" --scratch "$work/scratch" --save-every 1 --sample 20
    says '^submitted: jobs '
}

ended() { [[ -e $1.slurm/done ]]; }

# wait_for NAME: until it is ranked
wait_for() {
    slurm_wait 400 ended "$1" || { tail -n 20 "$1".slurm/logs/*; squeue; die "$1 does not end"; }
}

# alike NAME: as on one machine
alike() {
    sed 's#"170"#"0"#' "league/$1.yaml" >league/one.yaml # so that no test waits for it
    "$solvent" league run league/one.yaml --store "$1.one.db" -j 8 >log 2>&1 || die "$(cat log)"
    [[ $(digest "$1.one.db") == "$(digest "$1.slurm/$1.db")" ]] || die "$1: Slurm makes other games"
    "$solvent" rank "$1.one.db" --format csv | cmp - "$1.slurm/ranking.csv" || die "$1: Slurm makes another ranking"
    [[ -s $1.slurm/report.html && -s $1.slurm/ranking.txt ]] || die "$1: no report"
}

# verified NAME: some games of each round, and all is well
verified() {
    local log
    for log in "$1".slurm/logs/round*.join.log; do
        grep -q '^....-..-.. ..:..:.. verified on n[1-3]: [1-9][0-9]* games.*all as recorded' "$log" || die "not verified: $(cat "$log")"
        ! grep -q 'is left out' "$log" || die "a shard is left out: $(cat "$log")"
    done
}

saved() { [[ -s $1 && $(python3 -c "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM matches').fetchone()[0])" "$1" 2>/dev/null || echo 0) != 0 ]]; }

# ---- eight shards, one killed, a node drained ------------------------------------------------------------

play cup 8
array=$(head -n 1 cup.slurm/active)
node_of() { squeue --noheader --jobs="${array}_$1" --states=RUNNING --format=%N 2>/dev/null; }
runs_3() { pgrep -f "rounds/1/3.db --save-every" >pids; }
here_1() { node=$(node_of 1) && [[ $node ]]; }
slurm_wait 60 here_1 || die "shard 1 does not begin"
slurm_wait 60 saved cup.slurm/rounds/1/3.db || die "shard 3 saves nothing: $(tail cup.slurm/logs/*)"
runs_3 || die "shard 3 is over before it can be killed"
while read -r pid; do kill -KILL "$pid"; done <pids
slurm_wait 60 saved cup.slurm/rounds/1/1.db || die "shard 1 saves nothing"
scontrol update nodename="$node" state=drain reason=test
scontrol requeue "${array}_1"
wait_for cup
alike cup
grep -q 'round 1: status 137' cup.slurm/logs/round1.3.log || die "shard 3 was not killed: $(cat cup.slurm/logs/round1.3.log)"
grep -q 'shard 3/8 of round 1 on n[1-3], start 2' cup.slurm/logs/round1.3.log || die "shard 3 was not begun again"
grep 'shard 1/8 of round 1 on n[1-3], start 2' cup.slurm/logs/round1.1.log | grep -qv " on $node," || die "shard 1 did not leave $node"
[[ $(grep -c 'are copied to' cup.slurm/logs/round1.*.log | awk -F: '{ n += $2 } END { print n }') == 1 ]] || die "bots were not staged once"
verified cup
# Games come from two nodes at least, by what each shard's task has noted and by the log of its last start.
sort -u cup.slurm/rounds/1/?.node >nodes
(($(wc -l <nodes) >= 2)) || die "one node has played all shards: $(cat nodes)"
for shard in {1..8}; do
    grep -q "shard $shard/8 of round 1 on $(cat "cup.slurm/rounds/1/$shard.node")," "cup.slurm/logs/round1.$shard.log" || die "shard $shard: another node"
done
printf 'cup: played on %s\n' "$(paste -sd ' ' nodes)"
# Both went on from what they had: of two starts both have games, and none was played twice.
python3 - <<'END' || die "a shard began anew"
import sqlite3
for shard in 1, 3:
    db = sqlite3.connect(f'cup.slurm/rounds/1/{shard}.db')
    games = [n for n, in db.execute('SELECT (SELECT count(*) FROM played WHERE played.session = sessions.session) FROM sessions')]
    print(f'shard {shard}: games of each start:', *games)
    assert len(games) == 2 and min(games) > 0 and sum(games) == 12, games
END
expect 0 "$submit" league/cup.yaml --shards 8 --solvent "$solvent" --scratch "$work/scratch"; says '^nothing is left to play'
scontrol update nodename="$node" state=resume

# ---- in rounds, until it is clear or its deals are used up ---------------------------------------------------

league clear ./tiny "rules: {max_rounds: 60}" "stop_when: {top: 2, confidence: 0.9, max_deals: 100}"
play clear 5
wait_for clear
alike clear
verified clear
grep '^stop_when: ' clear.slurm/ranking.txt >decision || die "no decision: $(cat clear.slurm/ranking.txt)"
"$solvent" rank clear.one.db --wide | grep -xF -f decision >/dev/null || die "another decision than on one machine"
rounds=$(ls clear.slurm/rounds | wc -l)
((rounds > 1)) || die "it took one round"
printf 'clear: %d rounds; %s\n' "$rounds" "$(cat decision)"
