#!/usr/bin/env bash
# The Python package: its tables are the manifest's, its generator is C's, its bots play as documented.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

package=$SOLVENT_SOURCE/sdk/python
needs_python zmq msgpack
mkdir "$work/bin"
ln -s "$python" "$work/bin/python3"
export PATH=$work/bin:$PATH PYTHONPATH=$package${PYTHONPATH:+:$PYTHONPATH} PYTHONDONTWRITEBYTECODE=1
cd "$work"

# The tables. A row that is changed on one side only is found.
"$solvent" manifest --format json >manifest.json
"$package/generate" <manifest.json | cmp - "$package/solvent/tables.py" ||
    die "sdk/python/solvent/tables.py: make it again: solvent manifest | sdk/python/generate"
"$package/generate" --page "$SOLVENT_SOURCE/docs/ENVIRONMENT.md" <manifest.json | cmp - "$SOLVENT_SOURCE/docs/ENVIRONMENT.md" ||
    die "docs/ENVIRONMENT.md: make its tables again: solvent manifest | sdk/python/generate --page docs/ENVIRONMENT.md"
for change in 's/"name":"buy","question"/"name":"purchase","question"/' 's/"SV_WHY_RENT","value":19/"SV_WHY_RENT","value":20/' \
    's/{"name":"doubles","type":"u8","offset":282/{"name":"doubles","type":"u8","offset":281/' '/{"index":0,"name":"start_cash"/d' \
    's/"SV_OBSERVATION_FLOATS","value":1731/"SV_OBSERVATION_FLOATS","value":1732/' \
    's/{"name":"owner","storage":"u8"/{"name":"owner","storage":"i32"/' 's/"constant":"SV_ACTION_GIVE","first":372/"constant":"SV_ACTION_GIVE","first":373/' \
    's/"bit":4,"name":"own_turn"/"bit":5,"name":"own_turn"/' 's/{"name":"get_cash","type":"money"}/{"name":"get_cash","type":"seat"}/'; do
    sed "$change" manifest.json >other.json
    ! cmp -s manifest.json other.json || die "'$change' changes nothing"
    ! "$package/generate" <other.json 2>/dev/null | cmp -s - "$package/solvent/tables.py" || [[ $change == *get_cash* ]] ||
        die "not found: $change"
done

# Types: what the package says of itself holds together, with no more than Python 3.9 has.
if command -v mypy >/dev/null; then
    (cd "$package" && MYPY_CACHE_DIR=$work/mypy mypy --python-version 3.9 --ignore-missing-imports solvent) >types 2>&1 || { cat types; die "types"; }
else
    echo "no mypy here: types were not checked"
fi

# The generator: C prints, Python must agree.
cat >rng.c <<'EOF'
#include <solvent/bot.h>
#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    struct sv_rng rng = {.key = {0}};

    for (unsigned i = 0; i < SV_KEY_BYTES; i++) {
        rng.key[i] = (uint8_t)(i * 37 + 200);
    }
    for (unsigned i = 0; i < 40; i++) {
        rng.index = i == 20 ? UINT64_C(0x1ffffffff) : i == 30 ? UINT64_MAX - 12 : rng.index;
        if (i % 3 == 0) {
            printf("%" PRIu32 "\n", sv_rng_below(&rng, 1000003 * i + 1));
        } else {
            printf("%" PRIu64 "\n", sv_rng_next(&rng));
        }
    }
    return 0;
}
EOF
read -ra flags <<<"$(pkg-config --cflags --libs "$SOLVENT_BUILD/solvent.pc")"
if grep -q '^SOLVENT_SANITIZE:[^=]*=.' "$SOLVENT_BUILD/CMakeCache.txt"; then
    echo "a build with sanitizers: the generator is not compared with C's"
else
    cc -std=c17 rng.c "${flags[@]}" -o rng
    ./rng >c.txt
    python3 - >python.txt <<'EOF'
from solvent import Rng
rng = Rng(bytes((i * 37 + 200) % 256 for i in range(16)))
for i in range(40):
    rng.index = 0x1ffffffff if i == 20 else 2 ** 64 - 13 if i == 30 else rng.index
    print(rng.below(1000003 * i + 1) if i % 3 == 0 else rng.next())
