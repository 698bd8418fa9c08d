#!/usr/bin/env bash
# A bot that asks a chat endpoint, against one with faults, in both protocols: no game is hurt, each fault is passed or named, tokens
# are counted alike at both ends, budgets hold, the key is in no file. A league of models: it stops at its budget, goes on without
# asking again, and is played once more from its stored replies. SOLVENT_TEST_LONG=1 plays 200 games with faults.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_python zmq msgpack
needs curl
needs_plain_build "no libsolvent.so in a build with sanitizers"
export SOLVENT_PYTHON=$python PYTHONDONTWRITEBYTECODE=1 SOLVENT_LLM_KEY=the-secret-key
cd "$work"
echo 'raise SystemExit("a module of the working folder")' >argparse.py

# endpoint EVERY: starts one with a fault at every EVERY-th request (0: none); $url is its address. finished: ends it; its report is
# in `report`.
endpoint() {
    rm -f stop told
    mkfifo stop told
    "$solvent" llm fake --faults "$1" --hang 0.5 --key the-secret-key <stop >told 2>fake.err &
    server=$!
    exec 8>stop 7<told
    read -r url <&7 || { cat fake.err; die "no endpoint"; }
}
finished() {
    exec 8>&-
    cat <&7 >report
    wait "$server" || { cat fake.err; die "endpoint"; }
    exec 7<&-
}
# figure NAME: of the report.
figure() { grep -o "\"$1\": [0-9]*" report | grep -o '[0-9]*$'; }
# used: all tokens of the report.
used() { echo $(($(figure tokens_in) + $(figure tokens_out))); }
# play NAME SEED OPTION...: a match of the model against careful.
play() {
    local name=$1 seed=$2
    shift 2
    "$solvent" match -s "$seed" --rule max_rounds=10 --clock 60000 -o "$name.svr" \
        "model=$solvent llm --model careful+20 --backoff 0.01 --scratchpad 40 $*" "$SOLVENT_BUILD/bots/careful" \
        >"$name.out" 2>"$name.err" || { cat "$name.err"; die "match"; }
    [[ $(awk '$3 == "model" { print $6 $7 $8 $9 }' "$name.out") == 0000 ]] || { cat "$name.out" "$name.err"; die "$name: a game is hurt"; }
}
# told NAME: tokens that the bot counted.
told() { grep -o '[0-9]* tokens' "$1.err" | cut -d' ' -f1; }

# Faults of every kind.
seeds="1 2 3"
[[ -z $long ]] || seeds=$(seq 200)
endpoint 3
tokens=0
for seed in $seeds; do
    apis=(openai anthropic)
    play "game$seed" "$seed" --base-url "$url" --api "${apis[seed % 2]}" --record kept.replies
    tokens=$((tokens + $(told "game$seed")))
done
finished
for fault in slow 429 500 cut prose illegal form hung dropped; do
    [[ $(figure "$fault") -gt 0 ]] || { cat report; die "no fault $fault"; }
done
[[ $(figure unauthorised) == 0 && $(used) == "$tokens" ]] || { cat report; die "$tokens tokens told"; }

# Again without an endpoint.
for seed in $seeds; do
    play "again$seed" "$seed" --replay kept.replies
    cmp "game$seed.svr" "again$seed.svr" || die "another game from stored replies"
done

# A budget: the default is taken, and the record says so. A wrong key: likewise.
endpoint 0
play poor 1 --base-url "$url" --match-tokens 12000
SOLVENT_LLM_KEY=wrong play wrong 1 --base-url "$url"
finished
[[ $(used) -le 12000 && $(figure requests) -gt 0 && $(figure unauthorised) -gt 0 ]] || { cat report; die "a budget is passed"; }
"$solvent" replay poor.svr >poor.txt
grep -q 'model notes: fallback = 5' poor.txt || die "a budget that is spent is not noted"
"$solvent" replay wrong.svr >wrong.txt
grep -q 'fallback, endpoint: the endpoint answers 401' wrong.txt || die "a refusal is not told"

# A league: a small budget stops it, and no answer is by default for that; a larger one goes on, and pays nothing twice.
sed "s/deals: 25/deals: 1/; s/max_rounds: 100/max_rounds: 4/; s/8600/$((20000 + $$ % 20000))/" \
    "$SOLVENT_SOURCE/leagues/models.yaml" >models.yaml
