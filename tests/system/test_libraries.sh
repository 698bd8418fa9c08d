#!/usr/bin/env bash
# The programs' needs of the system they run on: no symbol that glibc 2.31 lacks (Debian 11, Ubuntu 20.04), and libzmq,
# which brings libstdc++, only where bots on other machines are served.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs objdump
needs_plain_build

# symbols FILE: "VERSION NAME" of what it takes from glibc.
symbols() { objdump -T "$1" | sed -n 's/^.*\*UND\*.*(\{0,1\}GLIBC_\([0-9.]*\))\{0,1\} *\([^ ]*\)$/\1 \2/p'; }

# Names that glibc had before with an older version; a build on an older system takes that. And those that were functions of its headers.
libc=$(ldd "$solvent" | sed -n 's/.*libc\.so\.6 => \([^ ]*\).*/\1/p')
libm=$(ldd "$solvent" | sed -n 's/.*libm\.so\.6 => \([^ ]*\).*/\1/p')
{
    objdump -T "$libc" "$libm" | sed -n 's/^.*(\{0,1\}GLIBC_\([0-9.]*\))\{0,1\} *\([^ ]*\)$/\1 \2/p' |
        awk '{ split($1, v, "."); if (v[1] == 2 && v[2] <= 31) print $2 }'
    printf '%s\n' stat fstat lstat fstatat mknod
} | sort -u >old
[[ $(wc -l <old) -gt 2000 ]] || die "found $(wc -l <old) symbols of glibc"
[[ $(grep -cxE 'pthread_create|strerrordesc_np' old) == 1 ]] || die "the symbols of glibc are not read"

programs=("$solvent" "$SOLVENT_BUILD/solvent-gate" "$SOLVENT_BUILD/solvent-relay" "$SOLVENT_BUILD/sdk/libsolvent.so" "$SOLVENT_BUILD"/bots/{careful,learner,tiny})
for program in "${programs[@]}"; do
    symbols "$program" | awk '{ split($1, v, "."); if (v[2] > 31) print $2 }' | sort -u >new
    comm -23 new old >missing
    [[ ! -s missing ]] || die "$program needs what glibc 2.31 lacks: $(paste -sd ' ' missing)"
done
for program in "$solvent" "$SOLVENT_BUILD/sdk/libsolvent.so"; do
    ldd "$program" >needed
    ! grep -E 'libzmq|libstdc' needed || die "$program needs libzmq or libstdc++"
done
