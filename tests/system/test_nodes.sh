#!/usr/bin/env bash
# What shards and their joining say: shards that stop and go on, that are missing, doubled, foreign, mixed; nodes that are wrong or slow,
# whose games are taken out and played again.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
# shellcheck source=tests/system/shards.sh disable=SC1091
source "$(dirname -- "$0")/shards.sh"

cd "$work"
league cup 5 3 "seed: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "deals: 2"

# ---- shards that stop, and say so ------------------------------------------------------------------

rm -f cup.db one.db
"$solvent" league run cup.yaml --store one.db >log 2>&1 || die "$(cat log)"
expect 0 "$solvent" league plan cup.yaml --shards 3 --measured one.db; says 'round 1: 60 games in 3 shards'; says "by 5 bots' times in one.db"
expect 2 "$solvent" league run cup.yaml --shard 1/4 --after cup.db; one_line; tells 'expected one of the 3 shards that cup.db'
expect 2 "$solvent" league run cup.yaml --after cup.db; one_line; tells 'found --after without --shard'
sed 's/deals: 2/deals: 3/' cup.yaml >more.yaml
expect 2 "$solvent" league run more.yaml --shard 1/3 --after cup.db; one_line; tells 'is not the league of cup.db any more'
expect 2 "$solvent" league plan more.yaml --shards 0; one_line
sed 's/^bots:/limits: {league_s: 1}\nbots:/; s/^rules.*/rules: {max_rounds: 400}/; s/deals: 2/deals: 2000/; s/^name: cup/name: long/' cup.yaml >long.yaml
expect 1 "$solvent" league run long.yaml --shard 1/2; tells 'to go on'

for i in 1 2 3; do
    "$solvent" league run cup.yaml --shard "$i/3" --after cup.db --store "s$i.db" --node n1 >log 2>&1 || die "$(cat log)"
done
"$solvent" league run cup.yaml --shard 2/3 --after cup.db --store s2.db --node n1 >log 2>&1 || die "$(cat log)"
grep -q '^cup: .* games of shard 2/3 are in s2.db' log || die "$(cat log)"
expect 2 "$solvent" league run cup.yaml -q --shard 1/3 --after cup.db --store s2.db; one_line; tells 'found shard 2/3 of round 1, expected shard 1/3'

# ---- what merge says --------------------------------------------------------------------------------

expect 1 "$solvent" league merge cup.db s1.db s2.db s1.db; one_line; tells 's1.db: found shard 1/3 once more'
cp s2.db again.db
expect 1 "$solvent" league merge cup.db s1.db s2.db again.db; one_line; tells 'again.db: found shard 2/3 once more, it is in s2.db, too'
[[ $("$solvent" league status cup.db | head -n 1) != *' 20 '* ]] || die "something was joined"
sed 's/^name: cup/name: other/; s/seed: a/seed: b/' cup.yaml >other.yaml
"$solvent" league run other.yaml --shard 3/3 --store other3.db >log 2>&1
expect 1 "$solvent" league merge cup.db s1.db other3.db; one_line; tells 'other3.db: holds another league than cup.db'
"$solvent" league run cup.yaml --shard 3/4 --store four.db >log 2>&1
expect 1 "$solvent" league merge cup.db s1.db four.db; one_line; tells 'four.db: found shard 3/4 of round 0, expected one of the 3 shards of round 1'
cp s3.db mixed.db
python3 -c "import sqlite3; sqlite3.connect('mixed.db', isolation_level=None).execute(\"UPDATE shard SET solvent = 'older'\")"
expect 1 "$solvent" league merge cup.db s1.db mixed.db; one_line; tells 'mixed.db: shard 3/3 was played by Solvent older, expected'
cp s3.db mixed.db
python3 -c "import sqlite3; sqlite3.connect('mixed.db', isolation_level=None).execute(\"UPDATE shard SET bots = replace(bots, 'bot2 ', 'bot2 0')\")"
expect 1 "$solvent" league merge cup.db s1.db mixed.db; one_line; tells "was played by other versions of bots than s1.db: found 'bot2 0"
expect 1 "$solvent" league merge cup.db s2.db; one_line; tells 'cup: missing are 2 of 3 shards: 1, 3'
# A broken store may have all of a match but its row: the rest is left out, and is in nobody's way when the match comes.
lose() { python3 -c "import sqlite3; sqlite3.connect('$1', isolation_level=None).execute('DELETE FROM matches WHERE number = (SELECT max(number) FROM matches)')"; }
cp s3.db short.db
lose short.db
cp cup.db partial.db
expect 0 "$solvent" league merge --partial partial.db short.db other3.db; warns 'left out: other3.db: holds another league'
warns 'missing are 1 of 3 shards: 1'; warns 'not finished are 1 of 3 shards: 3 ('
expect 0 "$solvent" rank partial.db
expect 0 "$solvent" verify partial.db; tells 'all as recorded'
expect 0 "$solvent" league merge --partial partial.db s3.db s2.db
lose partial.db
expect 1 "$solvent" verify partial.db
expect 0 "$solvent" league merge partial.db s1.db s2.db s3.db; says 'cup: 60 of 60 games are in partial.db'
[[ $(digest one.db) == "$(digest partial.db)" ]] || die "other games after a match was lost"
expect 0 "$solvent" verify partial.db; tells 'all as recorded'
python3 - <<'END'
import sqlite3
db = sqlite3.connect('partial.db')
for table in 'seats', 'replays', 'timings', 'played', 'trades', 'luck':
    numbers = {n for n, in db.execute(f'SELECT number FROM {table}')}
    assert numbers == {n for n, in db.execute('SELECT number FROM matches')}, table
