#!/usr/bin/env bash
# The pages of a league that runs, in a browser: news come by themselves, and the text being read stays.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
# shellcheck source=tests/system/browser.sh
. "$SOLVENT_SOURCE/tests/system/browser.sh"

# The browser sees the same page whatever the build: once is enough.
needs_plain_build
needs python3
browser=$SOLVENT_BUILD/tests/site
browser_ready "$browser" "$SOLVENT_SOURCE/tests/site"

cd "$work"
bots=$SOLVENT_BUILD/bots
processes=()
finish_live() {
    local process
    for process in "${processes[@]}"; do kill -KILL "$process" 2>/dev/null || true; done
    wait 2>/dev/null || true
}
trap 'finish_live; rm -rf -- "$work"' EXIT
cat >cup.yaml <<END
name: cup
seats: 2
deals: 5000
seed: 11
bots:
  - {name: careful, command: [$bots/careful], matches: 2}
  - {name: trader, command: [$bots/trader], matches: 2}
  - {name: tiny, command: [$bots/tiny], matches: 2}
  - {name: random, command: [$bots/random], matches: 2}
END
# Stopped while its bots say hello: no deal is over.
"$solvent" league run cup.yaml --no-trial --store cup.db -q -j 1 >run.log 2>&1 &
league=$!
processes+=("$league")
for ((i = 0; i < 3000; i++)); do
    [[ ! -s cup.db-wal ]] || break
    kill -0 "$league" || die "$(cat run.log)"
    sleep 0.01
done
kill -STOP "$league"

# When how many deals were over.
python3 - cup.db >deals <<'PY' &
import sqlite3, sys, time
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
before = 0
while True:
    over = db.execute("SELECT count(*) FROM (SELECT 1 FROM matches GROUP BY (number - 1) / 2 HAVING count(*) = 2)").fetchone()[0]
    if over != before:
        before = over
        print(int(time.time() * 1000), over, flush=True)
    time.sleep(0.02)
PY
processes+=($!)
"$solvent" serve cup.db --listen 127.0.0.1:0 >address &
processes+=($!)
address=$(address_in address) || die "serve says no address"
cd "$browser"
SERVER=${address%/} LEAGUE=$league DEALS=$work/deals node --test --test-reporter=spec live.test.mjs
