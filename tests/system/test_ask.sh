#!/usr/bin/env bash
# A finished league's bots are asked again: those that played give the recorded answers; another program that was put in a bot's
# place, in a store that fits in all else, does not; nor does one that is not the same twice.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
cd "$work"
mkdir bots
cp "$SOLVENT_BUILD"/bots/{tiny,careful,trader,random} bots
cp "$SOLVENT_BUILD"/tests/support/{blunderer,crasher,talker} bots

cat >cup.yaml <<'YAML'
name: cup
seats: 2
deals: 2
seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
rules: {max_rounds: 60}
bots:
  - {name: tiny, command: [bots/tiny], matches: 4}
  - {name: random, command: [bots/random], matches: 4}
  - {name: star, command: [bots/trader], matches: 4}
YAML
play() { expect 0 "$solvent" league run cup.yaml --store "$1" --no-trial -q; }

# The bots that played give the same answers again, with one worker and with several, and for a sample.
play cup.db
for jobs in 1 3; do
    expect 0 "$solvent" verify cup.db --ask -j "$jobs"
    says '^cup.db: asked again in 12 games$'
    [[ $(grep -c ': [0-9]* answers, all as recorded$' out) == 3 ]] || die "$(cat out)"
done
expect 0 "$solvent" verify cup.db --ask --sample 20
says '^cup.db: asked again in [1-9] games$'
expect 0 "$solvent" verify cup.db --ask --format json
says '"bot":"star","asked":true,"version_known":true,"as_recorded":[1-9][0-9]*,"not_this_program":0,"not_reproducible":0,'

# A sample is taken of each store alone, in folders too.
mkdir stores
cp cup.db stores/cup.db
"$solvent" verify --sample 30 cup.db >out || die "$(cat out)"
games=$(sed -n '1s/ games.*//p' out)
((games > 0 && games < 12)) || die "$(cat out)"
expect 0 "$solvent" verify --sample 30 cup.db stores
says "^$((2 * games)) games"

# Another program in its place is another version, and is not asked.
cp bots/trader trader
cp bots/careful bots/trader
expect 0 "$solvent" verify cup.db --ask
says '^  star: not asked, its files are not those that played: found [0-9a-f]\{12\}, expected [0-9a-f]\{12\}$'

# The forger plays with another program, and writes the version of the right one into the store: all rows fit, but for the answers.
play forged.db
cp trader bots/trader
python3 - <<'PYTHON'
import sqlite3
right = sqlite3.connect("cup.db").execute("SELECT bots FROM made_by").fetchone()
with sqlite3.connect("forged.db") as db:
    db.execute("UPDATE made_by SET bots = ?", right)
PYTHON
expect 0 "$solvent" verify forged.db
expect 1 "$solvent" verify forged.db --ask --league cup.yaml
says '^  star: [0-9]* answers as recorded, [1-9][0-9]* different answers, equal in both tries: another program'
says '^    first in forged.db#[0-9]*, decision [0-9]*, seat [01], [a-z_]*: recorded .*; now '
[[ $(grep -c ': [0-9]* answers, all as recorded$' out) == 2 ]] || die "others are blamed: $(cat out)"
expect 1 "$solvent" verify forged.db --ask --league cup.yaml --format json
says '"first_not_this_program":{"game":[0-9]*,"decision":[0-9]*,"seat":[01],"kind":"'

# A bot that draws its answers anew each time is not the same twice.
if /usr/bin/python3 -c 'import zmq, msgpack' 2>/dev/null; then
    mkdir drawn
    cp -r "$SOLVENT_SOURCE/sdk/python/solvent" drawn
    cat >drawn/bot.py <<'PY'
import os

import solvent


class Drawn(solvent.Bot):
    name = "drawn"

    def buy(self, match, q):
        return solvent.BuyChoice.BUY if os.urandom(1)[0] < 128 else solvent.BuyChoice.DECLINE


solvent.main(Drawn())
PY
    { sed '/bots:/,$d; s/name: cup/name: drawn/; s/deals: 2/deals: 1/' cup.yaml
      printf '%s\n' "bots:" "  - {name: tiny, command: [bots/tiny]}" "  - {name: drawn, command: [/usr/bin/python3, drawn/bot.py], files: [drawn/solvent]}"; } >drawn.yaml
    expect 0 "$solvent" league run drawn.yaml --no-trial -q
    expect 1 "$solvent" verify drawn.db --ask
    says '^  drawn: [0-9]* answers as recorded.* different answers in each try: not reproducible'
    says '^  tiny: [0-9]* answers, all as recorded$'
fi

# One that blunders, crashes or talks is, in all of that.
cat >odd.yaml <<'YAML'
name: odd
format: gauntlet
candidates: [tiny]
seats: 2
deals: 2
seed: 1123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
rules: {max_rounds: 40}
clock: {decision_ms: 2000, strikes: 5}
bots:
  - {name: tiny, command: [bots/tiny]}
  - {name: bids, command: [bots/blunderer, bid]}
  - {name: offers, command: [bots/blunderer, offer]}
  - {name: crashes, command: [bots/crasher]}
  - {name: talks, command: [bots/talker]}
YAML
expect 0 "$solvent" league run odd.yaml --no-trial -q
expect 0 "$solvent" verify odd.db --ask
[[ $(grep -c ': [0-9]* answers, all as recorded$' out) == 5 ]] || die "$(cat out)"

# A bot that connects from elsewhere is named.
for ((port = 20000 + $$ % 10000; ; port++)); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
done
sed "s|command: .bots/trader.|endpoint: \"tcp://127.0.0.1:$port\"|" cup.yaml >far.yaml
"$work/bots/trader" --connect "tcp://127.0.0.1:$port" 2>/dev/null &
expect 0 "$solvent" league run far.yaml --store far.db -q
wait || true
expect 0 "$solvent" verify far.db --ask
says '^  star: not asked, it connects from elsewhere$'
says '^  random: [0-9]* answers, all as recorded$'

# So is one with secrets, which it has for others.
sed 's|command: .bots/trader.|&, secrets: {API_KEY: file:key}|' cup.yaml >key.yaml
echo a-secret-key >key
chmod 600 key
expect 0 "$solvent" league run key.yaml --store key.db --no-trial -q
expect 0 "$solvent" verify key.db --ask
says '^  star: not asked, its secrets are for others, whom it asks over the network$'

# Refused uses.
expect 2 "$solvent" verify cup.db forged.db --ask
one_line
expect 2 "$solvent" verify forged.db --ask
warns "found no league file 'forged.yaml', expected one, or --league FILE.yaml"
sed 's/deals: 2/deals: 4/' cup.yaml >other.yaml
expect 2 "$solvent" verify cup.db --ask --league other.yaml
one_line
expect 2 "$solvent" verify cup.db --league cup.yaml
