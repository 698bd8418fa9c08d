#!/usr/bin/env bash
# A league from its file to its ranking, as an operator sees it: results, resuming, mistakes, shards.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
: "${SOLVENT_SOURCE:?}"
cd -- "$work"
ln -s -- "$SOLVENT_BUILD" build
solvent=build/solvent

# ---- the dispatcher
expect 0 $solvent --help; tells 'league'
expect 0 $solvent --version; tells 'solvent 0.'
expect 0 $solvent league --help; tells 'Example'
expect 0 $solvent rank --version; tells 'solvent 0.'
expect 2 $solvent leage run x.yaml; one_line; tells "did you mean 'league'?"
expect 2 $solvent xyzzy; one_line; tells 'expected a command: '

# ---- quickstart, whole: its bots lie beside its folder
mkdir leagues
cp -- "$SOLVENT_SOURCE/leagues/quickstart.yaml" leagues/
expect 0 $solvent league run leagues/quickstart.yaml
tells 'quickstart: 100 of 100 games are in quickstart.db'
cat out
expect 0 $solvent league run leagues/quickstart.yaml; tells 'incidents: none'
expect 0 $solvent league run leagues/quickstart.yaml; tells 'nothing was left to play'
$solvent rank quickstart.db
$solvent rank quickstart.db --format csv >whole.csv
$solvent rank quickstart.db --format json >whole.json
(($(wc -l <whole.csv) == 5)) || die "the csv has not four bots: $(cat whole.csv)"
python3 - whole.csv <<'END' || die "the csv does not add up: $(cat whole.csv)"
import csv, sys
bots = list(csv.DictReader(open(sys.argv[1])))
assert sorted(b["bot"] for b in bots) == ["careful", "random", "tiny", "trader"]
assert abs(sum(float(b["points"]) for b in bots) - 2) < 1e-5 and sum(int(b["wins"]) for b in bots) >= 100
for b in bots:
    assert b["games"] == "100" and sum(int(b[k]) for k in ("last_solvent", "max_rounds", "forfeit")) == 100, b
    assert all(b[k] == "0" for k in ("incidents", "late", "malformed", "illegal", "dead", "overtime", "forfeited")), b
END
expect 0 $solvent verify quickstart.db; tells 'as recorded'
expect 0 bash -c "$solvent replay 'quickstart.db#100' --format jsonl | head -c 4000"; tells '"type":"game_start"'
expect 2 $solvent replay 'quickstart.db#101'; one_line; tells 'no game 101'
[[ $(stat -c %a quickstart.db) == 600 ]] || die "others may read the store, and the seed in it"
[[ ! -e quickstart.db-wal ]] || die "a finished store is more than one file"

