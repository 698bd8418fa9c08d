#!/usr/bin/env bash
# Every rule has a test that names it; and the script that says so can say no.
set -euo pipefail

: "${SOLVENT_SOURCE:?}"
covered=$SOLVENT_SOURCE/tools/rules-covered
"$covered"

# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
mkdir -p "$work/docs" "$work/tests/game"
cat >"$work/docs/RULES.md" <<'END'
**1.1** Tested.

**1.2** Not tested.
END
cat >"$work/tests/game/test_rules.c" <<'END'
static void rule_1_1_tested(void **state) {}
static void rule_1_2_never_run(void **state) {}
static void rule_1_3_unknown(void **state) {}
    cmocka_unit_test(rule_1_1_tested),
    cmocka_unit_test(rule_1_3_unknown),
END
status=0
said=$("$covered" "$work") || status=$?
[[ $status == 1 ]]
[[ $said == *"rule 1.2 has no test"* && $said == *"names rule 1.3"* && $said != *"1.1"* ]]
