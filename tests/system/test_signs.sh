#!/usr/bin/env bash
# Comments of the whole tree have few turns of phrase that hide their subject. On a small tree, tools/signs finds each sign at its
# line, and nothing else.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs git
needs_python

expect 0 "$python" "$SOLVENT_SOURCE/tools/signs" --at-most 150

mkdir -p "$work/tree/tools" "$work/tree/sdk/vendor"
cd "$work/tree"
cp "$SOLVENT_SOURCE/tools/signs" tools
signs() { "$python" tools/signs "$@"; }
cat >sdk/a.c <<'END'
/* Returns the same games in the same order. A seat owns whatever it bought. */
int a(void);
/* The same, of a seat
 * that nobody
 * owns. What follows is
 * none. */
int b(void); // so
// many
const char *text = "what is /* nobody */", *other = "// so many"; int what_is, nobody;
END
echo '/* Nobody */' >sdk/vendor/b.c
echo 'so many' >sdk/c.md

expect 0 signs --list
printf '%s\n' 'sdk/a.c:3: the same' 'sdk/a.c:4: nobody' 'sdk/a.c:5: what' 'sdk/a.c:5: is none' 'signs: 4' >"$work/wanted"
diff "$work/wanted" "$work/out" || die "not these signs"
expect 0 signs --at-most 4
says '^ *1 nobody$'
expect 1 signs --at-most 3
expect 0 signs tools
says '^signs: 0$'

git init -q . && git add . && git -c user.name=x -c user.email=x@x commit -qm x
expect 0 signs --changed HEAD
says '^signs: 0$'
sed -i '4s/.*/ * that somebody, or nobody,/' sdk/a.c
expect 0 signs --changed HEAD
printf '%s\n' 'sdk/a.c:4: nobody' 'signs: 1' >"$work/wanted"
diff "$work/wanted" "$work/out" || die "not the changed line alone"
