#!/usr/bin/env bash
# docs/SECURITY.md: every test that it names is there, with the functions and crimes named beside it, and every crime of
# the siege is named in it.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
cd -- "$SOLVENT_SOURCE"
page=docs/SECURITY.md

# The names are between backticks in the brackets that end a promise.
sed -n '/^## What is promised/,/^## What is not/s/^- .* (\(`[^()]*`\))$/\1/p' "$page" | grep -o '`[^`]*`' | tr -d '`' >"$work/named" || true
crimes=$(sed -n "/<<'TABLE'$/,/^TABLE$/p" tests/system/test_siege.sh | awk '/:/ { print $1 }')
[[ $(wc -w <<<"$crimes") -gt 50 ]] || die "no crimes are found"
tests=0
while read -r name more; do
    [[ $name == */* ]] || continue
    room=${name%%/*} noun=${name#*/}
    case $room in
    system) file=tests/system/test_$noun.sh ;;
    fuzz) file=tests/fuzz/fuzz_$noun.c ;;
    *) file=tests/$room/test_$noun.c ;;
    esac
    [[ -e $file ]] || die "$page: there is no test $name ($file)"
    for word in $more; do
        if [[ $word == *:* ]]; then
            grep -qxF -- "$word" <<<"$crimes" || die "$page: there is no crime $word in $file"
        else
            grep -qE "\b$word\b" "$file" || die "$page: there is no $word in $file"
        fi
    done
    tests=$((tests + 1))
done <"$work/named"
((tests >= 30)) || die "$page names $tests tests only"
for crime in $crimes; do
    grep -qwF -- "$crime" "$work/named" || die "$page: nothing is promised about $crime"
done
grep -qF '(docs/SECURITY.md)' README.md || die "README.md does not lead to $page"
