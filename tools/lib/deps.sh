# Sourced by tools/quickstart, tools/test and tools/lint: the one list of Debian packages, and how they
# get here. "a|b" means that either will do (names differ between releases); the first to be had is taken.
# shellcheck shell=bash

PACKAGES_BUILD=(
    gcc libc6-dev make cmake ninja-build pkg-config
    libzmq3-dev 'libmsgpack-c-dev|libmsgpack-dev' libsodium-dev libseccomp-dev libsqlite3-dev libyaml-dev
    libncurses-dev
    libcmocka-dev bubblewrap
    esbuild zlib1g-dev less
)
PACKAGES_TEST=('clang-format-14|clang-format' g++ gdb chromium nodejs python3 python3-zmq tmux)
# Some packages of nodejs bring npm along, and refuse Debian's.
command -v npm >/dev/null || PACKAGES_TEST+=(npm)
PACKAGES_LINT=('clang-tidy-14|clang-tidy')

export LC_ALL=C.UTF-8

say() { printf '%s\n' "$*"; }

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# run COMMAND...: shows the command, then runs it.
run() {
    printf '+'
    printf ' %q' "$@"
    printf '\n'
    "$@"
}

is_installed() {
    [[ $(dpkg-query -W -f='${db:Status-Status} ' "$1" 2>/dev/null) == 'installed '* ]]
}

# missing_packages PACKAGE...: prints those of which no alternative is installed.
missing_packages() {
    local wanted name
    for wanted in "$@"; do
        for name in ${wanted//|/ }; do
            is_installed "$name" && continue 2
        done
        printf '%s\n' "$wanted"
    done
}

# install_packages PACKAGE...: touches apt only if something is missing.
install_packages() {
    local missing names=() root=() wanted name
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "No apt here: install what CMake finds missing by your own package manager."
        return 0
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0

    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            for wanted in "${missing[@]}"; do names+=("${wanted%%|*}"); done
            die "these packages are missing, and there is no sudo. As root, run:
  apt-get update && apt-get install --no-install-recommends ${names[*]}"
        fi
        root=(sudo)
    fi
    run "${root[@]}" apt-get update -q </dev/null || die "apt-get update failed"
    for wanted in "${missing[@]}"; do
        for name in ${wanted//|/ }; do
            # A name that apt knows but cannot install has no candidate.
            if apt-cache policy "$name" | grep '^  Candidate: [^(]' >/dev/null; then
                names+=("$name")
                continue 2
            fi
        done
        die "apt has no package ${wanted//|/ or }"
    done
    run "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
        --no-install-recommends "${names[@]}" </dev/null || die "apt-get install failed"
}

# build_preset PRESET [cmake --build argument...]
build_preset() {
    run cmake --preset "$1" --log-level=WARNING || die "configuring failed"
    run cmake --build --preset "$@" || die "building failed"
}

# c_files [find expression]: our C sources and headers, NUL separated.
c_files() {
    find sdk arbiter bots tools tests -type f "$@" -print0 | LC_ALL=C sort -z
}

# clang_tool NAME: version 14 if it is there, as other versions format and warn differently.
clang_tool() {
    if command -v "$1-14" >/dev/null; then
        say "$1-14"
    else
        say "$1"
    fi
}
