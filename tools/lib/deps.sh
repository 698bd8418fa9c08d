# Sourced by tools/quickstart, tools/test and tools/lint: the one list of Debian packages, and how they
# get here. "a|b" means that either will do (names differ between releases); the first available one is taken. "a?" is
# left out where no release has it.
# shellcheck shell=bash disable=SC2034

PACKAGES_BUILD=(
    gcc libc6-dev make cmake ninja-build pkg-config
    libzmq3-dev 'libmsgpack-c-dev|libmsgpack-dev' libsodium-dev libseccomp-dev libsqlite3-dev libyaml-dev
    libncurses-dev libmicrohttpd-dev
    libcmocka-dev bubblewrap
    esbuild zlib1g-dev less 'lowdown?'
)
# packages that the quick suite needs beside those
PACKAGES_QUICK=('clang-format-14?' python3)
PACKAGES_TEST=(g++ git mandoc gdb curl 'chromium-headless-shell|chromium' nodejs python3-zmq python3-msgpack
    python3-jsonschema python3-numpy python3-yaml python3-setuptools python3-wheel python3-venv iproute2 nftables tmux valgrind)
# an array engine
PACKAGES_TEST+=('slurm-wlm?' 'munge?')
# machines that are reached by ssh
PACKAGES_TEST+=('openssh-server?' 'parallel?' 'rsync?')
# archives that run anywhere (tools/package --tarball)
PACKAGES_TARBALL=(python3 xz-utils binutils)
# images for containers (tools/image)
PACKAGES_IMAGE=(mmdebstrap podman crun uidmap)
# the game on another processor (tools/aarch64)
PACKAGES_AARCH64=(cmake ninja-build pkg-config python3 gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
    lib{zmq3,msgpack,sodium,seccomp,sqlite3,yaml,ncurses,microhttpd,cmocka}-dev:arm64)
# man pages of the documents, packages, and WebAssembly for the page that opens games
PACKAGES_PACKAGE=(dpkg-dev file 'clang?' 'lld?' 'wasi-libc?' 'libclang-rt-dev-wasm32?')
PACKAGES_TEST+=("${PACKAGES_PACKAGE[@]}" 'mypy?')
# Some packages of nodejs bring npm along, and refuse Debian's.
command -v npm >/dev/null || PACKAGES_TEST+=(npm)
# the other compiler
PACKAGES_TEST+=(clang libclang-rt-dev)
# the reference of the headers
PACKAGES_TEST+=('doxygen?')
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
            is_installed "${name%\?}" && continue 2
        done
        printf '%s\n' "$wanted"
    done
}

# to_install PACKAGE...: one name for each, of the alternatives the first that apt can install.
to_install() {
    local wanted name
    for wanted in "$@"; do
        for name in ${wanted//|/ }; do
            # A name that apt knows but cannot install has no candidate.
            if apt-cache policy "${name%\?}" | grep '^  Candidate: [^(]' >/dev/null; then
                printf '%s\n' "${name%\?}"
                continue 2
            fi
        done
        [[ $wanted == *\? ]] || return 1
    done
}

# apt_quietly WHAT argument...: apt-get, whose words are only shown when it fails. A lost network is told in one line, and its
# status is 3.
apt_quietly() {
    local what=$1 log status=1
    shift
    log=$(mktemp)
    if "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" </dev/null >"$log" 2>&1; then
        rm -f -- "$log"
        return 0
    fi
    if grep -Eq "$no_network" "$log"; then
        say "${0##*/}: $what failed, a package server cannot be reached: network?" >&2
        status=3
    else
        tail -n 20 -- "$log" >&2
        say "${0##*/}: $what failed" >&2
    fi
    rm -f -- "$log"
    return "$status"
}

# install_packages PACKAGE...: touches apt only if something is missing.
install_packages() {
    local missing names=() root=() wanted list
    local no_network='Could not resolve|Temporary failure resolving|Could not connect|Cannot initiate the connection|Unable to connect|Connection (failed|timed out|refused)|Network is unreachable|No route to host'
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "No apt here: install what CMake finds missing by your own package manager."
        return 0
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    # A missing package may be one that this release does not have.
    [[ " ${missing[*]} " == *[!?]\ * ]] || [[ $(to_install "${missing[@]}") ]] || return 0

    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            for wanted in "${missing[@]}"; do
                [[ $wanted == *\? ]] || names+=("${wanted%%|*}")
            done
            ((${#names[@]})) || return 0
            die "these packages are missing, and there is no sudo. As root, run:
  apt-get update && apt-get install --no-install-recommends ${names[*]}"
        fi
        root=(sudo)
    fi
    # A list that could not be had is no reason to stop: it may be of somebody else's packages, and an old one will do.
    say "+ apt-get update"
    "${root[@]}" apt-get update -q </dev/null >/dev/null 2>&1 || true
    if ! list=$(to_install "${missing[@]}"); then
        apt_quietly "apt-get update" update -o APT::Update::Error-Mode=any || exit
        die "apt has not all of these packages: ${missing[*]}"
    fi
    [[ $list ]] || return 0
    mapfile -t names <<<"$list"
    printf '+ apt-get install'
    printf ' %s' "${names[@]}"
    # The words for how much it is are apt's own, from what it would do.
    printf '\n%s\n' "$(apt-get install --assume-no --no-install-recommends "${names[@]}" 2>&1 </dev/null |
        sed -n 's/.*, \([0-9]* newly installed\).*/  \1/p; s/^Need to get \(.*\) of archives.*/  \1 to download/p; s/^After this operation, \(.*\) of additional.*/  \1 on disk/p' |
        paste -sd, | tr -s ' ')"
    apt_quietly "apt-get install" install -y --no-install-recommends "${names[@]}" || exit
}

# build_preset PRESET [cmake --build argument...]: what quickstart and tools/package build, also by a CMake without presets (3.18)
build_preset() {
    local preset=$1 folder options
    if [[ $preset != tarball ]] && cmake --list-presets >/dev/null 2>&1; then
        run cmake --preset "$preset" --log-level=WARNING || die "configuring failed"
        run cmake --build --preset "$@" || die "building failed"
        return
    fi
    case $preset in
    release) folder=build options=() ;;
    tarball) folder=build-tarball options=(-DSOLVENT_TESTS=OFF -DSOLVENT_BUNDLED=ON) ;;
    *) die "the preset $preset needs CMake 3.22" ;;
    esac
    # An esbuild of that time does not know what the pages are written in.
    [[ -d site ]] || cmake --list-presets >/dev/null 2>&1 || options+=(-DSOLVENT_SITE=OFF)
    shift
    run cmake -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release --log-level=WARNING "${options[@]}" || die "configuring failed"
    run cmake --build "$folder" "$@" || die "building failed"
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
