#!/usr/bin/env bash
# docs/SECURITY.md: promises.txt has each of its promises, in the same order, with tests that exist and name what stands
# beside them. Every crime of the siege belongs to a promise.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
cd -- "$SOLVENT_SOURCE"
page=docs/SECURITY.md list=tests/system/promises.txt

sed -n '/^## What is promised/,/^## What is not/s/^- //p' "$page" | sed '/^\*\*/d' >"$work/promises"
grep -v '^[# ]' "$list" >"$work/listed"
[[ $(wc -l <"$work/promises") == $(wc -l <"$work/listed") ]] || die "$list has not as many promises as $page"
while IFS= read -r promise <&3 && IFS= read -r start <&4; do
    [[ $promise == "$start"* ]] || die "$list: found '$start', expected the promise '$promise'"
done 3<"$work/promises" 4<"$work/listed"

crimes=$(sed -n "/<<'TABLE'$/,/^TABLE$/p" tests/system/test_siege.sh | awk '/:/ { print $1 }')
[[ $(wc -w <<<"$crimes") -gt 50 ]] || die "no crimes are found"
sed -n 's/^    //p' "$list" >"$work/named"
while read -r name more; do
    room=${name%%/*} noun=${name#*/}
    case $room in
    system) file=tests/system/test_$noun.sh ;;
    fuzz) file=tests/fuzz/fuzz_$noun.c ;;
    *) file=tests/$room/test_$noun.c ;;
    esac
    [[ -e $file ]] || die "$list: there is no test $name ($file)"
    for word in $more; do
        if [[ $word == *:* ]]; then
            grep -qxF -- "$word" <<<"$crimes" || die "$list: there is no crime $word in $file"
        else
            grep -qE "\b$word\b" "$file" || die "$list: there is no $word in $file"
        fi
    done
done <"$work/named"
for crime in $crimes; do
    grep -qwF -- "$crime" "$work/named" || die "$list: nothing is promised about $crime"
done
grep -qF '(docs/SECURITY.md)' README.md || die "README.md does not lead to $page"
