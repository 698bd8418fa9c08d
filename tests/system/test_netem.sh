#!/usr/bin/env bash
# A remote bot behind a bad network: delay, loss, and cuts, between two network namespaces of our own. Loss and delay are
# netem's (sch_netem), where the kernel has it; else packets are dropped at random by nftables, and come late for that.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
. "$SOLVENT_SOURCE/tests/system/honest.sh"
bots=$SOLVENT_BUILD/bots
here=solvent-here-$$ there=solvent-there-$$

((EUID == 0)) || skip "not root: packet loss and cuts were not tried"
needs ip tc
trap 'ip netns del $here 2>/dev/null; ip netns del $there 2>/dev/null; rm -rf -- "$work"' EXIT
ip netns add "$here" 2>"$work/err" && ip netns add "$there" 2>"$work/err" || skip "no network namespaces"
ip -n "$here" link add bots type veth peer name league netns "$there" 2>"$work/err" || skip "no veth"
ip -n "$here" addr add 192.0.2.1/24 dev bots
ip -n "$there" addr add 192.0.2.2/24 dev league
ip -n "$here" link set lo up
ip -n "$here" link set bots up
ip -n "$there" link set league up
# weather WORD...: what tc's netem does to both directions. losing PERCENT: what nftables does.
weather() {
    tc -n "$here" qdisc replace dev bots root netem "$@" && tc -n "$there" qdisc replace dev league root netem "$@"
}
losing() {
    for side in "$here" "$there"; do
        ip netns exec "$side" nft add table inet loss &&
            ip netns exec "$side" nft add chain inet loss input '{ type filter hook input priority 0; }' &&
            ip netns exec "$side" nft add rule inet loss input numgen random mod 100 \< "$1" counter drop || return
    done
}
# cable up|down: whether there is a way between the two.
cable() { ip -n "$there" link set league "$1"; }

# dropped: how many packets nftables has.
dropped() {
    for side in "$here" "$there"; do ip netns exec "$side" nft list ruleset; done |
        sed -n 's/.*counter packets \([0-9]*\).*/\1/p' | awk '{ n += $1 } END { print n }'
}

cd "$work"
export TMPDIR=$work/tmp
mkdir "$TMPDIR" keys
chmod 755 "$work" "$TMPDIR"
for who in league alice; do expect 0 "$solvent" keygen keys/$who; done
endpoint=tcp://192.0.2.1:7001

# league NAME LINE DECISION_MS BANK_MS
league() {
    printf '%s\n' "name: cup" "seats: 2" "deals: 1" "lanes: off" "rules: {max_rounds: 12}" "limits: {memory_mb: 0}" "secret_key: keys/league.key" \
        "seed: 5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed" \
        "clock: {decision_ms: $3, bank_ms: $4, strikes: 2, start_ms: 2000}" \
        "bots:" "  - {name: tiny, command: [$bots/tiny], matches: 4}" \
        "  - {name: careful, command: [$bots/careful], matches: 4}" "  - {name: alice, $2}" >"$1.yaml"
}
begin() {
    name=$1
    rm -f "$name.db"* "$name.out"
    : >"$name.err"
    ip netns exec "$here" timeout 150 "$solvent" league run "$name.yaml" --store "$name.db" --bot-logs - >"$name.out" 2>"$name.err" &
    run=$!
    ip netns exec "$there" timeout 150 "$2" --connect "$endpoint" --server-key keys/league.pub \
        --secret-key keys/alice.key --again >bot.out 2>bot.err &
    bot=$!
    wait_for grep -q 'alice has connected from 192.0.2.2:' "$name.err" || { cat "$name.err" bot.err; die "$name: alice does not connect"; }
}
ended() {
    wait "$run" || { cat "$name.err"; die "$name: status $?"; }
    kill "$bot" 2>/dev/null || true
    wait "$bot" 2>/dev/null || true
    "$solvent" verify "$name.db" >verified || die "$name: $(cat verified)"
    honest "$name.db" >games
    cmp -s alone.games games || die "$name: the honest have played otherwise: $(diff alone.games games)"
    ! grep -q 'tiny:\|careful:' "$name.out" || die "$name: an honest bot pays: $(cat "$name.out")"
}
as_alone() { [[ $(digest "$name.db") == "$(digest alone.db)" ]] || { cat "$name.out" "$name.err"; die "$name: other games"; }; }

remote="endpoint: \"$endpoint\", public_key: keys/alice.pub, matches: 16"
league alone "command: [$SOLVENT_BUILD/tests/support/slowly], matches: 16" 60000 60000
expect 0 "$solvent" league run alone.yaml --store alone.db
honest alone.db >alone.games

league far "$remote" 60000 60000

# A cut that is over before the clocks are costs time and nothing else: TCP sends again.
begin far "$SOLVENT_BUILD/tests/support/slowly"
sleep 0.3
cable down
sleep 2
cable up
ended
as_alone

# One that is not costs only that bot its games: its clocks end them.
league cut "$remote" 500 500
begin cut "$SOLVENT_BUILD/tests/support/slowly"
sleep 0.3
cable down
ended
cable up
grep -q 'alice: .*games forfeited' cut.out || { cat cut.out; die "cut: nothing happened"; }

if weather delay 10ms 3ms loss 2% 2>"$work/err"; then
    begin far "$SOLVENT_BUILD/tests/support/slowly"
    ended
    as_alone
elif losing 10 2>"$work/err"; then
    begin far "$SOLVENT_BUILD/tests/support/slowly"
    ended
    as_alone
    lost=$(dropped)
    ((lost > 5)) || die "$lost packets were lost"
    echo "no netem in this kernel: $lost packets dropped by nftables, no delay"
else
    skip "this kernel has no netem, and there is no nft: cuts were tried, delay and packet loss were not"
fi
