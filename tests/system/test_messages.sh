#!/usr/bin/env bash
# Messages and documents follow the rules of language, and the script that checks it finds planted faults.
set -euo pipefail

: "${SOLVENT_SOURCE:?}"
"$SOLVENT_SOURCE/tools/messages" --check

# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
mkdir -p "$work/tools/site/src" "$work/docs" "$work/sdk/python"
cp "$SOLVENT_SOURCE/tools/messages" "$work/tools/messages"
printf '# Glossary\n\n| **set aside** | A bot. |\n| **lineup** | Bots. |\n' >"$work/docs/GLOSSARY.md"

long=$(printf 'word %.0s' {1..29})
cat >"$work/tools/said.c" <<END
/* A comment of any length: whoever reads it. */
#include "whoever is included.h"
static const char *said[] = {"So " "it " "is split", "a bot is set-aside", "SELECT color FROM whoever", "$long" "thirty.",
                             "$long" "thirty, one.", "Short. $long end.", "one", "found no such key", "such as a key"};
assert(false && "whoever asserts");
END
# shellcheck disable=SC2016 # the template's own dollar
printf 'const a = `the ${behavior} of whoever plays`;\n' >"$work/tools/site/src/a.ts"
printf '"""Module of colors."""\n' >"$work/sdk/python/a.py"
cat >"$work/docs/PAGE.md" <<END
The \`whoever\` in code is none. Whoever reads, reads on.

\`\`\`sh
echo whoever be it
\`\`\`

| none of it | $long|
END
printed=$("$work/tools/messages")
grep -qx '    So it is split' <<<"$printed"
[[ $printed != *comment* && $printed != *included* && $printed != *SELECT* && $printed != *asserts* ]]

status=0
"$work/tools/messages" --check >"$work/found" || status=$?
[[ $status == 1 ]]
diff - <(sed 's/: [^:]*$//' "$work/found") <<'END'
sdk/python/a.py: "colors": say it in the British spelling
tools/said.c: "set-aside": say "set aside", as the glossary has it
tools/said.c: 31 words in a sentence, 30 at most
tools/said.c: "such": say what is meant
tools/site/src/a.ts: "whoever": say who is meant
docs/PAGE.md: "Whoever": say who is meant
docs/PAGE.md: "none of it": say what is meant
END

rm "$work/docs/PAGE.md" "$work/sdk/python/a.py" "$work/tools/site/src/a.ts"
echo 'const char *said = "all is well";' >"$work/tools/said.c"
"$work/tools/messages" --check
