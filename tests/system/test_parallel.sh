#!/usr/bin/env bash
# The shards of a league under GNU parallel: one of them fails, `--resume-failed` goes on, and what comes together is the league of one machine.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

cd "$work" || exit 1
if ! command -v parallel >/dev/null || [[ $(parallel --version 2>/dev/null) != 'GNU parallel'* ]]; then
    printf 'skipped: there is no GNU parallel\n'
    exit 77
fi
seed=$(printf 'a%.0s' {1..64})
cat >cup.yaml <<END
name: cup
seats: 3
deals: 4
seed: $seed
rules: {max_rounds: 30}
sandbox: none
bots:
  - {name: a, command: [./bot], matches: 8}
  - {name: b, command: [$SOLVENT_BUILD/bots/careful], matches: 8}
  - {name: c, command: [$SOLVENT_BUILD/bots/random], matches: 8}
  - {name: d, command: [$SOLVENT_BUILD/bots/tiny], matches: 8}
END
cp "$tiny" bot
"$solvent" league run cup.yaml --store one.db >log 2>&1 || die "$(cat log)"
expect 0 "$solvent" league plan cup.yaml --shards 6; says '48 games in 6 shards'

# The store of the third shard cannot be opened at first: the machine's fault, to be tried again.
mkdir cup.3-of-6.db
run_all() { parallel --will-cite -j 2 --joblog jobs "$@" "$solvent" league run -q cup.yaml --shard '{}/6' --after cup.db ::: {1..6}; }
expect 1 run_all
warns 'solvent league run: cup.3-of-6.db'
[[ $(awk 'NR > 1 && $7 != 0 { print $1, $7 }' jobs) == '3 3' ]] || die "not only the third has failed: $(cat jobs)"
expect 1 "$solvent" league merge cup.db cup.[12456]-of-6.db; tells 'cup: missing are 1 of 6 shards: 3'
rmdir cup.3-of-6.db
expect 0 run_all --resume-failed
[[ $(grep -c . jobs) == 8 && $(awk 'NR > 1 && $7 == 0' jobs | wc -l) == 6 ]] || die "more than the third was run again: $(cat jobs)"
expect 0 "$solvent" league merge cup.db cup.?-of-6.db; says 'cup: 48 of 48 games are in cup.db'
[[ $(digest one.db) == "$(digest cup.db)" ]] || die "other games under parallel"
"$solvent" rank one.db --format csv >one.csv
"$solvent" rank cup.db --format csv | cmp - one.csv || die "another ranking under parallel"
