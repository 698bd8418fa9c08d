#!/usr/bin/env bash
# The Debian packages: their files, dependencies, and messages to a newcomer; unpacked side by side they are
# a Solvent whose bots build and play. tools/fresh --give tries them in a bare Debian.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_plain_build "no packages of a build with sanitizers"
needs dpkg-deb dpkg-shlibdeps cpack
cd "$work"
(cd "$SOLVENT_BUILD" && cpack -G DEB -B "$work/packed") >log 2>&1 || { tail -n 20 log; die "cpack"; }
rm -rf packed/_CPack_Packages
version=$("$solvent" manifest | grep -o '"solvent":"[0-9.]*' | head -n 1 | grep -o '[0-9.]*$')
[[ $(cd packed && echo *.deb) == "libsolvent-dev_${version}_"*.deb\ "libsolvent_${version}_"*.deb\ python3-solvent_"$version"_all.deb\ "solvent_${version}_"*.deb ]] ||
    die "found $(cd packed && echo *)"

# contents PACKAGE, depends PACKAGE
contents() { dpkg-deb -c packed/"$1"_*.deb | awk '{ print $6 }' | sed 's/^\.//'; }
has() { contents "$1" | grep -- "$2" >/dev/null || die "$1 has no $2"; }
field() { dpkg-deb -f packed/"$1"_*.deb "$2"; }

for package in solvent libsolvent libsolvent-dev python3-solvent; do
    contents $package | grep "^/usr/share/doc/$package/copyright$" >/dev/null || die "$package has no licence"
    [[ $(field $package Description) == *$'\n '* ]] || die "$package is not described"
    ! contents $package | grep -v '^/usr/\|^/$' || die "$package writes elsewhere"
done
has solvent '^/usr/bin/solvent$'
has solvent '^/usr/libexec/solvent-supervisor$'
has solvent '^/usr/libexec/solvent/bots/careful$'
has solvent '/man1/solvent-league-run.1$'
has solvent '^/usr/share/doc/solvent/LEAGUES.md$'
has libsolvent "/libsolvent.so.${version%.*}$"
has libsolvent-dev '/libsolvent.so$'
has libsolvent-dev '/libsolvent_sdk.a$'
has libsolvent-dev '/pkgconfig/solvent.pc$'
has libsolvent-dev '/cmake/solvent/solvent-config.cmake$'
has libsolvent-dev '^/usr/include/solvent/bot.h$'
has python3-solvent '/dist-packages/solvent/tables.py$'
[[ $(field libsolvent Depends) == *libsodium* ]] || die "libsolvent depends on '$(field libsolvent Depends)'"
[[ $(field solvent Depends) == *libsqlite3-0* ]] || die "solvent depends on '$(field solvent Depends)'"
[[ $(field libsolvent-dev Depends) == *"libsolvent (= $version)"* ]] || die "libsolvent-dev depends on '$(field libsolvent-dev Depends)'"
for control in "shlibs:libsolvent ${version%.*} libsolvent (>= $version)" 'triggers:activate-noawait ldconfig'; do
    [[ $(dpkg-deb -I packed/libsolvent_*.deb "${control%%:*}") == "${control#*:}" ]] || die "libsolvent has no ${control%%:*}"
done
# No file is in two packages.
twice=$(for package in solvent libsolvent libsolvent-dev python3-solvent; do contents $package | grep -v '/$'; done | sort | uniq -d)
[[ ! $twice ]] || die "in two packages: $twice"

# Pages, where they were made: each has a name for whatis, and no warning of the formatter's.
if grep -q '^LOWDOWN:FILEPATH=.*NOTFOUND' "$SOLVENT_BUILD/CMakeCache.txt"; then
    echo "no lowdown: man pages of the documents were not made"
else
    for page in solvent-league.5 solvent-edition.5 solvent-replay.5 solvent-bots.7 solvent-protocol.7 solvent-versions.7; do
        has solvent "/man${page##*.}/$page$"
    done
    has libsolvent-dev '/man3/solvent-bot.3$'
    for page in "$SOLVENT_BUILD"/pages/*.[357]; do
        name=$(basename "${page%.*}")
        grep -A1 '^\.SH NAME' "$page" | grep -qi "$name" || grep -A4 '^\.SH' "$page" | grep -q "^$name " ||
            { head -n 12 "$page"; die "$name has no NAME"; }
        ! grep -q '<!--' "$page" || die "$name shows marks"
    done
    if command -v lexgrog >/dev/null; then
        lexgrog "$SOLVENT_BUILD"/pages/*.[357] >names || { cat names; die "whatis finds no name"; }
    fi
fi

# Unpacked: the shared library is found by pkg-config, and a program on it runs; so does Python's package.
for package in packed/*.deb; do
    dpkg-deb -x "$package" root
done
pc=$(dirname -- "$(find root -name solvent-shared.pc)")
printf '#include <solvent/bot.h>\n#include <stdio.h>\nint main(void) { return puts(sv_edition_builtin_name(0)) < 0; }\n' >shared.c
# shellcheck disable=SC2046 # words
cc -std=c17 shared.c $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs solvent-shared) -o shared
readelf -d shared | grep -q "NEEDED.*libsolvent.so.${version%.*}" || die "not linked by the SONAME"
LD_LIBRARY_PATH=${pc%/pkgconfig} ./shared >out || die "the shared library does not run"
root/usr/bin/solvent match -q -s 1 root/usr/libexec/solvent/bots/careful root/usr/libexec/solvent/bots/tiny >out || die "unpacked it does not play"
