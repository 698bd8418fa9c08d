#!/usr/bin/env bash
# Interrupted calls, short reads and writes, and a clock that jumps by days change no game: neither the arbiter's nor the bots'.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
needs_plain_build "sanitizers have their own system calls"
shim=$SOLVENT_BUILD/tests/shims/libfaults.so
cd "$work"
chmod 755 "$work"
mkdir bots
cp "$SOLVENT_BUILD"/bots/{tiny,careful,random,trader} bots

cat >cup.yaml <<YAML
name: cup
deals: 6
rules: {max_rounds: 40}
seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
sandbox: none
clock: {decision_ms: 20000, bank_ms: 60000}
bots:
$(for bot in tiny careful random trader; do echo "  - {name: $bot, command: [bots/$bot], matches: 4}"; done)
YAML
expect 0 "$solvent" league run cup.yaml --store smooth.db
for jobs in 1 2; do
    rm -f told
    LD_PRELOAD=$shim SOLVENT_FAULTS_TOLD=$work/told expect 0 "$solvent" league run cup.yaml --store rough$jobs.db -j $jobs
    says 'incidents: none'
    expect 0 "$solvent" verify rough$jobs.db
    [[ $(digest smooth.db) == "$(digest rough$jobs.db)" ]] || die "other games"
    grep -qE '^solvent: [0-9]{3,} interrupted, [0-9]{2,} shortened, [0-9]+ jumps' told || die "nothing was rough: $(cat told)"
done
cat told

# Bots too: then in their sandbox's environment.
sed -i "s|command: \[\(bots/[a-z]*\)\]|command: [env, LD_PRELOAD=$shim, \1]|" cup.yaml
sed -i '/matches: 4/s/, matches/, matches/' cup.yaml
expect 0 "$solvent" league run cup.yaml --store bots.db
says 'incidents: none'
[[ $(digest smooth.db) == "$(digest bots.db)" ]] || die "other games with rough bots"