EOF
    cmp c.txt python.txt || die "the generators differ"
fi

# The reader of MessagePack without msgpack reads alike: good, cut off and damaged.
python3 - <<'EOF' || die "solvent.packed"
import random
import msgpack
from solvent.packed import DEEPEST, Reader, unpack

rng, refused = random.Random(1), 0
def value(depth=0):
    kind = rng.randrange(5 if depth == 4 else 7)
    if kind < 5:
        size = rng.choice([0, 3, 31, 32, 255, 256, 65536]) if rng.randrange(9) == 0 else rng.randrange(4)
        return [None, rng.random() < .5, rng.choice([1, -1]) * (rng.getrandbits(63) >> rng.randrange(64)), "\u00e9" * size, bytes(size)][kind]
    items = [value(depth + 1) for _ in range(rng.choice([0, 1, 2, 3, 17]))]
    return items if kind == 5 else {str(i): item for i, item in enumerate(items)}
for _ in range(300):
    wanted = value()
    data = msgpack.packb(wanted)
    assert unpack(data) == wanted and Reader(data + b"x").value() == wanted
    damaged = bytearray(data)
    damaged[rng.randrange(len(data))] = rng.randrange(256)
    for bad in (data[:rng.randrange(len(data))], data + b"\0", bytes(damaged)):
        try:
            assert unpack(bad) == msgpack.unpackb(bad, strict_map_key=False)
        except (ValueError, TypeError):
            refused += 1
assert refused >= 600, refused
for bad in (b"\x91" * (DEEPEST + 2) + b"\0", b"\xdd\xff\xff\xff\xff\0", b"\xdf\xff\xff\xff\xff\0", b"\xc6\xff\xff\xff\xff", b"\xca\0\0\0\0"):
    try:
        raise SystemExit(f"taken: {bad} is {unpack(bad)}")
    except ValueError:
        pass
EOF

# A bot: asked by conditions it plays as when it is asked always; what it says is in the record, what it prints its match's.
cat >talker.py <<'EOF'
#!/usr/bin/env python3
import solvent

class Talker(solvent.Bot):
    name = "talker"
    when = {"manage": solvent.When.CAN_BUILD}

    def match_start(self, match):
        match.log("hello\x07 \u00e9\nthere\n")

    def buy(self, match, q):
        match.note("cash", match.cash)
        match.note("open", match.open)
        print("looking at", q.space)
        assert match.worth(match.seat) >= match.cash <= match.liquid(match.seat)
        return solvent.BuyChoice.BUY if match.cash - q.amount >= match.rng.below(200) else solvent.BuyAnswer(choice=0)

    def manage(self, match, q):
        return solvent.ManageAnswer(levels=match.build(match.cash - 100))

    def match_end(self, match, result):
        assert result is None or len(result.places) == match.seats

solvent.main(Talker())
EOF
chmod +x talker.py
"$solvent" match -s 3 -o when.svr ./talker.py "$tiny" 2>err
"$solvent" match -s 3 -o always.svr "./talker.py --always" "$tiny" 2>>err
for game in when always; do
    "$solvent" replay --format jsonl "$game.svr" |
        grep -v '"type":"\(question\|answer\|log\|note\)"' | sed 's/"n":[0-9]*,//; s/talker[^"]*"/talker"/' >"$game.jsonl"
done
cmp when.jsonl always.jsonl || die "asked by conditions it plays another game"
"$solvent" replay --format jsonl when.svr >game.jsonl
grep -q '"type":"note".*"key":"cash"' game.jsonl || die "no note"
grep '"type":"log"' game.jsonl | grep -qF 'hello? é\nthere"' || { grep '"type":"log"' game.jsonl; die "no log"; }
"$solvent" verify when.svr always.svr >verified || { cat verified; die "not verified"; }
! "$solvent" replay --format jsonl when.svr | grep -q '"verdict":"\(illegal\|malformed\)"' || die "illegal answers"

# A bot that is told what happens keeps everybody's books.
cat >told.py <<'EOF'
#!/usr/bin/env python3
import solvent
from solvent import BidEvent, CashEvent, OfferEvent, RollEvent, TurnEvent

