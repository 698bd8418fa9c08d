#!/usr/bin/env bash
# Every test that needs a program beyond those of a bare Debian with the packages of tools/quickstart says so by `needs`
# or looks for it first, and only tests/common.sh ends tests as skipped.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

optional='node|npm|tmux|curl|gdb|mandoc|g\+\+|valgrind|ip|tc|nft|doxygen|clang|dpkg-deb|lowdown|javac|go|mypy'

# unguarded FILE...: calls of optional programs that the file does not ask for, and ends that bypass tests/common.sh.
unguarded() {
    local file program
    for file in "$@"; do
        ! grep -HnE '(exit|return) 77|echo .*apt-get install' "$file" || true
        { grep -oP "(^|[|;&({]|\b(then|do|else|expect \d+|timeout \d+))[ \t]*\K($optional)(?= (?!(in|[<>]?=) ))" "$file" || true; } | sort -u |
            while read -r program; do
                grep -qE "(needs|command -v|-x) [^#]*${program//+/\\+}|browser_ready|node_bindings" "$file" ||
                    echo "$file: calls $program without \`needs $program\`"
            done
    done
}
cd "$SOLVENT_SOURCE"
shopt -s extglob
found=$(unguarded tests/system/!(test_needs).sh tests/docs/*.sh tests/bindings/*.sh)
[[ ! $found ]] || die "$found"

cat >"$work/planted.sh" <<'END'
[[ $ready ]] || { echo "not ready"; exit 77; }
expect 0 curl -s "$url"
needs gdb
gdb -batch bot
END
[[ $(unguarded "$work/planted.sh") == "$work/planted.sh:1:"*"$work/planted.sh: calls curl without"* ]] || die "the planted faults: $(unguarded "$work/planted.sh")"
[[ $(unguarded "$work/planted.sh" | wc -l) == 2 ]] || die "more than the planted faults: $(unguarded "$work/planted.sh")"

expect 77 bash -c '. tests/common.sh; needs no-such-program'
says 'no no-such-program: apt-get install no-such-program'
expect 77 bash -c '. tests/common.sh; needs_python no_such_module'
expect 0 bash -c '. tests/common.sh; needs sh'
((sanitized)) || {
    printf '<!-- needs: no-such-program -->\n' >"$work/page.md"
    expect 77 tests/docs/run "$work/page.md"
}
