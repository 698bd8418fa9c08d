#!/usr/bin/env bash
# Models of rivals, values, deals, candidate answers and advisers are equal in Python and in JavaScript: one bot in both logs figures and
# gives the advisers' answers, and the records are equal byte for byte.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_python zmq msgpack
needs_plain_build "no libsolvent.so in a build with sanitizers"
grep -q '^SOLVENT_HAS_WASM:INTERNAL=ON' "$SOLVENT_BUILD/CMakeCache.txt" || skip "this build has no WebAssembly"
. "$SOLVENT_SOURCE/tests/bindings/npm.sh"
cd "$work"
node_bindings || skip "nothing for Node was tried"
export PYTHONPATH=$SOLVENT_SOURCE/sdk/python SOLVENT_LIBRARY=$SOLVENT_BUILD/sdk/libsolvent.so PYTHONDONTWRITEBYTECODE=1

expect 0 "$solvent" new-bot by-node --lang node
cp "$SOLVENT_SOURCE/tests/bindings/haggler.mjs" by-node
ln -s "$node_modules" by-node
bots=$SOLVENT_BUILD/bots
for edition in classic mega; do
    for bot in "$python $SOLVENT_SOURCE/tests/bindings/haggler.py" ./by-node/haggler.mjs; do
        expect 0 "$solvent" match -q -s haggle2 -e "$edition" --rule max_rounds=40 --clock 600000 -o "${bot##*.}.svr" "haggler=$bot" \
            "seller=$bots/seller" "trader=$bots/trader"
    done
    cmp py.svr mjs.svr || die "$edition: other figures in JavaScript"
done
expect 0 "$solvent" replay --format jsonl py.svr
cp out game
for what in '"type":"offer_end","seat":0' '"type":"log","seat":0.*\[\[\[[1-9]' '"type":"offer","seat":[12],"to":0' '"seat":0,"kind":"debt"'; do
    (($(grep -c "$what" game) > 1)) || die "the game has too few of $what"
done
