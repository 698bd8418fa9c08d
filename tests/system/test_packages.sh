#!/usr/bin/env bash
# Messages of the tools when they install packages: the size, one line without a network, apt's own words if it
# is something else; and packages that a release lacks are left out. apt is played by scripts here.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
: "${SOLVENT_SOURCE:?}"
mkdir "$work/bin"
export PATH=$work/bin:$PATH WORK=$work

play() {
    cat >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
play sudo <<'END'
#!/bin/sh
exec "$@"
END
play dpkg-query <<'END'
#!/bin/sh
for name; do :; done
grep -qx "$name" "$WORK/installed" && echo 'installed '
END
play apt-cache <<'END'
#!/bin/sh
case $2 in
none*) printf '%s:\n  Candidate: (none)\n' "$2" ;;
*) printf '%s:\n  Candidate: 1.0\n' "$2" ;;
esac
END
play apt-get <<'END'
#!/bin/sh
echo "$*" >>"$WORK/asked"
case "$*" in
*update*)
    cat "$WORK/update"
    case "$*" in *Error-Mode=any*) exit 100 ;; esac
    ;;
*--assume-no*)
    echo '0 upgraded, 7 newly installed, 0 to remove and 0 not upgraded.'
    echo 'Need to get 12.3 MB of archives.'
    echo 'After this operation, 45.6 MB of additional disk space will be used.'
    exit 1
    ;;
*) cat "$WORK/install" && exit "$(cat "$WORK/status")" ;;
esac
END

# installs STATUS PACKAGE...: in out, err and asked
installs() {
    local wanted=$1
    shift
    rm -f "$work/asked"
    : >>"$work/asked"
    expect "$wanted" bash -ec '. "$SOLVENT_SOURCE/tools/lib/deps.sh"; install_packages "$@"' tool "$@"
}

printf 'there\n' >"$work/installed"
: >"$work/update"
printf 'Unpacking and so on\n' >"$work/install"
echo 0 >"$work/status"

installs 0 there 'none|there'
[[ ! -s $work/asked ]] || die "apt is asked though nothing is missing"
installs 0 there 'none?'
[[ ! -s $work/asked ]] || die "apt is asked for what this release does not have"
installs 0 there 'none|second' first 'none?'
grep -q 'install -y --no-install-recommends second first$' "$work/asked" || die "asked: $(cat "$work/asked")"
grep -qx ' 7 newly installed, 12.3 MB to download, 45.6 MB on disk' "$work/out" || die "not said how much it is"
! grep -q Unpacking "$work/out" || die "apt's own words are shown"

# No network: lists are old or empty, and packages do not come.
for words in "Temporary failure resolving 'deb.example'" 'Could not connect to deb.example:80 (192.0.2.1). - connect (113: No route to host)' \
    'Cannot initiate the connection to deb.example:80' 'Connection timed out'; do
    for i in 1 2 3 4 5 6 7 8 9; do
        printf 'Err:%d http://deb.example stable/main amd64 part-%d\n  %s\n' $i $i "$words"
    done >"$work/update"
    sed 's/^Err/E: Failed to fetch/' "$work/update" >"$work/install"
    echo 100 >"$work/status"
    installs 3 first
    [[ $(wc -l <"$work/err") == 1 && $(cat "$work/err") == *': network?' ]] || die "not one line: $words"
    ! grep -q Err "$work/out" || die "apt's own words are shown"
    installs 3 none
    [[ $(wc -l <"$work/err") == 1 && $(cat "$work/err") == *': network?' ]] || die "not one line without lists: $words"
done

# Something else: its words are needed.
: >"$work/update"
printf 'E: Unable to locate the moon\n' >"$work/install"
installs 1 first
grep -qx 'E: Unable to locate the moon' "$work/err" || die "apt's words are lost"
! grep -q 'network?' "$work/err" || die "the network is blamed"
