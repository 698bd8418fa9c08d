#!/usr/bin/env bash
# The shared library: its name and version, that it shows what the headers declare and nothing else, and that nobody's
# program breaks under the same name. sdk/abi has what it is made of; SOLVENT_UPDATE_ABI=1 writes that anew.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

library=$SOLVENT_BUILD/sdk/libsolvent.so
[[ -e $library ]] || { echo "no libsolvent.so in a build with sanitizers"; exit 77; }
soname=$(readelf -dW "$library" | sed -n 's/.*Library soname: \[\(.*\)\]/\1/p')
version=$(sed -n 's/^project(solvent VERSION \([0-9]*\.[0-9]*\).*/\1/p' "$SOLVENT_SOURCE/CMakeLists.txt")
[[ $soname == "libsolvent.so.$version" ]] || die "found SONAME $soname, expected libsolvent.so.$version"
kept=$SOLVENT_SOURCE/sdk/abi/$soname.abi

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
[[ $(wc -l <"$work/shown") -gt 100 ]] || die "only $(wc -l <"$work/shown") symbols"

# Numbers: enums and sizes as headers have them, of which not all are in a type of a function.
"$solvent" manifest | grep -o '"constant":"[A-Z0-9_a-z]*","value":[0-9]*' | sed 's/"constant":"\(.*\)","value":\(.*\)/\1 \2/' | sort -u >"$work/numbers"
[[ $(wc -l <"$work/numbers") -gt 200 ]] || die "no numbers in the manifest"
[[ ! ${SOLVENT_UPDATE_ABI-} ]] || cp "$work/numbers" "${kept%.abi}.numbers"
diff "${kept%.abi}.numbers" "$work/numbers" || die "< was, > is: other numbers under $soname; raise the version, or see docs/VERSIONS.md"

if ! command -v abidw >/dev/null; then
    echo "no libabigail (apt-get install abigail-tools): the ABI was not compared, only its symbols"
    grep -o "elf-symbol name='sv_[a-z0-9_]*'" "$kept" | sed "s/.*'\(.*\)'/\1/" | sort | diff - "$work/shown" ||
        die "$soname: < has gone or > has come; see docs/VERSIONS.md"
    exit 0
elif ! readelf -SW "$library" | grep -q debug_info; then
    echo "no debug information in this build: the ABI was not compared"
    exit 77
fi
ours=(--headers-dir "$SOLVENT_SOURCE/sdk/include" --headers-dir "$SOLVENT_BUILD/include" --drop-private-types
    --drop-undefined-syms --exported-interfaces-only)
if [[ ${SOLVENT_UPDATE_ABI-} ]]; then
    abidw "${ours[@]}" --no-corpus-path --no-comp-dir-path --no-show-locs --out-file "$kept" "$library"
fi
[[ -e $kept ]] || die "no $kept: is it a new SONAME? SOLVENT_UPDATE_ABI=1 writes it (docs/VERSIONS.md)"

# differs KEPT: says how the library differs from a dump, and whether it does.
differs() {
    ! abidiff --no-show-locs "$1" "$library"
}
! differs "$kept" || die "the ABI of $soname has changed: raise the version, or see docs/VERSIONS.md"

# And it would be found: a function that has gone, one that has come, a struct's member elsewhere.
for change in "s/sv_worth/sv_value/g" "/<function-decl name='sv_rent'/,/<\/function-decl>/d; /elf-symbol name='sv_rent'/d" \
    "/<class-decl name='sv_question'/,/<\/class-decl>/s/layout-offset-in-bits='96'/layout-offset-in-bits='128'/"; do
    sed "$change" "$kept" >"$work/other.abi"
    ! cmp -s "$kept" "$work/other.abi" || die "'$change' changes nothing"
    differs "$work/other.abi" >/dev/null || die "not found: $change"
done
