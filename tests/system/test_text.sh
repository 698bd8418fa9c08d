#!/usr/bin/env bash
# The game in words: a program that gets text alone and gives JSON alone answers as careful does, so the games are the same.
# Whole (100,000 questions): SOLVENT_TEST_LONG=1, or tests/text/worded.py --count 100000.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_python zmq msgpack
needs_plain_build "no libsolvent.so in a build with sanitizers"
export PYTHONPATH=$SOLVENT_SOURCE/sdk/python PYTHONDONTWRITEBYTECODE=1
worded=$SOLVENT_SOURCE/tests/text/worded.py
cd "$work"

# In process: all editions, their switches, all kinds of question; the position is rebuilt from its table.
count=1500
[[ -z $long ]] || count=100000
"$python" "$worded" --count "$count" >out 2>&1 || { tail -n 60 out; die "other answers by text"; }
cat out

# Over the arbiter: the same bytes.
for edition in classic mega; do
    for bots in "careful careful" "by-text careful"; do
        read -r first second <<<"$bots"
        [[ $first == careful ]] && first=$SOLVENT_BUILD/bots/careful || first="$python $worded"
        "$solvent" match -q -s words -e "$edition" --rule max_rounds=25 --clock 600000 -o "${bots%% *}.svr" \
            "careful=$first" "second=$SOLVENT_BUILD/bots/$second" >out 2>err || { cat out err; die "match"; }
    done
    cmp careful.svr by-text.svr || die "$edition: another game by text"
done
