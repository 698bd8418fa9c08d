# A recorded game is played again with another bot in one seat: the same game with the same bot, the same luck with another.
# shellcheck source=tests/system/scratch.sh
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd "$work"

bots=$SOLVENT_BUILD/bots
cat > cup.yaml <<END
name: cup
seed: 7
seats: 3
deals: 1
rules: {max_rounds: 30}
sandbox: none
bots:
  - {name: careful, command: [$bots/careful]}
  - {name: trader, command: [$bots/trader]}
  - {name: tiny, command: [$bots/tiny]}
END
expect 0 "$solvent" league run cup.yaml --store cup.db -q

# The events of a game, without numbers and times.
course() { "$solvent" replay "$1" --format jsonl | grep -v '"type":"game_start"'; }

name=$("$solvent" replay cup.db#2 --format jsonl | grep -o '"seat":1,"name":"[a-z]*"' | cut -d'"' -f6)
expect 0 "$solvent" match --deal cup.db#2 --seat 1 -o again.svr "$bots/$name"
says "^seat 1 in cup.db#2: place \\([1-3]\\) of 3 by $name as recorded, place \\1 now by $name\$"
course cup.db#2 > recorded
course again.svr > again
cmp recorded again || die "the same bots play another game"

expect 0 "$solvent" match --deal cup.db#2 --seat 1 -o other.svr "other=$bots/random"
says "^seat 1 in cup.db#2: place [1-3] of 3 by $name as recorded, place [1-3] now by other\$"
expect 0 "$solvent" verify other.svr
cmp -s <("$solvent" replay cup.db#2 | grep '^seed') <("$solvent" replay other.svr | grep '^seed') || die "another seed"
course other.svr > other
! cmp -s recorded other || die "another bot plays the same game"

# From a decision on: the same bot plays the recorded game to its end, and another one another game.
last=$("$solvent" replay cup.db#2 --format jsonl | grep -c '"type":"answer"')
figures() { grep -o '"place":[0-9]*,"worth":[0-9-]*\|"decisions":[0-9]*' out; }
expect 0 "$solvent" match --deal cup.db#2 --seat 1 "$bots/$name" --format json
figures > recorded
for at in 1 $((last / 2)) "$last"; do
    expect 0 "$solvent" match --deal cup.db#2 --at "$at" --seat 1 "$bots/$name" --format json
    figures | cmp - recorded || die "from decision $at on the same bots play another game: $(cat out)"
done
expect 0 "$solvent" match --deal cup.db#2 --at $((last / 2)) --seat 1 "other=$bots/random" --format json
! cmp -s <(figures) recorded || die "another bot plays the same game from decision $((last / 2)) on"
expect 0 "$solvent" match --deal cup.db#2 --at $((last / 2)) --seat 1 "other=$bots/random"
says "^seat 1 in cup.db#2 from decision $((last / 2)) on: place [1-3] of 3 by $name as recorded, place [1-3] now by other\$"
expect 2 "$solvent" match --deal cup.db#2 --at $((last + 1)) --seat 1 "$bots/$name"; one_line
tells "--at: found $((last + 1)), expected 1 to $last"
expect 2 "$solvent" match --deal cup.db#2 --at 1 --seat 1 -o new.svr "$bots/$name"; one_line; tells "found with --output, expected one of them"
expect 2 "$solvent" match --at 1 "$bots/$name" "$bots/$name"; one_line; tells "without --deal"

# A game alone does not know its bots: the league file does.
"$solvent" replay cup.db#2 -o game.svr > /dev/null
expect 2 "$solvent" match --deal game.svr --seat 1 "$tiny"
tells "--deal: found 'game.svr', expected STORE.db#N, or --league FILE.yaml with the bots of the other seats"
expect 0 "$solvent" match --deal game.svr --league cup.yaml --seat 1 "$tiny"

expect 2 "$solvent" match --deal cup.db#2 --seat 3 "$tiny"; one_line; tells "--seat: found 3, expected 0 to 2"
expect 2 "$solvent" match --deal cup.db#2 "$tiny"; one_line; tells "no --seat"
expect 2 "$solvent" match --deal cup.db#2 --seat 1 -s 4 "$tiny"; one_line; tells "found with --seed, expected one of them"
expect 2 "$solvent" match --deal cup.db#9 --seat 1 "$tiny"; one_line
expect 2 "$solvent" match --seat 1 "$tiny" "$tiny"; one_line; tells "without --deal"
cp cup.db alone.db
expect 2 "$solvent" match --deal alone.db#2 --seat 1 "$tiny"; one_line
tells "--deal: found no league file 'alone.yaml', expected one, or --league FILE.yaml"
sed -i "s/name: careful/name: gone/; s/name: $name/name: away/" cup.yaml
expect 2 "$solvent" match --deal cup.db#2 --seat 1 "$tiny"; one_line; tells "which the league file does not have"
