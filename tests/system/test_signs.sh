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
cat >sdk/b.sh <<'END'
#!/bin/bash
# What follows is
# none of the rest.
echo "# nobody" # so many
END
cat >sdk/c.py <<'END'
"""What a module does."""
TEXT = """nobody
"""
X = 1  # that of Y
END
cat >sdk/d.ts <<'END'
const text = `nobody`, url = "http://what.is"; // be it
/** Whose turn it is. */
END
printf '%s\n' '#!/usr/bin/env python3' '# nobody' >sdk/run
echo '/* Nobody */' >sdk/vendor/b.c
echo 'so many' >sdk/c.md

expect 0 signs --list
printf '%s\n' 'sdk/a.c:3: the same' 'sdk/a.c:4: nobody' 'sdk/a.c:5: what' 'sdk/a.c:5: is none' 'sdk/a.c:7: so many' \
    'sdk/b.sh:2: what' 'sdk/b.sh:2: is none' 'sdk/b.sh:4: so many' 'sdk/c.py:1: what' 'sdk/c.py:4: that of' \
    'sdk/d.ts:1: be it' 'sdk/d.ts:2: whose' 'sdk/run:2: nobody' 'signs: 13' >"$work/wanted"
diff "$work/wanted" "$work/out" || die "not these signs"
expect 0 signs --at-most 13
says '^ *2 nobody$'
expect 1 signs --at-most 12
expect 0 signs tools
says '^signs: 0$'

git init -q . && git add . && git -c user.name=x -c user.email=x@x commit -qm x
expect 0 signs --changed HEAD
says '^signs: 0$'
sed -i '4s/.*/ * that somebody, or nobody,/' sdk/a.c
expect 0 signs --changed HEAD
printf '%s\n' 'sdk/a.c:4: nobody' 'signs: 1' >"$work/wanted"
diff "$work/wanted" "$work/out" || die "not the changed line alone"
