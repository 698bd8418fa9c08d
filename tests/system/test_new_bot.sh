#!/usr/bin/env bash
# `solvent new-bot`, from a build and from an installation: what it makes builds, tests itself, plays, keeps the protocol,
# runs its league, tells whether a change is better (long), and connects from an editor.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
mkdir "$work/bin"
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import sys, zmq, msgpack; sys.exit(sys.version_info < (3, 9))' 2>/dev/null &&
        ln -sf "$(command -v "$candidate")" "$work/bin/python3" && break
done
export PATH=$work/bin:$PATH PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH SOLVENT_LIBRARY
cd "$work"
skipped=()

# The leagues say `sandbox: none`; in a sandbox their bots play too, by their files and `files` alone.
sandbox=auto
bwrap --ro-bind / / --unshare-all true 2>/dev/null || sandbox=none

# A mistake is one line, and changes nothing.
for words in '' 'a b' ../x/. bot baseline this-name-is-longer-than-a-hello-can-carry; do
    expect 2 "$solvent" new-bot "$words"
    one_line
done
expect 2 "$solvent" new-bot mine --lang cobol
one_line
for words in 'c++ bot.cpp' 'py bot.py' 'python3 bot.py' 'js bot.mjs' 'javascript bot.mjs'; do
    expect 0 "$solvent" new-bot by-word --lang "${words% *}"
    [[ -e by-word/${words#* } ]] || die "--lang ${words% *}: $(ls by-word)"
    rm -r by-word
done
expect 3 "$solvent" new-bot nowhere/mine
one_line
mkdir there
expect 2 "$solvent" new-bot there
one_line
[[ $(find . -name Makefile) == '' ]] || die "something was made"

# Bots get a minute and more for an answer, so that none is late on a busy machine: ctest ends what hangs.
clock='clock: {decision_ms: 600000, start_ms: 600000}'

# short LEAGUE: of its 25 deals it plays one, of 30 rounds.
short() { sed -i "s/^deals: 25 .*/deals: 1\nrules: {max_rounds: 30}\n$clock/" "$1" && grep -q '^rules' "$1"; }

# by_make LANGUAGE [VARIABLE=...]: everything but building for long, in the new folder.
by_make() {
    local language=$1
    shift
    expect 0 make "$@" test
    expect 0 make "$@" play
    tells "me-$language"
    [[ -s game.svr ]] || die "$language: no game"
    expect 0 make "$@" CLOCK=60000 MATCHES=20 check
    says ' 0 failed'
    short league.yaml
    sed -i "s/^sandbox: .*/sandbox: $sandbox/" league.yaml
    expect 0 make "$@" league
    says "me-$language .* fine"
    [[ $("$solvent" games league.db --incidents --format csv | wc -l) == 1 ]] ||
        { "$solvent" games league.db --incidents; die "$language: incidents in its league"; }
    expect 2 make "$@" better
    warns 'no baseline yet'
    expect 0 make help
    says '^make better: '
    by_agents "$@"
}

# by_agents [VARIABLE=...]: every command of AGENTS.md that by_make has not run, with two deals for `make better`.
by_agents() {
    local command ran=0
    cp better.yaml whole.yaml
    sed -i -e "/^seats/a deals: 2\nrules: {max_rounds: 30}\n$clock" -e "s/^sandbox: .*/sandbox: $sandbox/" better.yaml
    while read -r command <&3; do
        case $command in
        'make test' | 'make check' | 'make play' | 'make league') ran=$((ran + 1)) ;;
        make*) eval "expect 0 $command"' "$@"' ;;
        *) PATH=$SOLVENT_BUILD:$PATH eval "expect 0 $command" ;;
        esac
    done 3< <(sed -n '/^```sh$/,/^```$/{/^```/d; s/ *#.*//; p}' AGENTS.md)
    ((ran == 4)) || die "AGENTS.md has not all commands of by_make"
    mv whole.yaml better.yaml
}

# from_editor LANGUAGE RUNNER...: the task that an editor starts first, until it says what ends its pattern, and then the program.
from_editor() {
    local language=$1 port pattern arguments environment
    shift
    python3 - <<'PYTHON' >editor || die "$language: launch.json and tasks.json do not belong together"
import json
tasks = {task["label"]: task for task in json.load(open(".vscode/tasks.json"))["tasks"]}
launch = json.load(open(".vscode/launch.json"))["configurations"][0]
task = tasks[launch["preLaunchTask"]]
assert task["isBackground"] and task["command"] == "make debug"
print(task["problemMatcher"]["background"]["endsPattern"])
print(*(f"{key}={value}" for key, value in launch.get("env", {}).items() if value))
print(launch["program"].replace("${workspaceFolder}", "."), *launch["args"])
PYTHON
    { read -r pattern; read -ra environment; read -r arguments; } <editor
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    make debug PORT="$port" >debug.out 2>debug.err &
    local arbiter=$!
    wait_for grep -q "$pattern" debug.err || { cat debug.err; die "$language: the arbiter does not say that it waits"; }
    # shellcheck disable=SC2086 # words
    expect 0 env "${environment[@]}" "$@" ${arguments/7001/$port}
    wait "$arbiter" || { cat debug.err; die "$language: the game that waited"; }
    grep -q "me-$language" debug.out || { cat debug.out; die "$language: not in the game that waited"; }
}

