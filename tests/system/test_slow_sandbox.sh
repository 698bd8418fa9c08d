#!/usr/bin/env bash
# The sandbox is tried once, by `sandbox: auto`: a machine on which that takes seconds has one all the same.
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
! grep -qE 'no sandbox|not for bots' err || die "a bot runs bare: $(cat err)"
says 'incidents: none'

echo "slow_sandbox: the trial may take long"
