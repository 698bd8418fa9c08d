#!/usr/bin/env bash
# Bots with a network: they reach the addresses on their list from within the sandbox, and nothing else; the secret of a header is not
# theirs; a relay that is killed costs only its bot. As root the servers stand in a network namespace of their own.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
needs_sandbox
needs openssl pgrep curl
python=/usr/bin/python3 # the one that a sandbox shows
"$python" -c 'import ssl' 2>/dev/null || skip "no /usr/bin/python3: apt-get install python3"
here=solvent-net-$$ servers=solvent-srv-$$ away=
server=
# shellcheck disable=SC2317,SC2329 # the trap calls it
clean() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    [[ -z $away ]] || { ip netns del "$here"; ip netns del "$servers"; rm -rf "/etc/netns/$here"; } 2>/dev/null || true
    rm -rf -- "$work"
}
trap clean EXIT
PATH=$PATH:/usr/sbin:/sbin

# The servers' address is a public one, so that names may lead to it; both namespaces end at the cable between them.
address=127.0.0.1
within=() at_servers=()
if ((EUID == 0)) && command -v ip >/dev/null && ip netns add "$here" 2>/dev/null && ip netns add "$servers" 2>/dev/null &&
    ip -n "$here" link add bots type veth peer name bots netns "$servers" 2>/dev/null; then
    away=1 address=9.9.9.9
    ip -n "$here" addr add 9.9.9.1/24 dev bots
    ip -n "$servers" addr add $address/24 dev bots
    for space in "$here" "$servers"; do ip -n "$space" link set lo up && ip -n "$space" link set bots up; done
    mkdir -p "/etc/netns/$here"
    printf '%s\n' '127.0.0.1 localhost rebound.example.org' '9.9.9.9 api.example.org' '10.9.9.9 inner.example.org' \
        '::ffff:9.9.9.9 mapped.example.org' >"/etc/netns/$here/hosts"
    : >"/etc/netns/$here/resolv.conf"
    within=(ip netns exec "$here") at_servers=(ip netns exec "$servers")
fi

cd "$work"
chmod 755 "$work"
cp "$SOLVENT_SOURCE"/tests/system/network_{probe.py,agent.js} .
name=${away:+api.example.org}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -keyout key.pem -out cert.pem \
    -addext "subjectAltName=${name:+DNS:$name,}IP:$address" 2>err || die "no certificate: $(cat err)"
printf 'k3y-of-the-server' >key && chmod 600 key
"${at_servers[@]}" "$python" "$SOLVENT_SOURCE/tests/system/network_server.py" $address cert.pem key.pem "$work/ports" >served &
server=$!
wait_for test -s ports || die "no server"
read -r plain tls forbidden abstract <ports

