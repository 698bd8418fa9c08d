#!/usr/bin/env bash
# A bot that asks a chat endpoint, against one with faults: no game is hurt, each fault is passed or named, tokens are counted alike
# at both ends, budgets hold, the key is in no file, and a game is played again from its stored replies.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_python zmq msgpack
needs_plain_build "no libsolvent.so in a build with sanitizers"
export PYTHONPATH=$SOLVENT_SOURCE/sdk/python PYTHONDONTWRITEBYTECODE=1 SOLVENT_LLM_KEY=the-secret-key
cd "$work"

# endpoint EVERY: starts it with a fault at every EVERY-th request; $url is its address. finished: ends it; its report is in `report`.
endpoint() {
    rm -f stop told
    mkfifo stop told
    "$python" "$SOLVENT_SOURCE/tests/text/endpoint.py" "$1" <stop >told 2>endpoint.err &
    server=$!
    exec 8>stop 7<told
    read -r port <&7 || { cat endpoint.err; die "no endpoint"; }
    url=http://127.0.0.1:$port
}
finished() {
    exec 8>&-
    cat <&7 >report
    wait "$server" || { cat endpoint.err; die "endpoint"; }
    exec 7<&-
}
# figure NAME: of the report.
figure() { grep -o "\"$1\": [0-9]*" report | grep -o '[0-9]*$'; }
# play NAME SEED OPTION...: a match of the model against careful.
play() {
    local name=$1 seed=$2
    shift 2
    "$solvent" match -s "$seed" --rule max_rounds=12 --clock 60000 -o "$name.svr" \
        "model=$python -m solvent.llm --model fake --backoff 0.01 --scratchpad 40 $*" "$SOLVENT_BUILD/bots/careful" \
        >"$name.out" 2>"$name.err" || { cat "$name.err"; die "match"; }
    [[ $(awk '$3 == "model" { print $6 $7 $8 $9 }' "$name.out") == 0000 ]] || { cat "$name.out" "$name.err"; die "$name: a game is hurt"; }
}
# told NAME: tokens that the bot counted.
told() { grep -o '[0-9]* tokens' "$1.err" | cut -d' ' -f1; }

# Faults of every kind.
endpoint 3
tokens=0
for seed in 1 2 3; do
    play "game$seed" "$seed" --base-url "$url" --record replies
    tokens=$((tokens + $(told "game$seed")))
done
finished
for fault in slow 429 500 cut prose illegal form hung dropped; do
    [[ $(figure "$fault") -gt 0 ]] || { cat report; die "no fault $fault"; }
done
[[ $(figure unauthorised) == 0 && $(($(figure tokens_in) + $(figure tokens_out))) == "$tokens" ]] || { cat report; die "$tokens tokens told"; }

# Again without an endpoint.
for seed in 1 2 3; do
    play "again$seed" "$seed" --base-url http://127.0.0.1:1 --replay replies
    cmp "game$seed.svr" "again$seed.svr" || die "another game from stored replies"
done

# A budget, and no endpoint: the default is taken, and the record says so.
endpoint 1000000
play poor 1 --base-url "$url" --tokens 12000
finished
[[ $(($(figure tokens_in) + $(figure tokens_out))) -le 12000 && $(figure answered) -gt 0 ]] || { cat report; die "a budget is passed"; }
"$solvent" replay poor.svr >poor.txt
grep -q 'model notes: fallback = 5' poor.txt || die "a budget that is spent is not noted"
zcat replies/*.json.gz >replies.txt
[[ -s replies.txt ]] || die "no replies are kept"
! grep -rqF the-secret-key . || die "the key is in a file"
