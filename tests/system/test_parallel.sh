#!/usr/bin/env bash
# GNU parallel over ssh as in docs/SCALING.md: two sshd on loopback are the two machines, each with a home of its own. Both play, and the
# games are those of one machine.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs sshd parallel ssh ssh-keygen rsync
((EUID != 0)) || { id sshd >/dev/null 2>&1 && mkdir -p /run/sshd; } || skip "no user sshd, as which root's sshd works"
cd "$work"
chmod 755 "$work"
mkdir bin cup
ln -s "$solvent" bin/solvent
ssh-keygen -q -t ed25519 -N '' -f key
cp key.pub authorized
printf '%s\n' 'Host *' 'StrictHostKeyChecking no' "UserKnownHostsFile $work/known" "IdentityFile $work/key" 'IdentitiesOnly yes' 'LogLevel ERROR' >hosts

# machine NAME: an sshd whose sessions begin in the home of that machine; it ends with the test.
machine() {
    local port
    mkdir "$1"
    printf '%s\n' '#!/bin/sh' "export HOME='$work/$1' PATH='$work/bin:$PATH'" 'cd "$HOME" && exec bash -c "$SSH_ORIGINAL_COMMAND"' >"$1.session"
    chmod +x "$1.session"
    for ((port = 17000 + RANDOM % 8000; ; port += 7)); do
        "$(PATH=$PATH:/usr/sbin command -v sshd)" -D -e -f /dev/null -h "$work/key" -o "Port=$port" -o ListenAddress=127.0.0.1 \
            -o "AuthorizedKeysFile=$work/authorized" -o StrictModes=no -o UsePAM=no -o PidFile=none -o PermitRootLogin=yes \
            -o "ForceCommand=$work/$1.session" 2>"$1.log" &
        sshds+=($!)
        wait_for grep -qE 'Server listening|Cannot bind|fatal|error' "$1.log" || die "sshd says nothing"
        ! grep -q 'Server listening' "$1.log" || break
        grep -q 'Cannot bind' "$1.log" || skip "sshd does not start: $(tail -n 1 "$1.log")"
    done
    printf '%s\n' "Host $1" 'HostName 127.0.0.1' "Port $port" >>hosts
}
sshds=()
trap 'kill "${sshds[@]}" 2>/dev/null || true; rm -rf -- "$work"' EXIT
machine ada
machine bob
# The programs that parallel and rsync start.
printf '%s\n' '#!/bin/sh' "exec '$(command -v ssh)' -F '$work/hosts' \"\$@\"" >bin/ssh
chmod +x bin/ssh
export PATH=$work/bin:$PATH HOME=$work
mkdir -p .parallel
touch .parallel/will-cite

cd cup
mkdir bots
cp "$SOLVENT_BUILD"/bots/{tiny,random} bots
cat >cup.yaml <<'END'
name: cup
seats: 2
deals: 8
rules: {max_rounds: 10}
sandbox: none
seed: 9f2c41a07be35d886e1f0c9a4b7d2e6f5a8c3b1d0e9f7a6b5c4d3e2f1a0b9c8d
bots:
  - {name: tiny, command: [bots/tiny], matches: 8}
  - {name: random, command: [bots/random], matches: 8}
END
sed -n '/^## GNU parallel/,/^## Other/{/^```sh$/,/^```$/{/^```/d; p}}' "$SOLVENT_SOURCE/docs/SCALING.md" >../commands
grep -q '^parallel ' ../commands || die "no commands on the page"
expect 0 bash -e ../commands
for name in ada bob; do
    compgen -G "../$name/cup/?.db" >/dev/null || die "$name has not played"
done
"$solvent" league run -q cup.yaml --store one.db
[[ $(digest one.db) == "$(digest cup.db)" ]] || die "two machines make other games than one"
