#!/usr/bin/env bash
# kill -9 of the arbiter while its bots start, and while processes of theirs fork without end: wherever it strikes, nothing of
# theirs is left. SOLVENT_KILLS says how often.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

kills=${SOLVENT_KILLS:-20}
cd "$work"
# A name of its own for the program, to find processes that it leaves.
bot=$work/orphan-$$
cp "$tiny" "$bot"
cat >cup.yaml <<YAML
deals: 100000
bots:
  - {name: a, command: [$bot], matches: 8}
  - {name: b, command: [$bot], matches: 8}
  - {name: c, command: [sh, -c, "(setsid $bot &) ; $bot"], matches: 8}
  - {name: d, command: [$bot], matches: 8}
YAML

for sandbox in auto none; do
    sed "1i sandbox: $sandbox" cup.yaml >"$sandbox.yaml"
    for ((k = 0; k < kills; k++)); do
        "$solvent" league run "$sandbox.yaml" --no-trial -j 2 --store "$sandbox.db" >out 2>err &
        arbiter=$!
        # Bots are started within the first tenth of a second; beyond it they play.
        sleep "0.$(printf '%03d' $((k * 997 % 120)))"
        kill -9 "$arbiter" 2>/dev/null || die "it ended by itself: $(cat err)"
        wait "$arbiter" 2>/dev/null || true
        for ((look = 0; look < 50; look++)); do
            pgrep -f "$bot" >left || break
            sleep 0.1
        done
        [[ ! -s left ]] || die "after kill $k ($sandbox) there is still: $(ps -o pid,ppid,args -p "$(paste -sd, left)")"
    done
done

# ---- without a sandbox: who forks faster than anybody looks --------------------------------------------------

# hopping MODE: a bot's processes do, when the arbiter is killed. A named pipe tells whether any is left. It is a new one each time, as
# a process that was still to open the last one would be taken for one of these.
hopping() {
    local mode=$1
    rm -f pipe
    mkfifo -m 666 pipe
    cat >hop.yaml <<YAML
sandbox: none
deals: 100000
bots:
  - {name: a, command: [$work/hop-$$, $mode, "path:$work/pipe"], matches: 1}
  - {name: b, command: [$bot], matches: 1}
YAML
    rm -f hop.db*
    : >err # the last one's lines would be taken for this one's
    "$solvent" league run hop.yaml --no-trial -j 1 --store hop.db --bot-logs - >out 2>err &
    arbiter=$!
    cat pipe >/dev/null &
    listener=$!
    wait_for grep -q 'raider: off' err || { kill "$listener" || true; die "$mode: a poor test: nothing hops: $(cat err)"; }
    sleep 0.2
    kill -9 "$arbiter" 2>/dev/null || die "it ended by itself: $(cat err)"
    wait "$arbiter" 2>/dev/null || true
    for ((look = 0; look < 450; look++)); do # they would go on for a minute
        if ! kill -0 "$listener" 2>/dev/null && ! pgrep -f "$work/hop-$$" >/dev/null; then return 0; fi
        sleep 0.1
    done
    kill "$listener" 2>/dev/null || true
    die "$mode: something is still there: $(pgrep -fa "$work/hop-$$")"
}
cp "$SOLVENT_BUILD/tests/support/raider" "hop-$$"
hopping rabbit
if [[ $(id -u) == 0 ]]; then # each bot a user of its own, with processes that the kernel counts
    chmod 755 "$work"
    hopping rabbit
    ! grep -q 'runs as root' err || die "a poor test: $(cat err)"
    hopping warren
fi
