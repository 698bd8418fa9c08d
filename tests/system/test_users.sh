#!/usr/bin/env bash
# Bots of a league that root runs: each is a user of its own, with a sandbox and without, and held to its number of
# processes by the kernel; without a sandbox only when the league says so, and loudly.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

[[ $(id -u) == 0 ]] || skip "only root can be other users"
setpriv --reuid 2000000000 --regid 2000000000 --clear-groups true || skip "root cannot be others here"
as_somebody() { setpriv --reuid 2000000000 --regid 2000000000 --clear-groups "$@"; }
as_somebody test -x "$tiny" || skip "the bots are closed to other users"
cd "$work"
chmod 755 "$work"

# A league in which two bots say who they are, and try to have thirty processes.
league() {
    cat >"$1.yaml" <<YAML
name: $1
seats: 2
deals: 1
rules: {max_rounds: 3}
sandbox: $1
limits: {processes: 8}
bots:
  - {name: a, command: [sh, -c, 'id -u; grep CapEff /proc/self/status; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1 & done; :', "$tiny"]}
  - {name: b, command: [sh, -c, 'id -u; cat ./$1.yaml >/dev/null && echo reads; ls /etc/alternatives >/dev/null && echo sees; exec "\$0"', "$tiny"]}
YAML
}

for sandbox in none auto; do
    league $sandbox
    chmod 600 $sandbox.yaml
    expect 0 "$solvent" league run $sandbox.yaml --no-trial --bot-logs -
    cat "$work/err" >>all
    grep -oE '^\[[ab]\] 2[0-9]{9}$' "$work/err" | sort -u >users
    [[ $(wc -l <users) == 2 && $(cut -d' ' -f2 users | sort -u | wc -l) == 2 ]] ||
        die "$sandbox: not two users: $(cat "$work/err")"
    grep -q '^\[a\] CapEff:.*[^0]$' "$work/err" && die "$sandbox: a bot has capabilities"
    grep -q '^\[b\] reads' "$work/err" && die "$sandbox: a bot reads what is root's"
    [[ ! -d /etc/alternatives ]] || grep -q '^\[b\] sees' "$work/err" || die "$sandbox: /etc is closed to a user of its own: $(cat "$work/err")"
    grep -qi '^\[a\].*fork' "$work/err" || die "$sandbox: no end to its processes: $(cat "$work/err")"
done
grep -q 'WARNING: no sandbox (sandbox: none)' all || die "nothing is said of the missing sandbox"

# Files that root alone may read: without a sandbox the bot must run as root, which is said.
mkdir -m 700 closed
cp "$tiny" closed/bot
cat >closed.yaml <<YAML
seats: 2
deals: 1
rules: {max_rounds: 3}
sandbox: none
bots: [{name: a, command: [closed/bot]}, {name: b, command: [$tiny]}]
YAML
expect 0 "$solvent" league run closed.yaml --bot-logs -
warns "WARNING: bot 'a' runs as root, since '.*/closed' is closed to other users"
says 'incidents: none'
sed -i 's/sandbox: none/sandbox: auto/' closed.yaml
expect 0 "$solvent" league run closed.yaml --bot-logs - --store closed2.db
says 'incidents: none'
