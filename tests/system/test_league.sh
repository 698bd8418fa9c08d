#!/usr/bin/env bash
# A league from its file to its ranking, as an operator sees it: results, resuming, mistakes, shards.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
ln -s -- "$SOLVENT_BUILD" build
solvent=build/solvent

die() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# expect STATUS TEXT COMMAND...: the command ends so and says that, in one line if it is a mistake.
expect() {
    local status=0 wanted=$1 text=$2
    shift 2
    "$@" >stdout 2>stderr || status=$?
    ((status == wanted)) || die "$* ended with $status, expected $wanted: $(cat stdout stderr)"
    grep -qF -- "$text" stdout stderr || die "$* did not say \"$text\" but: $(cat stdout stderr)"
    if ((wanted == 2)); then
        (($(wc -l <stderr) == 1)) || die "$* took more than a line: $(cat stderr)"
    fi
}

# ---- the dispatcher
expect 0 'league' $solvent --help
expect 0 'solvent 0.' $solvent --version
expect 0 'Example' $solvent league --help
expect 0 'solvent 0.' $solvent rank --version
expect 2 'did you mean league?' $solvent leage run x.yaml
expect 2 'expected a command (see' $solvent xyzzy

# ---- quickstart, whole
expect 0 'quickstart: 100 of 100 games are in quickstart.db' \
    $solvent league run "$SOLVENT_SOURCE/leagues/quickstart.yaml"
cat stdout
expect 0 'incidents: none' $solvent league run "$SOLVENT_SOURCE/leagues/quickstart.yaml"
expect 0 'nothing was left to play' $solvent league run "$SOLVENT_SOURCE/leagues/quickstart.yaml"
$solvent rank quickstart.db
$solvent rank quickstart.db --format csv >whole.csv
$solvent rank quickstart.db --format json >whole.json
(($(wc -l <whole.csv) == 5)) || die "the csv has not four bots: $(cat whole.csv)"
awk -F, 'NR > 1 { points += $4; wins += $6; if ($3 != 100 || $9 + $10 + $11 != 100) exit 1 }
    END { if (points < 199.999 || points > 200.001 || wins < 100) exit 1 }' whole.csv ||
    die "the csv does not add up: $(cat whole.csv)"
awk -F, 'NR > 1 && $12 + $13 + $14 + $15 + $16 > 0 { exit 1 }' whole.csv ||
    die "a reference bot was late, wrong or dead: $(cat whole.csv)"
for bot in tiny random careful trader; do
    grep -q ",$bot,100," whole.csv || die "$bot has not played 100 games: $(cat whole.csv)"
done
expect 0 'as recorded' $solvent verify quickstart.db
expect 0 '"type":"game_start"' bash -c "$solvent replay 'quickstart.db#100' --format jsonl | head -c 4000"
expect 2 'no game 101' $solvent replay 'quickstart.db#101'
[[ $(stat -c %a quickstart.db) == 600 ]] || die "others may read the store, and the seed in it"
[[ ! -e quickstart.db-wal ]] || die "a finished store is more than one file"

# ---- the same games whatever the workers and shards
digest() { grep -o '"digest": "[0-9a-f]*"' "$1"; }
cat >small.yaml <<'YAML'
name: small
rules: {max_rounds: 30}
seats: 3
deals: 2
seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
bots:
  - {name: tiny, command: [build/bots/tiny], matches: 4}
  - {name: random, command: [build/bots/random], matches: 2}
  - {name: careful, command: [build/bots/careful]}
  - {name: trader, command: [build/bots/trader], matches: 64}
YAML
$solvent league run small.yaml >/dev/null
$solvent league run small.yaml --store two.db -j 2 >/dev/null
for i in 1 2 3; do
    $solvent league run small.yaml --shard $i/3 >/dev/null
done
expect 0 'small: 24 of 24 games are in joined.db' $solvent league merge joined.db small.{1,2,3}-of-3.db
for store in small two joined; do
    $solvent rank $store.db --format csv >$store.csv
    $solvent rank $store.db --format json >$store.json
    cmp $store.csv small.csv || die "$store.db ranks otherwise than small.db"
    [[ $(digest $store.json) == $(digest small.json) ]] || die "$store.db has other games than small.db"
done
expect 0 'small: 8 of 24 games' $solvent rank small.1-of-3.db
expect 0 '8 of 24 games are in so far' $solvent rank small.1-of-3.db --format csv

# ---- stopped and resumed
sed -e 's/^name: small/name: long/' -e 's/^deals: 2/deals: 2000/' small.yaml >long.yaml
$solvent league run long.yaml >stdout 2>stderr &
pid=$!
until $solvent rank long.db 2>/dev/null | grep -q 'long: [1-9]'; do
    kill -0 $pid || die "the long league ended by itself: $(cat stdout stderr)"
    sleep 0.05
done
expect 3 'another process is writing this store' $solvent league run long.yaml
kill -TERM $pid
status=0
wait $pid || status=$?
((status == 1)) || die "a league that was stopped ended with $status, expected 1"
expect 0 ' of 24000 games' $solvent rank long.db
expect 0 'all as recorded' $solvent verify long.db

# ---- mistakes
expect 2 'none.yaml: found no file' $solvent league run none.yaml
expect 2 'expected run FILE.yaml' $solvent league
expect 2 'expected run FILE.yaml' $solvent league merge a.db
expect 2 '--jobs' $solvent league run small.yaml -j 0
expect 2 '--shard' $solvent league run small.yaml --shard 3/2
expect 2 'found no store' $solvent rank
expect 2 'none.db: found no file' $solvent rank none.db
expect 2 'small.yaml: found a file that is no store' $solvent rank small.yaml
expect 2 'expected table, csv or json' $solvent rank small.db --format xml
sed 's/^deals: 2/deals: 3/' small.yaml >other.yaml
expect 2 'found "deals: 2", expected "deals: 3"' $solvent league run other.yaml --store small.db
sed 's/^deals/deal/' small.yaml >wrong.yaml
expect 2 'wrong.yaml:4: key: found "deal", expected one of name' $solvent league run wrong.yaml
sed -e 's/^name: small/name: gone/' -e 's,build/bots/trader,build/bots/gone,' small.yaml >gone.yaml
expect 2 'expected the program of bot "trader"' $solvent league run gone.yaml
[[ ! -e gone.db ]] || die "a league that cannot begin has left a store"
sed '/^seed/d' small.yaml >secret.yaml
expect 2 'seed: found none' $solvent league run secret.yaml --shard 1/2
sed 's/^seed: .*/seed: 42/' small.yaml >short.yaml
expect 0 'could guess this seed' $solvent league run short.yaml --store short.db
expect 1 'holds another league' $solvent league merge joined.db short.db

# ---- what bots do wrong costs only themselves, and is told with the command that shows it
sed -e 's/^name: small/name: crime/' -e 's,build/bots/trader\],build/tests/support/crook\, illegal],' \
    small.yaml >crime.yaml
expect 0 'crime: 24 of 24 games' $solvent league run crime.yaml
grep -qE '^  trader: [0-9]+ illegal, .*solvent replay crime.db#[0-9]+$' stdout ||
    die "the summary does not tell of the crime: $(cat stdout)"
$solvent rank crime.db --format csv | awk -F, '$2 == "trader" { told = $14 > 0 } END { exit !told }' ||
    die "the ranking does not count illegal answers"
expect 0 'all as recorded' $solvent verify crime.db

echo "all as it should be"