END
expect 1 "$solvent" league merge cup.db s1.db short.db; one_line; tells 'cup: not finished are 1 of 3 shards: 3 ('
expect 0 "$solvent" league merge cup.db s3.db; says 'cup: 60 of 60 games are in cup.db'
[[ $(digest one.db) == "$(digest cup.db)" ]] || die "other games when joined one by one"
expect 1 "$solvent" league plan cup.yaml; says 'nothing is left to play'

# ---- nodes --------------------------------------------------------------------------------------------

# Probes as they would be on four nodes, one of which is slow and one wrong: what they say is taken from the store.
rm -f cup.db s?.db
expect 0 "$solvent" league plan cup.yaml --shards 4
for i in 1 2 3 4; do
    "$solvent" league run cup.yaml --shard "$i/4" --after cup.db --store "s$i.db" --node "n$i" >log 2>&1 || die "$(cat log)"
done
expect 0 "$solvent" league merge cup.db s?.db
python3 - <<'END'
import sqlite3
db = sqlite3.connect('cup.db', isolation_level=None)
mark = db.execute('SELECT mark FROM probes').fetchone()[0]
db.execute('DELETE FROM probes')
for session, node in db.execute('SELECT session, node FROM sessions').fetchall():
    for i in range(24):
        us = 4000 + 37 * i % 100 + (2600 if node == 'n2' else 9000 if i % 5 == 0 else 0)
        db.execute('INSERT INTO probes VALUES (?, ?, 1, ?, ?)', (session, i, us, mark))
END
cp cup.db slow.db
expect 1 "$solvent" league nodes slow.db; says '^n2 .*slow: 24 of 24 probes took more than 1.25 times'; says '^n1 .*fine$'; says '^n3 .*fine$'
expect 0 "$solvent" league nodes slow.db --tolerance 2
expect 1 "$solvent" league nodes slow.db --format names; [[ $(cat "$work/out") == n2 ]] || die "$(cat "$work/out")"
expect 1 "$solvent" league nodes slow.db --void; says 'taken out in round 1: 15 games of n2, slow:'
expect 0 "$solvent" verify slow.db; tells '15 more are planned'
mv slow.db cup.db
rounds cup 4
[[ $played == 1 && $(digest one.db) == "$(digest cup.db)" ]] || die "what was taken out was not played again"
expect 0 "$solvent" verify cup.db; tells '60 games, '; tells 'all as recorded'

# A game that is not what its answers come to: found elsewhere, confirmed here, its node named.
rm -f cup.db s?.db
expect 0 "$solvent" league plan cup.yaml --shards 2
for i in 1 2; do
    "$solvent" league run cup.yaml --shard "$i/2" --after cup.db --store "s$i.db" --node "n$i" >log 2>&1 || die "$(cat log)"
done
expect 0 "$solvent" league merge cup.db s1.db s2.db
python3 -c "
import sqlite3
db = sqlite3.connect('cup.db', isolation_level=None)
n = db.execute(\"SELECT min(number) FROM played JOIN sessions USING (session) WHERE node = 'n2'\").fetchone()[0]
db.execute('UPDATE seats SET points = points + 1 WHERE seat = 0 AND number = ?', (n,))"
expect 0 "$solvent" verify --elsewhere n2 cup.db
expect 1 "$solvent" verify --elsewhere n1 cup.db; cp "$work/out" bad.txt
expect 0 "$solvent" verify --sample 0.001 cup.db
printf 'cup.db#1: somebody reckons wrong\n' >>bad.txt
expect 1 "$solvent" league nodes cup.db --bad bad.txt --tolerance 100 --void; says '^n2 .*wrong: 1 of its games are not as recorded'; says '^n1 .*'
grep -q '^n1 .*wrong' "$work/out" && die "n1 is blamed"
rounds cup 2
[[ $(digest one.db) == "$(digest cup.db)" ]] || die "what was taken out was not played again"
printf 'nodes: a slow and a wrong one were named, and their games played again\n'
