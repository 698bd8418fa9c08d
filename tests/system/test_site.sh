#!/usr/bin/env bash
# The replay page: its sources keep their types, and in a browser it shows what the engine says.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
solvent=$SOLVENT_BUILD/solvent
tests=$SOLVENT_SOURCE/tests/site
work=$SOLVENT_BUILD/tests/site
games=$work/games

fail() {
    printf 'test_site: %s\n' "$*" >&2
    exit 1
}

# The browser sees the same page whatever the build: once is enough.
. "$SOLVENT_SOURCE/tests/common.sh"
needs_plain_build

rm -rf -- "$games"
mkdir -p "$games"

# play NAME EDITION SEED RULE BOT...
play() {
    local name=$1 edition=$2 seed=$3 rule=$4
    shift 4
    "$solvent" match -e "$edition" -s "$seed" --rule "$rule" -o "$games/$name.svr" "$@" \
        >"$games/$name.log" 2>&1 || fail "$(cat "$games/$name.log")"
}

bots=$SOLVENT_BUILD/bots
four=("ann=$bots/trader" "ben=$bots/careful" "cal=$bots/trader" "dee=$bots/tiny")
play classic classic 7 max_rounds=200 "${four[@]}"

if grep -q '^SOLVENT_SITE:[A-Z]*=OFF' "$SOLVENT_BUILD/CMakeCache.txt"; then
    status=0
    line=$("$solvent" replay "$games/classic.svr" --html "$games/classic.html" 2>&1) || status=$?
    [[ $status == 3 && $line == *'no pages'* && ! -e $games/classic.html ]] ||
        fail "without pages, --html gave $status and: $line"
    # A report is the ranking as a plain table, and names the missing part.
    printf 'name: plain\ndeals: 2\nseats: 2\nrules: {max_rounds: 5}\nbots:\n  - {name: "<i>careful", command: [%s]}\n  - {name: trader, command: [%s]}\n' \
        "$bots/careful" "$bots/trader" >"$games/plain.yaml"
    "$solvent" league run "$games/plain.yaml" --no-trial --store "$games/plain.db" -q
    "$solvent" report "$games/plain.db" -o "$games/plain.html"
    grep -q '&lt;i&gt;careful  ' "$games/plain.html" && grep -q 'This build has no pages' "$games/plain.html" && ! grep -q '<i>\|<script' "$games/plain.html" ||
        fail "a report without pages: $(cat "$games/plain.html")"
    "$solvent" serve "$games/plain.db" --listen 127.0.0.1:0 >"$games/address" &
    trap 'kill $! || true' EXIT
    until [[ -s $games/address ]]; do
        kill -0 $! || fail 'serve has ended'
        sleep 0.1
    done
    curl -s "$(<"$games/address")" >"$games/served.html"
    cmp "$games/plain.html" "$games/served.html" || fail "a served page without pages: $(cat "$games/served.html")"
    skip "this build has no pages (SOLVENT_SITE=OFF)"
fi

# Boards of any size, with corners where they will, and texts that would be markup.
board() {
    local name=$1 spaces=$2 i
    printf 'name: %s\ntitle: "</script><img src=x> %d"\nrules: {max_rounds: 25}\ngroups:\n' "$name" "$spaces"
    for ((i = 0; i < spaces; i += 5)); do printf '  g%d: "<b>Set</b> %d"\n' "$i" "$i"; done
    printf 'board:\n  - {index: 0, kind: go, name: Start}\n'
    for ((i = 1; i < spaces; i++)); do
        if ((i == spaces / 3)); then
            printf '  - {index: %d, kind: jail, name: "Jail <i>"}\n' "$i"
        elif ((i % 5 == 4)); then
            printf '  - {index: %d, kind: tax, name: "Tax & <u>more</u>", amount: 30}\n' "$i"
        else
            printf '  - {index: %d, kind: street, name: "A street with a long name %d", group: g%d, price: 60, rent: [4, 20, 60, 180, 320, 450], house_cost: 50}\n' \
                "$i" "$i" $((i / 5 * 5))
        fi
    done
}
board odd 21 >"$games/odd.yaml"
board great 64 >"$games/great.yaml"
for edition in mega comrades harbour speed-die; do
    play "$edition" "$edition" 7 max_rounds=200 "${four[@]}"