class Told(solvent.Bot):
    name = "told"

    def match_start(self, match):
        match.cash_of = [match.edition.rules.start_cash] * match.seats
        match.turn = match.rolls = 0

    def event(self, match, event):
        match.log("nobody hears this")
        match event:
            case CashEvent(from_, to, amount):
                for seat, change in (from_, -amount), (to, amount):
                    if seat < match.seats:
                        match.cash_of[seat] += change
            case TurnEvent(seat, round, turn):
                match.turn = turn
            case RollEvent(seat, dice):
                assert len(dice) == 3
                match.rolls += 1
            case OfferEvent(seat, to, offer):
                assert isinstance(offer, solvent.Offer) and offer.to == to
            case BidEvent():
                assert event.amount > 0

    def bid(self, match, q):
        assert match.missed == 0 and match.turn == match.position.turn and match.rolls > 0
        assert match.cash_of == list(match.position.cash[:match.seats])
        return q.amount if q.amount <= q.limit else 0

    def match_end(self, match, result):
        print("books closed")

solvent.main(Told())
EOF
chmod +x told.py
"$solvent" match -s 3 -o told.svr ./told.py "$SOLVENT_BUILD/bots/trader" "$SOLVENT_BUILD/bots/careful" >out 2>err || { cat err; die "told.py"; }
grep -q 'books closed' err out && ! grep -q 'Error' err || { cat err; die "told.py"; }
[[ $("$solvent" replay --format jsonl told.svr | grep -c '"type":"bid","seat":0') -gt 0 ]] || die "a poor test: told.py never bid"
! "$solvent" replay --format jsonl told.svr | grep -q 'nobody hears' || die "a log outside a decision is in the record"

cat >cup.yaml <<EOF
seats: 2
deals: 2
seed: 5
sandbox: none
bots:
  - {name: talker, command: [./talker.py], matches: 8}
  - {name: tiny, command: [$tiny], matches: 8}
EOF
"$solvent" league run cup.yaml --store cup.db >log 2>&1 || { cat log; die "no league"; }
"$solvent" replay cup.db#1 --printed --seat 0 >printed 2>&1 || "$solvent" replay cup.db#1 --printed --seat 1 >printed
for game in cup.db#1 cup.db#2; do "$solvent" replay "$game" --format jsonl; done | grep -o '"key":"open","value":[0-9]*' | sort -u >open
grep -q ':1$' open && ! grep -Eqv ':[1-8]$' open || { cat open; die "questions in hand"; }
grep -q 'looking at' printed || { cat printed; die "what it prints is not its match's"; }

# Many questions at a time, by async methods or threads: the same games to the byte, with logs and output.
for mode in plain async threads; do
    cat >"$mode.yaml" <<EOF
name: waiting
seats: 2
seatings: fixed
deals: 8
seed: 5
sandbox: none
limits: {wall_share: 0}
clock: {decision_ms: 60000}
bots:
  - {name: waiting, command: [$SOLVENT_SOURCE/tests/python/waiting.py, $mode, "8"], matches: 8}
  - {name: tiny, command: [$tiny], matches: 8}
EOF
    expect 0 timeout 120 "$solvent" league run "$mode.yaml" --store "$mode.db" --no-trial -j 1
    grep -q 'incidents: none' out err || { cat out err; die "$mode: incidents"; }
    digest "$mode.db" >"$mode.digest"
    cmp plain.digest "$mode.digest" || die "$mode: other games"
    "$solvent" replay "$mode.db#3" --printed >"$mode.printed"
    cmp plain.printed "$mode.printed" || die "$mode: other things printed"
done
grep -q 'deciding in' plain.printed || die "nothing was printed"

# With a network it waits in all its matches at a time, whatever their lanes: no game has another's luck. It answers nothing before all 64
# wait; with one match at a time the first would wait for ever.
cat >network.yaml <<EOF
seats: 2
deals: 32
seed: patience
sandbox: none
luck: off
rules: {max_rounds: 8}
clock: {decision_ms: 600000}
limits: {memory_mb: 0}
bots:
  - {name: patient, command: [$SOLVENT_SOURCE/tests/python/patient.py, together, "64"], matches: 64, network: ['127.0.0.1:9']}
  - {name: tiny, command: [$tiny], matches: 64}
