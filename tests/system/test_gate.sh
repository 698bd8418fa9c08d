#!/usr/bin/env bash
# Remote bots: they play as local ones do, and no crime of theirs or of strangers costs another bot anything.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
. "$SOLVENT_SOURCE/tests/system/honest.sh"
tests=$SOLVENT_SOURCE/tests/bindings
bots=$SOLVENT_BUILD/bots
cd "$work"
export TMPDIR=$work/tmp
mkdir "$TMPDIR" keys
chmod 755 "$work" "$TMPDIR" # as root, bots without a sandbox are other users

for who in league alice mallory; do expect 0 "$solvent" keygen keys/$who; done
# A port that was free a moment ago, outside of those that the system gives out.
for ((port = 20000 + $$ % 10000; ; port++)); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
done
endpoint=tcp://127.0.0.1:$port
# Within this time a bot that was lost must be back, and those that are started here must have said hello.
soon_ms=5000 # a busy machine starts a bot in seconds

# league NAME LINE [START_MS]: a league of three honest bots, and what the line says of alice. Her crimes take seconds of processor time.
league() {
    printf '%s\n' "name: cup" "seats: 2" "deals: 1" "lanes: off" "rules: {max_rounds: 20}" "limits: {memory_mb: 0}" "secret_key: keys/league.key" \
        "seed: 5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed" \
        "clock: {decision_ms: 2000, bank_ms: 120000, strikes: 3, start_ms: ${3-20000}}" \
        "bots:" "  - {name: tiny, command: [$bots/tiny], matches: 4}" \
        "  - {name: careful, command: [$bots/careful], matches: 4}" \
        "  - {name: random, command: [$bots/random], matches: 4}" "  - {name: alice, $2}" >"$1.yaml"
}

# begin NAME: runs that league in the background. joined PATTERN: waits for a line of its stderr.
begin() {
    rm -f "$1.db"* "$1.out"
    : >"$1.err"
    timeout 300 "$solvent" league run "$1.yaml" --store "$1.db" --bot-logs - >"$1.out" 2>"$1.err" &
    run=$!
    name=$1
    joined "is waited for at $endpoint"
}
said_or_ended() { grep -q -- "$1" "$name.err" || ! kill -0 "$run" 2>/dev/null; }
joined() {
    wait_for said_or_ended "$1" || true
    grep -q -- "$1" "$name.err" || { cat "$name.err"; die "$name: no \"$1\""; }
}
# ended: the league ended with status 0, and left no process.
ended() {
    wait "$run" || { cat "$name.err"; die "$name: status $?"; }
    "$solvent" verify "$name.db" >verified || die "$name: $(cat verified)"
    [[ ! $(ls -A "$TMPDIR") ]] || die "$name: left behind: $(ls -A "$TMPDIR")"
}
# unharmed: the honest have played as ever.
unharmed() {
    honest "$name.db" >games
    cmp -s alone.games games || die "$name: the honest have played otherwise: $(diff alone.games games)"
    grep -q 'tiny:\|careful:\|random:' "$name.out" && die "$name: an honest bot pays: $(cat "$name.out")"
    return 0
}
gate() { pgrep -f "^$SOLVENT_BUILD/solvent-gate .*$endpoint" || true; }

# ---- as local ones ---------------------------------------------------------------------------------------------

remote="endpoint: \"$endpoint\", public_key: keys/alice.pub, matches: 16"
keys=(--server-key keys/league.pub --secret-key keys/alice.key)

# plays COMMAND...: the remote bot of the league that has begun, to its end.
plays() {
    "$@" 2>bot.err &
    bot=$!
    ended
    kill "$bot" || die "$name: the bot has ended: $(cat bot.err)"
    wait "$bot" || die "$name: $(cat bot.err)"
}

league alone "command: [$bots/trader], matches: 16"
expect 0 "$solvent" league run alone.yaml --store alone.db
honest alone.db >alone.games
[[ $(wc -l <alone.games) == 6 ]] || die "not six games: $(cat alone.games)"

league c "$remote"
begin c
plays "$bots/trader" --connect "$endpoint" "${keys[@]}" --again
[[ $(digest c.db) == "$(digest alone.db)" ]] || die "a remote bot in C plays otherwise"
grep -q 'alice has connected from 127.0.0.1:' c.err || die "$(cat c.err)"

