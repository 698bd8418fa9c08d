#!/usr/bin/env bash
# Without its libraries Solvent is not configured: one message names all of them, and the command that installs them on this system.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
cd "$work"

# lacking LINE...: looks for them without pkg-config, on the system whose os-release has these lines.
lacking() {
    printf '%s\n' "$@" >os-release
    expect 1 cmake -DSOLVENT_OS_RELEASE="$work/os-release" -DPKG_CONFIG_EXECUTABLE=/nonexistent -DSOLVENT_REMOTE=ON -DSOLVENT_TESTS=ON \
        -P "$SOLVENT_SOURCE/cmake/SolventDependencies.cmake"
    for library in pkg-config libzmq msgpack-c libsodium libseccomp SQLite libyaml libmicrohttpd ncurses cmocka; do
        warns "^    $library"
    done
}
lacking ID=debian
warns 'apt-get install pkg-config libzmq3-dev .* libcmocka-dev'
[[ $(grep -c '^  On ' err) == 1 ]] || die "other systems' commands too"
lacking ID=ubuntu ID_LIKE=debian
warns 'apt-get install .* libsodium-dev'
lacking 'ID="rocky"' 'ID_LIKE="rhel centos fedora"'
warns "dnf install pkgconf 'pkgconfig(libzmq)' .* 'pkgconfig(cmocka)'"
[[ $(grep -c '^  On ' err) == 1 ]] || die "other systems' commands too"
lacking ID=arch
warns 'pacman -S pkgconf zeromq .* cmocka'
lacking ID=alpine
warns 'apk add pkgconf zeromq-dev .* cmocka-dev'
lacking ID=plan9
[[ $(grep -c '^  On ' err) == 4 ]] || die "found $(grep -c '^  On ' err) systems, expected 4"