# league NAME LINE...: two plain bots and the bots of these lines.
league() {
    printf '%s\n' "name: $1" 'seats: 2' 'deals: 2' 'seed: 7' 'luck: off' 'sandbox: bwrap' 'rules: {max_rounds: 8}' 'clock: {start_ms: 60000, decision_ms: 20000}' \
        'bots:' '  - {name: a, bot: tiny}' '  - {name: b, bot: careful}' >"$1.yaml"
    [[ $# == 1 ]] || printf '  - {%s}\n' "${@:2}" >>"$1.yaml"
}
target=${name:-$address}
names=${away:+rebound.example.org:80 inner.example.org:80 mapped.example.org:80 unknown.example.org:80}
probe="name: n, command: [$python, network_probe.py, $tiny], files: [cert.pem, network_agent.js], env: {PLAIN: '$target:$plain', TLS: '$target:$tls',
    FORBIDDEN: '$target:$forbidden', ABSTRACT: $abstract, ADDRESS: $address, NAMES: '$names'}, secrets: {KEY: file:key}, inject: {Authorization: Bearer secret KEY},
    network: ['$target:$plain', '$target:$tls'${names:+, ${names// /, }}]"

# Each attempt and its result.
league probed "$probe"
expect 0 "${within[@]}" "$solvent" league run probed.yaml --bot-logs logs
cp logs/n.log met
warns "bot 'n' made [0-9]* connections to its network ([0-9.]* a game), of which [1-9][0-9]* were refused, and moved [0-9.]* MiB ([0-9.]* a game)"
grep -c . met >/dev/null || die "the probe has printed nothing"
met() { grep -qxF -- "$1: $2" met || { cat met; die "not met: $1: $2"; }; }
meets() { grep -qE -- "^$1: $2" met || { cat met; die "not met: $1: $2"; }; }
met plain True
met tls True
met curl True
if [[ -x /usr/bin/node ]]; then
    met node True
    met 'node to another port' "$target:$forbidden is not in the bot's network (league file: network)"
fi
for module in httpx aiohttp; do
    ! "$python" -c "import $module" 2>/dev/null || met $module True
done
met 'key over tls' False
met 'key in the environment' False
met 'echoed key' '*****************'
meets 'another port' ".*403.*$target:$forbidden is not in the bot's network"
meets 'connect to another port' ".*403.*$target:$forbidden is not in the bot's network"
meets 'another name' ".*403 example.org:443 is not in the bot's network"
meets 'metadata' ".*403.*169.254.169.254:80 is not in the bot's network"
meets redirect ".*403.*$address:$forbidden is not in the bot's network"
meets 'other spelling' 'HTTP/1.1 400 '
meets 'user in a name' 'HTTP/1.1 400 '
meets 'two lengths' 'HTTP/1.1 400 '
meets 'chunked' 'HTTP/1.1 411 '
meets 'long head' 'HTTP/1.1 431 '
meets 'raw address' '(ConnectionRefusedError|OSError: .*Network is unreachable)'
meets 'raw address elsewhere' 'OSError: .*Network is unreachable'
for family in ipv6 packets netlink; do meets $family 'OSError: .*Address family not supported'; done
for kind in udp mptcp; do meets $kind 'OSError: .*Protocol not supported'; done
meets dns 'gaierror'
meets 'abstract socket' 'ConnectionRefusedError'
met listening 1
for closed in rebound inner mapped; do
    [[ -z $away ]] || meets "name $closed.example.org:80" ".*403.* $closed.example.org:80 leads to no public address"
done
[[ -z $away ]] || meets 'name unknown.example.org:80' '.*502.* no address is known for unknown.example.org:80'
grep -q 'solvent-relay: example.org:443 is not in' met || die "the bot's log has no line of its relay"

# The server has the key from the relay, and nothing of the bot's under its name. No request came by another way.
grep -qxF "POST /p $target:$plain Bearer k3y-of-the-server" served || { cat served; die "the header is not the relay's"; }
grep -qxF "GET /t $target:$tls None" served || { cat served; die "no request by TLS"; }
! grep -E 'mine|FORBIDDEN|/two' served || die "requests that should not be"
! grep -rqF k3y-of-the-server logs probed.db met || die "the key is in a file"
! grep -rqF revres-eht-fo-y3k logs probed.db met || die "the bot has the key"
"$solvent" rank probed.db --format json >ranked
grep -q "network: \[" ranked || die "the ranking does not name the network"

# Another bot's relay: both bots have one while each tries, as they meet at the server before and after.
stranger="command: [$python, network_probe.py, $tiny], files: [cert.pem], network: ['$target:$plain'],
    env: {PLAIN: '$target:$plain', TLS: '$target:$tls', FORBIDDEN: '$target:$forbidden'"
league strangers "name: n, $stranger, MEET: n}" "name: m, $stranger, MEET: m}"
sed -i '/name: [ab], bot/d' strangers.yaml
expect 0 "${within[@]}" "$solvent" league run strangers.yaml --bot-logs strangers
for bot in n m; do
    cp strangers/$bot.log met
    meets "other's port" '(ConnectionRefusedError|it is our own)'
    meets "other's abstract socket" 'ConnectionRefusedError'
    met 'abstract names' 1
    meets processes '\['
    met listening 1
    ! grep -E '^processes: True|: connected$' met || die "bot $bot has another one's relay"
done

# Limits, for each match: the connection or byte that is too many is refused.
league few "${probe/name: n,/name: n, limits: \{connections: 2, network_mb: 1\},}"
expect 0 "${within[@]}" "$solvent" league run few.yaml --bot-logs few
grep -q "^tls: .*429 the bot has used up its connections" few/n.log || { cat few/n.log; die "connections without limit"; }

# Without a sandbox the relay is there, and a warning says that bots can go around it.
league bare "${probe/, inject: \{Authorization: Bearer secret KEY\}/}"
sed -i 's/^sandbox: .*/sandbox: none/' bare.yaml
expect 0 "${within[@]}" "$solvent" league run bare.yaml --bot-logs bare
warns 'WARNING: no sandbox holds bots to their network'
grep -qx 'tls: True' bare/n.log || { cat bare/n.log; die "no relay without a sandbox"; }

# A relay that is killed costs only its bot: the bot's process is another, and the games of others are the same.
relays() { for supervisor in $(pgrep -P "$1" -x solvent-supervi); do pgrep -P "$supervisor" -x solvent-relay; done; }
league killed "name: n, command: [$SOLVENT_BUILD/tests/support/slowly], network: ['$target:$plain']"
league alone
expect 0 "$solvent" league run alone.yaml -q
"${within[@]}" "$solvent" league run killed.yaml --bot-logs - >out 2>err &
run=$!
plays() { "$solvent" league status killed.db --format json 2>/dev/null | sed -n '1s/,"last_run.*//p' | grep -q '"games":[1-9]'; }
wait_for plays || die "nothing is played"
# One that ends with its game costs nothing, so they are killed until one is missed.
missed() {
    relays $run | xargs -r kill -9 2>/dev/null || true
    grep -q "bot 'n' lost its relay, ended by signal 9" err
}
wait_for missed || { cat err; die "the bot's loss is not told"; }
wait $run || { cat err; die "the run has ended with status $?"; }
games() {
    for ((i = 1; i <= $("$solvent" games "$1" --format csv | awk 'END { print int(NR / 2) }'); i++)); do
        "$solvent" replay "$1#$i" --format jsonl | sed '1s/"salt":.*"players"/"players"/' >game
        grep -q '"name":"n"' game || sha256sum <game
    done | sort
}
games alone.db >alone
games killed.db | cmp - alone || die "a killed relay has changed games of others"
! pgrep -s 0 -x solvent-relay || die "a relay is left"
echo "network: bots reach what is listed, ${away:+also in another namespace, }and a relay costs only its bot"