done
for edition in odd great; do
    play "$edition" "$games/$edition.yaml" 1 max_rounds=25 "${four[@]}"
done
play eight mega 3 max_rounds=60 "$bots/trader" "$bots/random" "$bots/careful" "$bots/random" \
    "$bots/trader" "$bots/random" "$bots/careful" "$bots/tiny"
# Names as long as they go.
wide=()
for seat in 0 1 2 3 4 5 6 7; do
    wide+=("$(printf 'W%.0s' {1..38})$seat=$bots/careful")
done
play wide mega 11 max_rounds=25 "${wide[@]}"
# One that says things beside its answers, and one that does not.
play talk classic 5 max_rounds=30 "loud=$SOLVENT_BUILD/tests/support/talker" "still=$bots/tiny"
# No player falls for 125 rounds of four: 500 turns.
play long classic 3 max_rounds=125 "$bots/careful" "$bots/careful" "$bots/careful" "$bots/careful"
for game in "$games"/*.svr; do
    "$solvent" replay "$game" --html "${game%.svr}.html" || fail "no page of $game"
done

# A failure is told, and leaves no page.
status=0
line=$("$solvent" replay "$games/classic.svr" --html "$games/none/page.html" 2>&1) || status=$?
[[ $status == 3 && $line == *none/page.html* ]] || fail "an unwritable page gave $status and: $line"
head -c -200 "$games/classic.svr" >"$games/cut"
status=0
line=$("$solvent" replay "$games/cut" --html "$games/cut.html" 2>&1) || status=$?
[[ $status == 1 && ! -e $games/cut.html ]] || fail "a damaged game gave $status and: $line"
status=0
"$solvent" replay "$games/classic.svr" --html x.html --at 3 2>/dev/null || status=$?
[[ $status == 2 ]] || fail "--html with --at gave $status"
"$solvent" replay "$games/classic.svr" --html - | cmp - "$games/classic.html" ||
    fail "the page on stdout is another one"

# shellcheck source=tests/system/browser.sh
. "$SOLVENT_SOURCE/tests/system/browser.sh"
browser_ready "$work" "$tests"
tsc=$work/node_modules/typescript/bin/tsc
node "$tsc" -p "$SOLVENT_SOURCE/tools/site" || fail "the page's sources have type errors"
node "$tsc" -p "$work" || fail "the tests have type errors"

export GAMES=$games SOLVENT=$solvent OPENER=
cd "$work"

# The page that opens any of them, where clang could build it.
if grep -q '^SOLVENT_HAS_WASM:INTERNAL=ON' "$SOLVENT_BUILD/CMakeCache.txt"; then
    OPENER=$work/open.html
    "$solvent" replay --html "$OPENER"
else
    status=0
    line=$("$solvent" replay --html none.html 2>&1) || status=$?
    [[ $status == 3 && $line == *'no page that opens any'* && ! -e none.html ]] || fail "without WebAssembly: $status, $line"
fi

# Reports and served pages of a league.
league=$work/pages
rm -rf -- "$league"
mkdir -p "$league"
cat >"$league/cup.yaml" <<END
name: cup
deals: 12
seed: 11
rules: {max_rounds: 60}
bots:
  - {name: careful, command: [$bots/careful], matches: 16}
  - {name: trader, command: [$bots/trader], matches: 16}
  - {name: a-bot-with-a-very-long-name-of-39-bytes, command: [$bots/tiny], matches: 16}
  - {name: crook, command: [$SOLVENT_BUILD/tests/support/crook, illegal, "3"]}
END
"$solvent" league run "$league/cup.yaml" --no-trial --store "$league/cup.db" --luck >"$league/run.log" 2>&1 || fail "$(cat "$league/run.log")"
# Costs of language models beside the store, which two of its bots claim to ask.
python3 - "$league/cup" <<'END' || fail "no costs"
import sqlite3, sys
with sqlite3.connect(sys.argv[1] + ".replies") as db:
    db.executescript("CREATE TABLE games (number INTEGER PRIMARY KEY, game TEXT NOT NULL);"
                     "CREATE TABLE exchanges (bot, game, tokens_in, tokens_out, dollars, seconds)")
    for game in range(1, 49):
        db.execute("INSERT INTO games VALUES (?, ?)", (game, game))
        for bot, dollars in (("careful", 0.02), ("trader", 0.3)):
            db.execute("INSERT INTO exchanges VALUES (?, ?, 3000, 40, ?, 2)", (bot, str(game), dollars * (1 + game % 5)))
END
"$solvent" report "$league/cup.db" -o "$league/report.html"
# A game whose decisions were played on.
printf 'name: duo\nseed: 3\ndeals: 1\nseats: 2\nrules: {max_rounds: 40}\nbots:\n  - {name: careful, command: [%s]}\n  - {name: random, command: [%s]}\n' \
    "$bots/careful" "$bots/random" >"$league/duo.yaml"
"$solvent" league run "$league/duo.yaml" --no-trial --store "$league/duo.db" -q
"$solvent" what-if "$league/duo.db#2" --at 1 --futures 20 -q >/dev/null
"$solvent" analyse "$league/duo.db" --depth play --games 1 --most 4 --bot random --format json -q >"$league/own.json"
# Far more futures would be needed to find a blunder, so the answer given becomes one: a purchase would have brought 0.25 points.
python3 - "$league/duo.db" <<'END'
import sqlite3, struct, sys
with sqlite3.connect(sys.argv[1]) as db:
    (found,) = db.execute("SELECT found FROM played_on WHERE decision = 1").fetchone()
    *head, _, n, _, _, _ = struct.unpack_from("<BIIBBBBdd", found)
    assert n == 2, found
    made = struct.pack("<BIIBBBBdd", *head, 3, n, 1, .25, .02) + struct.pack("<ddIddI", 0, 0, 0, .25, .02, 20)
    for words in (b"decline", b"buy"):
        made += bytes([len(words)]) + words
    db.execute("UPDATE played_on SET found = ? WHERE decision = 1", (made,))
END
"$solvent" what-if "$league/duo.db#2" --at 1 --futures 20 -q --format json >"$league/played.json"
"$solvent" replay "$league/duo.db#2" --html "$league/game.html"
export DUO=$league
# A bot that dies with markup in its log.
cat >"$league/evil.yaml" <<'EVIL'
name: "<b>evil"
deals: 2
seats: 2
rules: {max_rounds: 5}
bots:
  - {name: careful, command: [BOTS/careful]}
  - {name: dies, command: [sh, -c, "echo '</script><!--<b>dying</b>' >&2; exit 4"]}
EVIL
sed -i "s|BOTS|$bots|" "$league/evil.yaml"
"$solvent" league run "$league/evil.yaml" --no-trial --store "$league/evil.db" >"$league/evil.log" 2>&1 || fail "$(cat "$league/evil.log")"
"$solvent" report "$league/evil.db" --private -o "$league/evil.html"
"$solvent" serve "$league/cup.db" --listen 127.0.0.1:0 >"$league/address" &
server=$!
trap 'kill $server' EXIT
export SERVER REPORT=$league/report.html EVIL=$league/evil.html
SERVER=$(address_in "$league/address") || fail "serve says no address"
SERVER=${SERVER%/}
node --test --test-reporter=spec site.test.mjs