run() { "$solvent" llm run models.yaml --listen "127.0.0.1:$((20000 + $$ % 20000))" -q "$@"; }
endpoint 0
expect 1 run --base-url "$url" --tokens 60000
warns 'the budget is spent'
expect 0 run --base-url "$url"
finished
mv out first
expect 0 run --base-url http://127.0.0.1:1 --store models.db
[[ $(awk 'NR > 1 { sum += $4 + $5 } END { print sum }' first) == "$(used)" ]] || { cat first report; die "tokens are counted otherwise"; }
"$solvent" rank models.db --format csv >ranking
[[ $(column model_tokens <ranking | awk '{ sum += 4 * $1 } END { printf "%.0f", sum }') == "$(used)" ]] ||
    { cat ranking report; die "the ranking counts other tokens"; }
[[ $(column fallback <ranking | sort -n | tail -n 1) -gt 0 ]] || { cat ranking; die "no fallback is counted"; }
expect 0 run --replay models.replies --store again.db
[[ $(digest models.db) == "$(digest again.db)" ]] || die "another league from stored replies"
sed 's/seed: models/seed: other/' -i models.yaml
expect 1 run --replay models.replies --store other.db
warns 'found no reply to a question'
expect 0 "$solvent" llm show models.replies
says 'game 1 question 1.1'
expect 0 "$solvent" llm show models.replies "$(head -n 1 out | cut -d' ' -f1)"
says 'You play a board game'

# The record shows each exchange of a game, and so does its page; a store without them shows none, and neither does the public page.
page() {
    "$python" -c 'import base64, json, re, sys, zlib
packed = re.search(r"id=\"game\"[^>]*>([^<]+)<", sys.stdin.read())[1]
exchanges = json.loads(zlib.decompress(base64.b64decode(packed)).decode().strip().split("\n")[-1])["exchanges"]
print(sum("You play a board game" in x["system"] and min(len(x["prompt"]), len(x["reply"])) > 0 for x in exchanges.values()))'
}
kept=$("$solvent" llm show models.replies | grep -c ' game 1 ')
"$solvent" replay --decisions 'models.db#1' >whole
[[ $(grep -c '^ *--- reply ---' whole) == "$kept" && $(grep -c '^ *--- prompt ---' whole) == "$kept" ]] || { cat whole; die "not $kept replies"; }
[[ $(grep -c '^ *--- system ---' whole) == 4 ]] || die "a seat's system prompt is printed again"
"$solvent" replay --html whole.html 'models.db#1'
[[ $(page <whole.html) == "$kept" ]] || die "not $kept exchanges in the page"
mkdir published
cp models.db published/
"$solvent" replay --decisions 'published/models.db#1' >whole
! grep -F -- '--- reply ---' whole || die "a store without its replies shows them"
for form in "" --private; do
    # shellcheck disable=SC2086 # no option
    "$solvent" serve models.db --listen 127.0.0.1:0 $form >"address$form" 2>notes &
    server=$!
    wait_for test -s "address$form"
    curl -sSf "$(<"address$form")games/1" >"served$form"
    kill "$server"
    wait "$server" || die "serve ended with $?"
done
[[ $(page <served) == 0 && $(page <served--private) == "$kept" ]] || die "served: $(page <served), $(page <served--private) of $kept"
"$python" -c 'import sqlite3; sqlite3.connect("published/models.replies").execute("CREATE VIEW exchanges AS SELECT 1 AS name")'
expect 1 "$solvent" replay --decisions 'published/models.db#1'
one_line
tells "models.replies: found views, triggers"
expect 3 "$solvent" rank published/models.db
one_line

# Mistakes in the arguments.
expect 2 "$solvent" llm
one_line
expect 2 "$solvent" llm nothing
one_line
expect 2 "$solvent" llm show missing.replies
tells "missing.replies: found no such file, expected kept replies"
# A Python without a package.
mkdir none
echo 'raise ModuleNotFoundError("none", name="zmq")' | tee none/zmq.py >none/msgpack.py
for words in fake "--model a --base-url http://127.0.0.1:1"; do
    # shellcheck disable=SC2086 # several words
    PYTHONPATH=none expect 3 "$solvent" llm $words
    one_line
    tells "found no Python package 'zmq', expected it: pip install pyzmq"
done
# A program without a library beside it, as in a wheel, names none.
mkdir -p alone/bin alone/libexec/solvent/bots
cp "$solvent" alone/bin/
# shellcheck disable=SC2016 # for that shell
printf '#!/bin/sh\necho "library ${SOLVENT_LIBRARY-none}, packages ${PYTHONPATH-none}"\n' >alone/python
chmod +x alone/python
expect 0 env -u PYTHONPATH -u SOLVENT_LIBRARY SOLVENT_PYTHON=alone/python alone/bin/solvent llm fake
says 'library none, packages none'
! grep -rqF the-secret-key . || die "the key is in a file"
