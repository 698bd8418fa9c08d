#!/usr/bin/env bash
# The game in words: a program that gets text alone and gives JSON alone answers as careful does, so the games are the same.
# Whole (100,000 questions): SOLVENT_TEST_LONG=1, or tests/text/worded.py --count 100000.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_python zmq msgpack
needs_plain_build "no libsolvent.so in a build with sanitizers"
export PYTHONPATH=$SOLVENT_SOURCE/sdk/python SOLVENT_LIBRARY=$SOLVENT_BUILD/sdk/libsolvent.so PYTHONDONTWRITEBYTECODE=1
worded=$SOLVENT_SOURCE/tests/text/worded.py
cd "$work"

# In process: all editions, their switches, all kinds of question; the position is rebuilt from its table.
count=1500
[[ -z $long ]] || count=100000
"$python" "$worded" --count "$count" >out 2>&1 || { tail -n 60 out; die "other answers by text"; }
cat out

# Over the arbiter, in Python and in Node: the same bytes.
by_text=("$python $worded")
. "$SOLVENT_SOURCE/tests/bindings/npm.sh"
expect 0 "$solvent" new-bot by-node --lang node
if [[ ! -s by-node/rules.wasm.gz ]]; then
    echo "this build has no WebAssembly: nothing for Node was tried"
elif node_bindings; then
    cp "$SOLVENT_SOURCE/tests/text/worded.mjs" by-node
    ln -s "$node_modules" by-node
    by_text+=("./by-node/worded.mjs")
fi
export SOLVENT_ANSWERER=$python
for edition in classic mega; do
    for bot in "$SOLVENT_BUILD/bots/careful" "${by_text[@]}"; do
        "$solvent" match -q -s words -e "$edition" --rule max_rounds=25 --clock 600000 -o by-text.svr \
            "careful=$bot" "second=$SOLVENT_BUILD/bots/careful" >out 2>err || { cat out err; die "match"; }
        [[ $bot != */careful ]] || mv by-text.svr careful.svr
        [[ $bot == */careful ]] || cmp careful.svr by-text.svr || die "$edition: another game by text, from $bot"
    done
done