# ---- what a deal was is shown when all its games are in
without() { python3 -c '
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for table in "matches", "seats", "replays":
    db.execute(f"DELETE FROM {table} WHERE number = {sys.argv[2]}")
db.commit()' "$@"; }
cp quickstart.db part.db
without part.db 3
expect 0 $solvent replay 'part.db#1' --format jsonl
grep -q '"seed":null,"salt":null,"commitment":"[0-9a-f]\{64\}"' out || die "a seed to come: $(head -n 1 out)"
expect 0 $solvent replay 'part.db#1'; tells 'seed       (shown when all games of its deal are over)'
expect 2 $solvent replay 'part.db#1' -o early.svr; one_line; tells 'a file would reveal it'
[[ ! -e early.svr ]] || die "a seed in a file"
expect 0 $solvent replay 'part.db#1' --html early.html
first() { $solvent replay "quickstart.db#$1" --format jsonl | sed -n '1s/.*"'"$2"'":"\([0-9a-f]*\)".*/\1/p'; }
seed=$(first 1 seed)
[[ ${#seed} == 64 ]] || die "no seed of a deal that is over"
! grep -q "$seed" early.html || die "the page of an early game tells its seed"
expect 0 $solvent replay 'part.db#5' --format jsonl; grep -q '"seed":"[0-9a-f]' out || die "no seed, of a deal that is over"
expect 0 $solvent replay 'quickstart.db#1' -o whole.svr
[[ $(first 2 seed) == "$seed" && $(first 5 seed) != "$seed" ]] || die "deals are not of one seed each"
[[ $(first 1 commitment) != "$(first 2 commitment)" ]] || die "the commitments of two games on one deal are equal"

# ---- the same games whatever the workers and shards
digest() { grep -o '"digest":"[0-9a-f]*"' "$1"; }
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
expect 0 $solvent league merge joined.db small.{1,2,3}-of-3.db; tells 'small: 24 of 24 games are in joined.db'
for store in small two joined; do
    $solvent rank $store.db --format csv >$store.csv
    $solvent rank $store.db --format json >$store.json
    cmp $store.csv small.csv || die "$store.db ranks otherwise than small.db"
    [[ $(digest $store.json) == $(digest small.json) ]] || die "$store.db has other games than small.db"
done
expect 0 $solvent rank small.1-of-3.db; tells 'small: 9 of 24 games'
expect 0 $solvent rank small.1-of-3.db --format csv; tells '9 of 24 games are in so far'

# ---- more workers than cores: the same games, with a warning; what fits has none
core=$(taskset -cp $$ | grep -o '[0-9]*' | sed -n 2p)
taskset -c "$core" $solvent league run small.yaml --store many.db -j 3 >/dev/null 2>err
grep -q 'warning: --jobs 3 keeps up to 12 bots busy on 1 core, .* 1 fits$' err || die "no warning: $(cat err)"
$solvent rank many.db --format json >many.json
[[ $(digest many.json) == $(digest small.json) ]] || die "three workers play other games"
$solvent league run small.yaml --store few.db >/dev/null 2>err
! grep -q -- --jobs err || die "a warning of what was chosen: $(cat err)"

# ---- a gauntlet: two candidates, each with both of the field
sed -e 's/^name: small/name: gauntlet/' -e 's/^deals: 2/deals: 3\nformat: gauntlet\ncandidates: [random, trader]/' \
    small.yaml >gauntlet.yaml
expect 0 $solvent league run gauntlet.yaml; tells 'gauntlet: 18 of 18 games'
expect 0 $solvent rank gauntlet.db --format csv
cp out gauntlet.csv
paste -d, <(column rank <gauntlet.csv) <(column bot <gauntlet.csv) <(column games <gauntlet.csv) | awk -F, '{ games[$2] = $3; rank[$2] = $1 }
    END { exit !(games["random"] == 9 && games["trader"] == 9 && games["tiny"] == 18 && games["careful"] == 18 &&
        rank["random"] + rank["trader"] == 3) }' || die "no gauntlet: $(cat gauntlet.csv)"
expect 0 $solvent verify gauntlet.db; tells 'all as recorded'; tells 'Only --head HASH'
# changed SQL TEXT: a store that somebody changed is refused with TEXT
changed() {
    cp gauntlet.db changed.db
    python3 -c 'import sqlite3, sys; sqlite3.connect("changed.db").executescript(sys.argv[1])' "$1"
    expect 1 $solvent verify changed.db; tells "$2"
}
changed "$(printf 'DELETE FROM %s WHERE number = 5;' matches seats replays timings trades luck)" \
    'changed.db: matches: found 17, expected at least 18, as table runs says; not in the store: 5'
changed 'DELETE FROM trades WHERE number = 5' 'changed.db#5: trades: found no row of this match'
changed 'UPDATE luck SET figures = zeroblob(50000000) WHERE number = 5' 'luck.figures of match 5: found blob of length 50000000'
changed "$(printf "UPDATE %s SET text = replace(text, 'tiny', 'tidy');" league revisions)" 'changed.db: league.text'
for i in 1 2; do
    $solvent league run gauntlet.yaml --shard $i/2 >/dev/null
done
$solvent league merge gauntlet-joined.db gauntlet.{1,2}-of-2.db >/dev/null
$solvent rank gauntlet-joined.db --format csv | cmp - gauntlet.csv || die "the gauntlet's shards rank otherwise"

# ---- stopped and resumed
sed -e 's/^name: small/name: long/' -e 's/^deals: 2/deals: 2000/' small.yaml >long.yaml
$solvent league run long.yaml >long.out 2>long.err &
pid=$!
until $solvent rank long.db 2>/dev/null | grep -q 'long: [1-9]'; do
    kill -0 $pid || die "the long league ended by itself: $(cat long.out long.err)"
    sleep 0.05
done
expect 3 $solvent league run long.yaml; tells 'another process is writing this store'
kill -TERM $pid
status=0
wait $pid || status=$?
((status == 1)) || die "a league that was stopped ended with $status, expected 1"
expect 0 $solvent rank long.db; tells ' of 24000 games'
expect 0 $solvent verify long.db; tells 'all as recorded'

# ---- mistakes
expect 2 $solvent league run none.yaml; one_line; tells 'none.yaml: found no file'
expect 2 $solvent league; warns '^  run  *play every match'
expect 2 $solvent league merge a.db; one_line; tells 'expected OUT.db and at least one SHARD.db'
expect 2 $solvent league run small.yaml -j 0; one_line; tells '--jobs'
expect 2 $solvent league run small.yaml --shard 3/2; one_line; tells '--shard'
expect 2 $solvent rank; one_line; tells 'found no store'
expect 2 $solvent rank none.db; one_line; tells 'none.db: found no file'
expect 2 $solvent rank small.yaml; one_line; tells 'small.yaml: found a file that is not the store'
expect 2 $solvent rank small.db --format xml; one_line; tells 'expected table, csv or json'
sed 's/^deals: 2/deals: 1/' small.yaml >other.yaml
expect 2 $solvent league run other.yaml --store small.db; one_line; tells "other.yaml:4: deals: found 1, but the league in small.db has 2"
sed 's/^deals/deal/' small.yaml >wrong.yaml
expect 2 $solvent league run wrong.yaml; one_line; tells "wrong.yaml:4: key: found 'deal', did you mean 'deals'?"
sed -e 's/^name: small/name: gone/' -e 's,build/bots/trader,build/bots/gone,' small.yaml >gone.yaml
expect 2 $solvent league run gone.yaml --shard 1/2; one_line; tells "expected the program of bot 'trader'"
[[ ! -e gone.db ]] || die "a league that cannot begin has left a store"
sed '/^seed/d' small.yaml >secret.yaml
expect 2 $solvent league run secret.yaml --shard 1/2; one_line; tells 'seed: found none'
sed 's/^seed: .*/seed: 42/' small.yaml >short.yaml
expect 0 $solvent league run short.yaml --store short.db; tells 'could guess this seed'
expect 1 $solvent league merge joined.db short.db; tells 'holds another league'

cp -- "$SOLVENT_BUILD/bots/tiny" mybot
sed -e 's/^name: small/name: gone/' -e 's,build/bots/trader,mybot,' small.yaml >gone.yaml
expect 2 $solvent league run gone.yaml --no-trial; one_line; tells "did you mean './mybot'?"

# ---- what bots do wrong costs only themselves, and is told with the command that shows it
sed -e 's/^name: small/name: crime/' -e 's,build/bots/trader\],build/tests/support/crook\, illegal],' \
    small.yaml >crime.yaml
expect 0 $solvent league run crime.yaml --no-trial; tells 'crime: 24 of 24 games'
grep -qE '^  trader: [0-9]+ illegal, .*solvent replay crime.db#[0-9]+$' out ||
    die "the summary does not tell of the crime: $(cat out)"
$solvent rank crime.db --format csv >crime.csv
paste -d, <(column bot <crime.csv) <(column illegal <crime.csv) | awk -F, '$1 == "trader" { told = $2 > 0 } END { exit !told }' ||
    die "the ranking does not count illegal answers"
expect 0 $solvent verify crime.db; tells 'all as recorded'

# ---- paths start at the league file's folder, wherever the command is given, and there bots run
mkdir -p far/away/mine
cp -- "$SOLVENT_BUILD/bots/tiny" far/away/mine/
cp -- "$SOLVENT_SOURCE/leagues/editions/speed-die.yaml" far/away/mine/board.yaml
cat >far/away/start.sh <<'SH'
[ -e mine/tiny ] || { echo "run in $PWD"; exit 1; }
[ "$GREETING" = "hello, you" ] && [ "$THREADS" = 1 ] && [ -n "$SOLVENT_ENDPOINT" ] || exit 9
exec "$1"
SH
cat >far/away/cup.yaml <<'YAML'
edition: mine/board.yaml
rules: {max_rounds: 20}
seats: 2
deals: 1
seed: fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210
bots:
  - {name: plain, command: [mine/tiny]}
  - {name: shell, command: [/bin/sh, start.sh, mine/tiny], files: [mine], env: {THREADS: 1, GREETING: "hello, you"}}
YAML
for mode in none auto; do
    sed "s/^seats/sandbox: $mode\nname: cup-$mode\nseats/" far/away/cup.yaml >far/away/cup-$mode.yaml
    expect 0 $solvent league run far/away/cup-$mode.yaml; tells '2 of 2 games'; tells 'incidents: none'
    (cd / && "$work/build/solvent" league run "$work/far/away/cup-$mode.yaml" --store "$work/again-$mode.db") \
        >out 2>err || die "from elsewhere: $(cat out err)"
    tells 'incidents: none'
    [[ $($solvent rank cup-$mode.db --format csv) == "$($solvent rank again-$mode.db --format csv)" ]] ||
        die "the ranking depends on the current folder"
done
sed -i 's,mine/board,mine/bored,' far/away/cup.yaml
expect 2 $solvent league run far/away/cup.yaml; one_line; tells "found 'far/away/mine/bored.yaml', expected a file"

echo "all as it should be"