EOF
expect 0 timeout 300 "$solvent" league run network.yaml --no-trial -q
expect 0 "$solvent" rank network.db --format json
says '"games":64'
sed 's/match.busy = False/raise KeyError(1)/' "$SOLVENT_SOURCE/tests/python/waiting.py" >broken.py
chmod +x broken.py
for mode in async threads; do
    "$solvent" match -s 3 "./broken.py $mode 1" "$tiny" >out 2>err || true
    grep -q 'KeyError: 1' err || { cat err; die "$mode: no traceback"; }
done

# How it ends: without an arbiter, with a wrong word, by its own exception, by SIGTERM.
expect 2 env -u SOLVENT_ENDPOINT ./talker.py
one_line
expect 2 ./talker.py --nonsense
one_line
expect 0 ./talker.py --help
expect 0 ./talker.py --version
tells "talker"
sed 's/match.note("cash", match.cash)/raise KeyError(1)/' talker.py >broken.py
chmod +x broken.py
"$solvent" match -s 3 ./broken.py "$tiny" >out 2>err || true
grep -q 'KeyError: 1' err || { cat err; die "no traceback"; }

# The example answers every kind of decision that it has a method for, and nothing illegal. A bot in Python is checked in system/new_bot.
for how in classic 'mega --rule counter_offers=8 --rule offers_per_window=4' 'classic --rule houses=3 --rule hotels=1 --rule start_cash=10000' \
    'classic --rule start_cash=60 --rule salary=20'; do
    # shellcheck disable=SC2086 # words
    expect 0 "$solvent" match -e $how -s 4 --rule max_rounds=80 --clock 60000 --hello 60000 -o steady.svr "$package/examples/steady.py" \
        "$SOLVENT_BUILD/bots/trader" "$SOLVENT_BUILD/bots/random"
    "$solvent" replay --format jsonl steady.svr | grep '"type":"answer","seat":0' >>steady
done
! grep -v '"verdict":"\(ok\|default\)"' steady || die "illegal answers of steady.py"
for kind in buy bid jail trade manage; do
    grep -q "\"kind\":\"$kind\".*\"verdict\":\"ok\"" steady || die "steady.py never answers '$kind'"
done
expect 0 "$solvent" match -s 3 --rule max_rounds=15 -o quiet.svr "$package/examples/steady.py" "$tiny"
expect 0 "$solvent" match -s 3 --rule max_rounds=15 -o loud.svr "$package/examples/steady.py --explain" "$tiny"
expect 0 "$solvent" replay quiet.svr --diff loud.svr
expect 0 "$solvent" replay loud.svr
says ' says: price [0-9]* in cash; worth up to [0-9]* to me'
[[ $(wc -l <"$package/examples/steady.py") -lt 100 ]] || die "steady.py has grown to a hundred lines"

