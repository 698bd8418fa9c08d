#!/usr/bin/env bash
# The sandbox is tried once, by `sandbox: auto`: a machine on which that takes seconds has one all the same, and where it fails bots run
# bare with a warning, and root's not at all.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_sandbox
bwrap=$(command -v bwrap)
cd "$work"
chmod 755 "$work"
mkdir bin cup
echo "not for bots" >secret
chmod 644 secret

# Both bots tell what they see of a file outside of the league's folder, which no word of their commands names.
cat >cup/cup.yaml <<YAML
name: cup
seats: 2
deals: 1
rules: {max_rounds: 3}
sandbox: auto
bots:
  - {name: a, command: [sh, -c, 'cat $work/secret || echo shut out; exec "\$0"', "$tiny"]}
  - {name: b, command: [sh, -c, 'cat $work/secret || echo shut out; exec "\$0"', "$tiny"]}
YAML
chmod -R a+rX cup

# The trial, of a program that does nothing, takes seconds; the bots start as ever.
cat >bin/bwrap <<SH
#!/bin/sh
for last; do :; done
if [ "\$last" = /usr/bin/true ]; then /bin/mkdir "$work/tried"; /bin/sleep 7; fi
exec "$bwrap" "\$@"
SH
chmod 755 bin/bwrap
expect 0 env PATH="$work/bin:$PATH" "$solvent" league run cup/cup.yaml --store slow.db --bot-logs -
[[ -d tried ]] || die "another bubblewrap was tried"
[[ $(grep -xE '\[[ab]\] shut out' err | sort -u | wc -l) == 2 ]] || die "not both bots are shut out: $(cat err)"
! grep -qE 'WARNING: no sandbox|not for bots' err || die "a bot runs bare: $(cat err)"
says 'incidents: none'

# One that fails is no sandbox.
printf '#!/bin/sh\nexit 1\n' >bin/bwrap
if [[ $(id -u) == 0 ]]; then
    expect 3 env PATH="$work/bin:$PATH" "$solvent" league run cup/cup.yaml -q --store none.db --bot-logs -
    one_line; warns "Without one bots do not run as root unless the league says 'sandbox: none'"
    setpriv --reuid 2000000000 --regid 2000000000 --clear-groups test -x "$tiny" -a -x "$solvent" 2>/dev/null ||
        { echo "slow_sandbox: the trial may take long; root cannot be another user here, or the build is closed to others"; exit 0; }
    mkdir -m 777 other
    expect 0 setpriv --reuid 2000000000 --regid 2000000000 --clear-groups env PATH="$work/bin:$PATH" "$solvent" league run cup/cup.yaml --store other/bare.db --bot-logs -
else
    expect 0 env PATH="$work/bin:$PATH" "$solvent" league run cup/cup.yaml --store bare.db --bot-logs -
fi
warns 'WARNING: no sandbox (bubblewrap does not work here): bots can reach the network and all that you may read and write'
[[ $(grep -xE '\[[ab]\] not for bots' err | sort -u | wc -l) == 2 ]] || die "who is bare is not: $(cat err)"
echo "slow_sandbox: the trial may take long, and what fails is told"