league open "endpoint: \"$endpoint\", matches: 16"
for sandbox in auto none; do
    sed -i "/^sandbox/d; 1a sandbox: $sandbox" open.yaml
    begin open
    plays "$bots/trader" --connect "$endpoint" --again
    [[ $(digest open.db) == "$(digest alone.db)" ]] || die "a remote bot without keys plays otherwise"
done

# ---- the league's secret key is shown to no bot ----------------------------------------------------------------------

spy="[sh, -c, 'cat keys/league.key && echo reads; ls keys; exec \"\$0\"', $bots/trader]"
for files in keys keys/league.key .; do
    league spy "command: $spy, files: [$files], matches: 16"
    "$solvent" league run spy.yaml --store spy.db --bot-logs - >spy.out 2>spy.err || cat spy.err
    ! grep -qE '^\[alice\].*(reads|secret-key)' spy.err || die "files: [$files]: a bot reads the secret key: $(cat spy.err)"
    rm -f spy.db
done

# ---- refused before the league begins -----------------------------------------------------------------------------

refused() {
    league bad "$1"
    sed -i "s,^secret_key.*,${3-secret_key: keys/league.key}," bad.yaml
    expect 2 "$solvent" league run bad.yaml
    one_line
    tells "$2"
}
refused "endpoint: \"$endpoint\", public_key: keys/alice.key" 'keys/alice.key: found a secret key, expected a public one'
refused "endpoint: \"$endpoint\", public_key: keys/nobody.pub" 'keys/nobody.pub: found no file that can be read'
refused "$remote" 'keys/alice.pub: found a public key alone, expected a secret one' 'secret_key: keys/alice.pub'
refused "$remote" 'secret_key: found none, expected the league' 'seatings: rotations'
refused "endpoint: \"tcp://0.0.0.0:$port\"" 'public_key: found none, expected the key of bot'
cp keys/league.key keys/open.key
chmod 644 keys/open.key
refused "$remote" 'found a secret key that others may read (mode 0644), expected mode 0600' 'secret_key: keys/open.key'
echo 'public-key = "never"' >keys/wrong.pub
refused "endpoint: \"$endpoint\", public_key: keys/wrong.pub" 'found a public-key of 5 characters that is not Z85'
expect 2 "$solvent" league run c.yaml -j 2
tells 'expected 1 with people and remote bots'
exec {taken}< <(python3 -c "
import socket, sys, time
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(('127.0.0.1', $port))
s.listen()
print('there', flush=True)
s.accept()")
read -ru "$taken"
expect 3 "$solvent" league run c.yaml --store new.db
one_line
tells "bots[3].endpoint: bot 'alice': cannot listen on '$endpoint': Address already in use"
(exec 3<>"/dev/tcp/127.0.0.1/$port")
cat <&"$taken"

# The bot's own end names the fault of its keys.
expect 2 "$tiny" --connect "$endpoint" --server-key keys/league.pub
one_line
tells -- '--server-key needs --secret-key'
expect 2 "$tiny" --connect "$endpoint" --server-key keys/alice.key --secret-key keys/alice.key
one_line
tells 'keys/alice.key: found a secret key, expected a public one'
expect 2 "$tiny" --connect "$endpoint" --server-key keys/league.pub --secret-key keys/open.key
one_line

# ---- no bot comes -----------------------------------------------------------------------------------------------

league nobody "$remote, wait_s: 1"
begin nobody
"$bots/tiny" --connect "$endpoint" --server-key keys/league.pub --secret-key keys/mallory.key 2>mallory.err && die "mallory plays"
grep -q 'it refuses our key' mallory.err || die "$(cat mallory.err)"
ended
unharmed
grep -q 'refused the key "' nobody.err || die "$(cat nobody.err)"
grep -q "bot 'alice' has not connected to $endpoint within 1 s" nobody.err || die "$(cat nobody.err)"
grep -q 'alice: .*6 of 6 games forfeited' nobody.out || die "$(cat nobody.out)"

# ---- bots and gates that die ---------------------------------------------------------------------------------------

# Plays slowly, so that there is time; then `kill -9` what $1 prints.
killed() {
    rm -f printed
    "$SOLVENT_BUILD/tests/support/slowly" --connect "$endpoint" "${keys[@]}" 2>/dev/null &
    bot=$!
    joined 'alice has connected'
    sleep 0.3
    kill -9 $($1)
    wait "$bot" 2>/dev/null || true
}
its_bot() { echo "$bot"; }
league killed "$remote" $soon_ms
begin killed
killed its_bot
ended
unharmed
grep -q 'alice: [1-9][0-9]* dead' killed.out || die "$(cat killed.out)"
grep -q "bot 'alice' has lost its connection to the gate" killed.err || die "$(cat killed.err)"
begin killed
killed gate
ended
unharmed
grep -q "bot 'alice' is lost with its gate, which was killed by SIGKILL\|which exited with status 137 (SIGKILL)" killed.err || die "$(cat killed.err)"
[[ ! $(gate) ]] || die "a gate is left"

# One whose hello is refused is told why, as a local one is.
league open "endpoint: \"$endpoint\", matches: 16" $soon_ms
begin open
SOLVENT_ENDPOINT=$endpoint timeout 20 "$SOLVENT_BUILD/tests/support/crook" old-protocol 2>refused.err || true
grep -q 'crook: refused: .*version' refused.err || die "it is not told why: $(cat refused.err open.err)"
joined 'its hello is not accepted'
kill "$run" # it would be waited for
wait "$run" || true

# ---- bots in another language, strangers, crimes -----------------------------------------------------------------

needs_python zmq

league local "command: [$python, $tests/bot.py], matches: 16"
expect 0 "$solvent" league run local.yaml --store local.db
league py "$remote"
begin py
plays "$python" "$tests/bot.py" "$endpoint" keys/league.pub keys/alice.key
[[ $(digest py.db) == "$(digest local.db)" ]] || die "a remote bot in Python plays otherwise"
unharmed

# Strangers, and among those that remain the bot comes in.
league c "$remote"
begin c
: >strangers.out
"$python" "$tests/strangers.py" "$port" keys/league.pub 20 >strangers.out 2>&1 &
strangers=$!
for ((i = 0; i < 1000; i++)); do
    grep -q 'all shown out' strangers.out && break
    kill -0 $strangers 2>/dev/null || die "$(cat strangers.out)"
    sleep 0.05
done
pid=$(gate)
peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/${pid%%$'\n'*}/status" 2>/dev/null || true)
plays "$bots/trader" --connect "$endpoint" "${keys[@]}" --again
kill "$strangers" 2>/dev/null || true
[[ $(digest c.db) == "$(digest alone.db)" ]] || die "after strangers it plays otherwise"
((sanitized)) || [[ $peak -lt 65536 ]] || die "the gate has used $peak KiB"

# While it is in, the port is shut.
league c "$remote" $soon_ms
begin c
"$SOLVENT_BUILD/tests/support/slowly" --connect "$endpoint" "${keys[@]}" 2>/dev/null &
bot=$!
joined 'alice has connected'
(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && die "a second connection is taken"
kill $bot
wait $bot || true
ended
unharmed

league c "$remote" $soon_ms
crime() {
    local crime=$1 line=$2
    begin c
    timeout 200 "$python" "$tests/bot.py" "$endpoint" keys/league.pub keys/alice.key "$crime" >bot.out 2>&1 &
    bot=$!
    ended
    kill "$bot" 2>/dev/null || true
    wait "$bot" 2>/dev/null || true
    unharmed
    grep -q "alice: .*${3-games forfeited}" c.out || die "$crime: $(cat c.out)"
    grep -q "$line" c.err || die "$crime: $(cat c.err)"
}
crime cut 'alice has closed its connection, or lost it'
crime parts 'alice breaks the protocol: a message has more than one part'
crime giant 'alice breaks the protocol: a message is longer than it may be'
crime endless 'alice breaks the protocol: a message of many parts does not end'
crime junk "sent a frame that cannot be read\|gave a malformed answer" '[1-9] malformed'
crime flood 'alice. floods the arbiter with replies to questions that were not asked'
[[ ! $long ]] || crime silent 'alice. owes an answer and has been silent for too long: it hangs'
