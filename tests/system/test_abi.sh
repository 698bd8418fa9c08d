#!/usr/bin/env bash
# The shared library: its name and version, that it shows what the headers declare and nothing else, and that under the same
# name it has the same symbols and numbers. sdk/abi has both; SOLVENT_UPDATE_ABI=1 writes them anew.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

library=$SOLVENT_BUILD/sdk/libsolvent.so
needs_plain_build "no libsolvent.so in a build with sanitizers"
soname=$(readelf -dW "$library" | sed -n 's/.*Library soname: \[\(.*\)\]/\1/p')
version=$(sed -n 's/^project(solvent VERSION \([0-9]*\.[0-9]*\).*/\1/p' "$SOLVENT_SOURCE/CMakeLists.txt")
[[ $soname == "libsolvent.so.$version" ]] || die "found SONAME $soname, expected libsolvent.so.$version"
kept=$SOLVENT_SOURCE/sdk/abi/$soname

# Symbols, functions and constants: of that version, all declared, none missing.
nm -D --defined-only --with-symbol-versions "$library" | awk '$2 != "A" { print $2, $3 }' >symbols
mv symbols "$work/symbols"
! grep -v "^[TDR] sv_[a-z0-9_]*@@SOLVENT_$version\$" "$work/symbols" || die "these are not of version SOLVENT_$version"
for header in "$SOLVENT_SOURCE"/sdk/include/solvent/*.h; do
    printf '#include <solvent/%s>\n' "${header##*/}"
done | cc -std=c17 -E -P -I"$SOLVENT_SOURCE/sdk/include" -I"$SOLVENT_BUILD/include" -xc - >"$work/headers.i"
sed 's/^. \(.*\)@@.*/\1/' "$work/symbols" | sort >"$work/shown"
# A declaration is a name before a parenthesis that is neither a call in an inline function nor a pointer's.
python3 - "$work/headers.i" <<'PYTHON' | sort >"$work/declared"
import re, sys
text = open(sys.argv[1]).read()
flat, depth = [], 0
for c in text:
    depth -= c == "}"
    if depth == 0:
        flat.append(c)
    depth += c == "{"
for statement in re.split(r"[;}]", "".join(flat)):
    if "typedef" not in statement and "static" not in statement:
        found = re.search(r"\b(sv_\w+)\s*\(", statement)
        if found:
            print(found[1])
        elif "extern" in statement:
            print(re.findall(r"\b(sv_\w+)", statement)[-1])
PYTHON
diff "$work/declared" "$work/shown" || die "< is declared and not in the library, > in the library and not declared"
[[ ! ${SOLVENT_UPDATE_ABI-} ]] || cp "$work/shown" "$kept.symbols"
diff "$kept.symbols" "$work/shown" || die "$soname: < has gone or > has come; see docs/VERSIONS.md"
[[ $(wc -l <"$work/shown") -gt 100 ]] || die "only $(wc -l <"$work/shown") symbols"

# Numbers: enums and sizes as headers have them, of which not all are in a type of a function.
"$solvent" manifest | grep -o '"constant":"[A-Z0-9_a-z]*","value":[0-9]*' | sed 's/"constant":"\(.*\)","value":\(.*\)/\1 \2/' | sort -u >"$work/numbers"
[[ $(wc -l <"$work/numbers") -gt 200 ]] || die "no numbers in the manifest"
[[ ! ${SOLVENT_UPDATE_ABI-} ]] || cp "$work/numbers" "$kept.numbers"
diff "$kept.numbers" "$work/numbers" || die "< was, > is: other numbers under $soname; raise the version, or see docs/VERSIONS.md"