# better_found FILE: a change by which nothing is bought any more is no better, told by the SPRT.
better_found() {
    expect 0 make baseline
    sed -i 's/RESERVE\( =\)\? 150/RESERVE\1 1200/' "$1"
    grep -q 1200 "$1" || die "$1: nothing changed"
    sed -i "s/^sandbox: .*/sandbox: $sandbox/" better.yaml
    expect 0 make better
    says 'below the second limit'
}

for language in c cpp; do
    expect 0 "$solvent" new-bot "me-$language" --lang "$language"
    tells "me-$language"
    if ((sanitized)); then
        skipped=("C and C++ bots are not linked against a build with sanitizers")
        continue
    elif [[ $language == cpp ]] && ! command -v g++ >/dev/null; then
        skipped+=("no g++")
        continue
    fi
    cd "me-$language"
    ! make 2>&1 | grep warning || die "$language: warnings"
    by_make "$language"
    from_editor "$language"
    [[ $language != c ]] || ((!long)) || better_found bot.c
    cd ..
done

expect 0 "$solvent" new-bot me-python --lang python
if [[ ! -e bin/python3 ]]; then
    skipped+=("no pyzmq and msgpack for Python")
elif [[ ! -e $SOLVENT_BUILD/sdk/libsolvent.so ]]; then
    skipped+=("no libsolvent.so for the test of a bot in Python")
else
    cd me-python
    by_make python
    from_editor python python3
    cd ..
fi

expect 0 "$solvent" new-bot me-node --lang node
. "$SOLVENT_SOURCE/tests/bindings/npm.sh"
if [[ -e bin/python3 ]] && node_bindings >why 2>&1; then
    cd me-node
    python3 - "$SOLVENT_SOURCE/tests/bindings/package.json" <<'PYTHON' || die "what Node bots need is not what is tested"
import json, sys
needs = json.load(open("package.json"))["dependencies"]
tested = json.load(open(sys.argv[1]))["devDependencies"]
for name, version in needs.items():
    assert version[0] == "^" and version[1:].split(".")[0] == tested[name].split(".")[0], name
PYTHON
    cp -r "$node_modules" .
    touch .installed
    by_make node
    from_editor node node
    # Its reasons stand in the record, and change nothing.
    for with in "" " --explain"; do
        expect 0 "$solvent" match -s 3 --clock 60000 --rule max_rounds=15 -o "game$with.svr" "./bot.mjs$with" "$tiny"
    done
    expect 0 "$solvent" replay game.svr --diff "game --explain.svr"
    expect 0 "$solvent" replay "game --explain.svr"
    says ' says: cash -*[0-9]* would be left, 150 is kept for rents'
    expect 2 ./bot.mjs --explains
    # With async methods it plays the same games, in all matches at a time: each waits at its first question for the others.
    sed 's/import {isMain, main}/import {setTimeout as sleep} from "node:timers\/promises";\n&/; s/^    buy(match, q) {/    async buy(match, q) {\n'\
'        if (!match.user) { match.user = ++bot.there; while (bot.there < 8) await sleep(1); }/; s/^    version: "1",/&\n    there: 0,/' bot.mjs >waiting.mjs
    chmod +x waiting.mjs
    for which in bot waiting; do
        cat >"$which.yaml" <<EOF
name: waiting
seats: 2
seatings: fixed
deals: 8
seed: 5
sandbox: none
clock: {decision_ms: 60000}
bots:
  - {name: me, command: [./$which.mjs], matches: 8}
  - {name: tiny, command: [$tiny], matches: 8}
EOF
        expect 0 timeout 120 "$solvent" league run "$which.yaml" --store "$which.db" --no-trial -j 1
        digest "$which.db" >"$which.digest"
    done
    cmp bot.digest waiting.digest || die "async methods play other games"
    # Its random numbers are everybody's.
    cat >rng.mjs <<'NODE'
import {Rng} from "./solvent.mjs";
const rng = new Rng(Buffer.from(Array.from({length: 16}, (_, i) => (i * 37 + 200) % 256)));
for (let i = 0; i < 20; i++) console.log(String(i % 3 ? rng.next() : rng.below(1000003 * i + 1)));
NODE
    node rng.mjs >node.txt
    PYTHONPATH=$SOLVENT_SOURCE/sdk/python python3 - >python.txt <<'PYTHON'
from solvent import Rng
rng = Rng(bytes((i * 37 + 200) % 256 for i in range(16)))
for i in range(20):
    print(rng.next() if i % 3 else rng.below(1000003 * i + 1))
PYTHON
    cmp node.txt python.txt || die "Node has other random numbers"
    cd ..
else
    skipped+=("$(tail -n 1 why 2>/dev/null || echo 'no python3')")
fi

# From an installation that has been moved: nothing of the checkout or the build is named in what it makes.
if ! ((sanitized)); then
    cmake --install "$SOLVENT_BUILD" --prefix "$work/first" >/dev/null
    mv "$work/first" "$work/moved"
    for language in c python; do
        [[ $language != python || -e bin/python3 ]] || continue
        expect 0 "$work/moved/bin/solvent" new-bot "installed-$language" --lang "$language"
        ! grep -rF -e "$SOLVENT_BUILD" -e "$SOLVENT_SOURCE" "installed-$language" || die "the checkout is named"
        ! grep -rF -e "$work" "installed-$language" || die "a path that ends when both are moved"
        expect 0 make -C "installed-$language" test
        expect 0 make -C "installed-$language" play
        short "installed-$language/league.yaml"
        expect 0 make -C "installed-$language" league
    done
fi

((${#skipped[@]} == 0)) || printf 'not tried: %s\n' "${skipped[@]}"