# The C library: its judgement is the arbiter's, it shows public names only, and the environment keeps its word.
if [[ -e $SOLVENT_BUILD/sdk/libsolvent.so ]]; then
    export SOLVENT_LIBRARY=$SOLVENT_BUILD/sdk/libsolvent.so
    leaked=$(nm -D --defined-only "$SOLVENT_LIBRARY" | awk 'NF == 3 && $2 != "A" && $3 !~ /^sv_/ { print $3 }')
    [[ ! $leaked ]] || die "private names are visible: $leaked"
    cat "$SOLVENT_SOURCE"/sdk/include/solvent/*.h >headers
    while read -r name; do
        grep -q "\b$name(" headers || die "$name is visible, and no header has it"
    done < <(nm -D --defined-only "$SOLVENT_LIBRARY" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }')
    for edition in classic mega; do
        "$solvent" match -e "$edition" --clock 60000 --rule max_rounds=30 -s 4 -o judge.svr "$SOLVENT_SOURCE/tests/python/judge.py" "$SOLVENT_BUILD/bots/random" \
            "$SOLVENT_BUILD/bots/trader" >out 2>err || { cat out err; die "judge"; }
        ! grep -q 'Error' err || { cat err; die "judge"; }
        [[ $("$solvent" replay --format jsonl judge.svr | grep '"type":"answer","seat":0' | grep -cv '"verdict":"\(ok\|default\)"') == 0 ]] ||
            die "the arbiter judges otherwise"
    done
    # Bots of one program play the arbiter's games.
    same=$SOLVENT_SOURCE/tests/python/same_game.py
    python3 "$same" 5 6 >in_process 2>heard_in_process
    grep -q ' [1-9][0-9]*$' heard_in_process || { cat heard_in_process; die "a poor test: nobody missed anything"; }
    for seed in 5 6; do
        "$solvent" match -s $seed --clock 60000 -o same.svr "$same" "$same --seldom" "$same" >out 2>err || { cat out err; die "same_game"; }
        grep -oh 'seldom: .*' err >>heard || { cat out err; die "same_game is told nothing"; }
        "$solvent" replay --format jsonl same.svr | python3 -c '
import json, sys
end = json.loads(list(sys.stdin)[-1])
print(sys.argv[1], end["why"], end["places"], end["worth"])' $seed
    done | cmp - in_process || { cat in_process; die "in process it is another game"; }
    cmp heard heard_in_process || die "in process other events are told"
    python3 "$SOLVENT_SOURCE/tests/python/environment.py" "$SOLVENT_SOURCE" || die "environment"
    python3 "$SOLVENT_SOURCE/tests/python/haggle.py" || die "rival"
    # The package's own declarations of C's structures and functions equal the headers; a change of one side only is found.
    structs() { python3 "$SOLVENT_SOURCE/tests/python/structs.py" "$1" >structs.c && cc -std=c17 -fsyntax-only -I"$1" structs.c; }
    structs "$SOLVENT_SOURCE/sdk/include" || die "structures"
    for change in 'question s/uint8_t why;/uint8_t why, trial;/' 'question s/int32_t bid;/uint32_t bid;/' 'scene s/uint8_t first/uint16_t first/' \
        'observation s/X(u8, stock/X(i32, stock/' 'breach s/int32_t found/int64_t found/' 'breach s/uint8_t pad.3.;/uint8_t pad[2], trial;/' 'game s/unsigned seat/uint64_t seat/' \
        'replay s/uint32_t number/uint64_t number/' 'env s/sv_batch_destroy(struct/sv_batch_destroy(int trial, struct/'; do
        rm -rf include
        cp -r "$SOLVENT_SOURCE/sdk/include" .
        sed -i "${change#* }" "include/solvent/${change%% *}.h"
        ! cmp -s "include/solvent/${change%% *}.h" "$SOLVENT_SOURCE/sdk/include/solvent/${change%% *}.h" || die "'$change' changes nothing"
        ! structs include 2>/dev/null || die "not found: $change"
    done
    # A little training writes weights, which play the same games in C and in Python; those that ship beat `random`.
    if python3 -c 'import numpy' 2>/dev/null; then
        export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
        train=$package/examples/train.py
        league() {
            printf '%s\n' 'seats: 2' "deals: $1" 'seed: 11' 'rules: {max_rounds: 60}' 'sandbox: none' 'clock: {decision_ms: 60000}' 'bots:'
            printf -- "  - {name: %s, command: [$SOLVENT_BUILD/bots/%s], matches: 64}\n" "$2" "$2" "$3" "$3"
        }
        league 3 trader careful >teacher.yaml
        league 12 trained random >shipped.yaml
        for name in teacher shipped; do
            "$solvent" league run $name.yaml --store $name.db >log 2>&1 || { cat log; die "no league: $name"; }
        done
        "$train" --store teacher.db --bot trader --passes 2 --updates 2 --games 4 little.net >out 2>err || { cat out err; die "it does not learn"; }
        grep -q '^little.net: [0-9]* bytes; .* points a game against careful in 4 games' out || { cat out; die "it says nothing of its weights"; }
        grep -q '<h2>Imitation</h2>.*<path' little.html || die "no curves"
        # Killed behind its first update it goes on from there, to the same weights.
        cat >dies.py <<'EOF'
import os, signal, train
save = train.Run.save
def dies(run):
    save(run)
    if run.told["updates"] == 1:
        os.kill(os.getpid(), signal.SIGKILL)
train.Run.save = dies
train.train(train.options().parse_args())
EOF
        ran=(--store teacher.db --bot trader --passes 2 --updates 2 --games 0)
        ! PYTHONPATH=$PYTHONPATH:$package/examples python3 dies.py "${ran[@]}" --every 1 again.net 2>err || die "it was not killed"
        grep -q 'after 1 updates' again.html || { cat err; die "no curves of a run that goes on"; }
        expect 1 "$train" --resume "${ran[@]}" --against tiny again.net
        one_line
        [[ ! -e again.net ]] || die "it wrote weights before the end"
        "$train" --resume "${ran[@]}" again.net >out 2>err || { cat out err; die "it does not resume"; }
        cmp little.net again.net || die "resumed, it learns something else"
        expect 1 "$train" --resume "${ran[@]}" again.net
        one_line
        expect 1 "$train" --store teacher.db --bot nobody other.net
        one_line
        expect 2 "$train" --passes 0 other.net
        [[ ! -e other.net ]] || die "it wrote weights that it has not trained"
        for weights in "" little.net; do
            for seed in 1 2; do
                "$solvent" match -q -s $seed --rule max_rounds=60 --clock 600000 -o c.svr "it=$SOLVENT_BUILD/bots/trained $weights" "$SOLVENT_BUILD/bots/trader" >out 2>&1
                "$solvent" match -q -s $seed --rule max_rounds=60 --clock 600000 -o python.svr "it=$train --play $weights" "$SOLVENT_BUILD/bots/trader" >out 2>&1
                "$solvent" replay --format jsonl c.svr | grep -v '"type":"game_start"' >c.jsonl
                "$solvent" replay --format jsonl python.svr | grep -v '"type":"game_start"' | cmp - c.jsonl || die "C and Python answer otherwise: $weights $seed"
                grep '"type":"answer","seat":0' c.jsonl >>answers
            done
        done
        (($(wc -l <answers) > 300)) || die "a poor test: $(wc -l <answers) answers"
        ! grep -v '"verdict":"ok"' answers || die "an answer that is not legal"
        # The learner of ENVIRONMENT.md, as it stands there, learns.
        sed -n '/^import numpy$/,/^```$/{/^```$/!p}' "$SOLVENT_SOURCE/docs/ENVIRONMENT.md" >learner.py
        (($(wc -l <learner.py) > 30)) || die "no learner in ENVIRONMENT.md"
        if python3 -c 'import torch' 2>/dev/null; then
            python3 learner.py >out 2>err || { cat out err; die "the learner of ENVIRONMENT.md"; }
            awk 'NR == 1 { first = $7 } END { exit !(NR > 3 && $7 > first / 1.3) }' out || { cat out; die "the learner of ENVIRONMENT.md does not learn"; }
        fi
        "$solvent" rank shipped.db --format csv >rank.csv
        sed -n 2p rank.csv | grep -q trained || { cat rank.csv; die "the weights that ship do not beat random"; }
    else
        echo "no numpy here: learning was not tried"
    fi
else
    echo "no libsolvent.so in this build: what needs it was not tried"
fi

# Installed, it finds the library of its prefix by itself.
if [[ -e $SOLVENT_BUILD/sdk/libsolvent.so ]]; then
    cmake --install "$SOLVENT_BUILD" --prefix "$work/prefix" >/dev/null
    installed=$(find "$work/prefix" -path '*/solvent/library.py')
    found=$(env -u SOLVENT_LIBRARY PYTHONPATH="${installed%/solvent/library.py}" python3 -c 'from solvent import library; print(library.c._name)') ||
        die "installed Python finds no library"
    [[ $found == "$work"/prefix/* ]] || die "installed Python finds another library: $found"
fi

# It installs without a network.
if python3 -c 'import setuptools, venv, ensurepip' 2>/dev/null; then
    cp -r "$package" checkout
    python3 -m venv --system-site-packages venv
    env -u PYTHONPATH venv/bin/python -m pip install -q --no-index --no-build-isolation --no-deps ./checkout >log 2>&1 ||
        { cat log; die "pip install"; }
    (cd / && env -u PYTHONPATH "$work/venv/bin/python" -c 'import solvent; assert "/venv/" in solvent.__file__, solvent.__file__') ||
        die "not installed"
else
    echo "no setuptools or venv here: pip install was not tried"
fi
