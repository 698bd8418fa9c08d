#!/usr/bin/env bash
# docs/DETERMINISM.md is enough to recompute a game's luck: docs/dice.py, which is written from it alone, says what
# fell in real games, from their revealed seeds: every throw, every card, who began.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

: "${SOLVENT_SOURCE:?}"
cd "$work"

cp "$SOLVENT_SOURCE/docs/dice.py" .

# ids_of EDITION: the cards of each deck, a line each
ids_of() {
    "$solvent" edition show --yaml "$1" |
        awk '/^decks:/ { decks = 1 }
             decks && /^  (chance|chest|bus):/ { printf "%s%s", sep, substr($1, 1, length($1) - 1); sep = "\n" }
             match($0, /\{id: "[^"]*"/) { printf " %s", substr($0, RSTART + 6, RLENGTH - 7) } END { print "" }'
}

# Holds a game's events against the page: game.jsonl, cards, dice.py with what it printed in the file printed.
cat >compare.py <<'EOF'
import contextlib, io, json, runpy, sys
events = [json.loads(line) for line in open("game.jsonl")]
decks = {words[0]: words[1:] for words in (line.split() for line in open("cards"))}
jail_cards = open("jail_cards").read().split()
order = [name for name in ("chance", "chest", "bus") if name in decks]
redraw = sys.argv[-1] == "redraw"
seats = len(events[0]["players"])
sys.argv = ["dice.py", events[0]["seed"], str(seats)] + [str(len(decks[name])) for name in order]
with contextlib.redirect_stdout(io.StringIO()) as text:
    page = runpy.run_path("dice.py")
printed = text.getvalue().splitlines()
faces = {1: 1, 2: 2, 3: 3, 4: "mr", 5: "mr", 6: "bus"}
held, drawn, thrown, counts, now = set(), {name: 0 for name in order}, {}, {}, None
assert printed[0] == "commitment " + events[0]["commitment"], printed[0]
seen = {"roll": 0, "card": 0, "printed": 0}
for event in events:
    if event["type"] == "turn":
        now, counts = event, {"throw": 0, "utility": 0, "draw": 0}
        if event["turn"] == 1 and not thrown:
            assert page["value"](6, 0, 0) % seats == event["seat"], "who begins"
    elif event["type"] == "roll":
        seat, why, fell = event["seat"], event["why"], event["dice"]
        if why == "order":
            nth = thrown[seat] = thrown.get(seat, -1) + 1
            page_dice, line = page["dice"](2, seat, nth), "order %d %d %d" % (seat, *fell)
            assert nth > 0 or line in printed, line
        elif why == "utility":
            page_dice = page["dice"](3, seat, now["round"] << 8 | counts["utility"])
            counts["utility"] += 1
        else:
            page_dice, nth = page["dice"](1, seat, now["round"] << 8 | counts["throw"]), counts["throw"]
            counts["throw"] += 1
            if now["round"] <= 5 and nth < 2: # the program's own output
                words = next(l for l in printed if l.startswith("round %d seat %d " % (now["round"], seat))).split()
                assert words[4 + 4 * nth:7 + 4 * nth] == [str(n) for n in page_dice], words
                seen["printed"] += 1
        assert fell == page_dice[:2] + [faces[page_dice[2]] for _ in fell[2:]], (event, page_dice)
        seen["roll"] += 1
    elif event["type"] == "card":
        name, ids = event["deck"], decks[event["deck"]]
        if redraw and name != "bus":
            there = [card for card in ids if card not in held]
            value = page["value"](5, event["seat"], now["round"] << 8 | counts["draw"])
            counts["draw"] += 1
            assert event["card"] == there[value % len(there)], event
        elif drawn[name] < len(ids): # the first time round the deck
            line = next(l for l in printed if l.startswith(name + " ")).split()
            assert event["card"] == ids[int(line[1 + drawn[name]])], (event, line)
        drawn[name] += 1
        seen["card"] += 1
    elif event["type"] == "jail_card":
        (held.discard if event["to"] == "deck" else held.add)(jail_cards[event["card"]])
print(seen)
assert seen["roll"] > 50 and seen["card"] > 5 and seen["printed"] > 5, seen
EOF

random=$SOLVENT_BUILD/bots/random
# game EDITION SEED SEATS RULE...
game() {
    local edition=$1 seed=$2 seats=$3 bots=() rules=() redraw=''
    shift 3
    for ((i = 0; i < seats; i++)); do bots+=("bot$i=$random"); done
    for rule; do
        rules+=(--rule "$rule")
        [[ $rule != deck=redraw ]] || redraw=redraw
    done
    # All the time there is: where a bot is late or lost because the machine is busy, another game is played, which may be
    # too short to show enough.
    "$solvent" match --clock 3600000 --hello 3600000 -e "$edition" -s "$seed" -o game.svr "${rules[@]}" "${bots[@]}" \
        >/dev/null 2>log || die "$(cat log)"
    "$solvent" replay game.svr --format jsonl >game.jsonl
    ! grep -Eq '"verdict":"(late|dead)"|"type":"forfeit"' game.jsonl || die "a bot was late or lost: $(cat log)"
    ids_of "$edition" >cards
    "$solvent" edition show --yaml "$edition" | sed -n 's/.*{id: "\([^"]*\)", kind: jail_card.*/\1/p' >jail_cards
    python3 compare.py $redraw || die "$edition, seed $seed: not what the page says"
    # the text of a seed leads to the same as the seed itself
    mapfile -t sizes < <(awk '{ print NF - 1 }' cards)
    python3 dice.py "$seed" "$seats" "${sizes[@]}" >by_text
    python3 dice.py "$(head -n 1 game.jsonl | sed 's/.*"seed":"\([0-9a-f]*\)".*/\1/')" "$seats" "${sizes[@]}" >by_seed
    cmp by_text by_seed || die "seed $seed: its text gives other luck"
}

game classic 42 4 max_rounds=60
game classic 'any text, ünd more' 3 max_rounds=60 deck=redraw
game mega 0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef 5 max_rounds=40
game speed-die 7 2 max_rounds=80 first_player=random

# A game of a league has a salt of its own.
cat >cup.yaml <<EOF
seats: 2
deals: 1
seed: 5
rules: {max_rounds: 5}
sandbox: none
bots: [{name: a, command: [$random]}, {name: b, command: [$random]}]
EOF
"$solvent" league run cup.yaml >/dev/null 2>log || die "$(cat log)"
"$solvent" replay cup.db#2 --format jsonl >league.jsonl
of() { sed -n '1s/.*"'"$1"'":"\([0-9a-f]*\)".*/\1/p' league.jsonl; }
python3 dice.py "$(of seed)" 2 16 16 "$(of salt)" >of_league
grep -qx "commitment $(of commitment)" of_league || die "salted: another commitment"

python3 dice.py 42 4 | diff - <(python3 dice.py 42 4 16 16 16) || die "the decks are not of 16 cards by themselves"
echo "what the page says fell"
