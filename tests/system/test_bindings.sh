#!/usr/bin/env bash
# Bindings of ZeroMQ that bots use in other languages against our own ZMTP, both ways round, over a Unix socket and TCP:
# pyzmq (Debian's) and zeromq.js (from npm, with its libzmq inside).
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

tests=$SOLVENT_SOURCE/tests/bindings
peer=$SOLVENT_BUILD/tests/support/peer

needs_python zmq

# listening ENDPOINT: starts `peer listen` there; $where is where it listens, $listener its process.
listening() {
    rm -f "$work/where"
    mkfifo "$work/where"
    "$peer" listen "$1" >"$work/where" 2>"$work/peer.err" &
    listener=$!
    exec 3<"$work/where"
    read -r where <&3
}

# answered BINDING...: a binding as bot, peer as arbiter; both end well, and PINGs were answered.
answered() {
    local summary
    for endpoint in "ipc://$work/door" 'tcp://127.0.0.1:*'; do
        listening "$endpoint"
        timeout 120 "$@" dealer "$where"
        wait "$listener" || die "$(cat "$work/peer.err")"
        read -r summary <&3
        [[ $summary == *' messages, '[1-9]*' pings' ]] || die "$*: $summary"
    done
}

# asked BINDING...: a binding as arbiter, peer as bot, which may be there first.
asked() {
    rm -f "$work/door"
    for endpoint in "ipc://$work/door" "tcp://127.0.0.1:$port"; do
        "$peer" connect "$endpoint" &
        timeout 120 "$@" router "$endpoint"
        wait $! || die "$*: peer connect"
    done
}

# A port that was free a moment ago.
listening 'tcp://127.0.0.1:*'
port=${where##*:}
kill "$listener"
wait "$listener" 2>/dev/null || true

answered "$python" "$tests/peer.py"
asked "$python" "$tests/peer.py"
listening "ipc://$work/door"
"$python" "$tests/peer.py" parts "$where"
wait "$listener" && die "more than one part was taken"
grep -q 'breaks ZMTP: a message has more than one part' "$work/peer.err" || die "$(cat "$work/peer.err")"

# A bot on a JVM, by its own ZMTP over a Unix socket; in a league in the sandbox, too.
if java -version >/dev/null 2>&1 && command -v javac >/dev/null; then
    javac -d "$work/java" "$tests/Bot.java" 2>&1 || die "Bot.java"
    "$solvent" check --matches 20 --hello 60000 --clock 20000 "java -cp $work/java Bot" >"$work/out" 2>&1 || die "$(cat "$work/out")"
    files=("$work/java" /etc/java-*)
    printf '%s\n' 'seats: 2' 'deals: 2' 'seed: 4' 'rules: {max_rounds: 30}' 'clock: {start_ms: 60000}' 'bots:' \
        "  - {name: java, command: [java, -cp, $work/java, Bot], files: [$(IFS=,; echo "${files[*]}")], matches: 4}" '  - {name: tiny, command: [tiny]}' >"$work/java.yaml"
    (cd "$work" && expect 0 "$solvent" league run java.yaml && says 'incidents: none') || exit 1
else
    echo "no java here: a bot on a JVM was not tried"
fi
# That one cannot connect is told with what it mostly is.
mkdir "$work/jvm"
ln -s "$(command -v sleep)" "$work/jvm/java"
"$solvent" match --rule max_rounds=5 "$work/jvm/java 60" tiny --hello 300 >"$work/out" 2>&1 || true
grep -q 'has not said hello within 300 ms.*(on a JVM: JeroMQ cannot connect to ipc:' "$work/out" || die "$(cat "$work/out")"

. "$tests/npm.sh"
needs node npm
node_bindings || skip "the npm registry cannot be reached: nothing for Node was tried"
node_work=${node_modules%/*}
cp "$tests/peer.mjs" "$node_work"
answered node "$node_work/peer.mjs"
asked node "$node_work/peer.mjs"
