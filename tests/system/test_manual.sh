#!/usr/bin/env bash
# Files installed beside the program: a man page of every command that renders without a complaint, and completions
# that load and complete.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd -- "$work"
prefix=$work/prefix
cmake --install "$SOLVENT_BUILD" --prefix "$prefix" >/dev/null

# ---- man pages
pages=$prefix/share/man/man1
commands=()
for command in $("$solvent" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
    commands+=("$command")
    for part in $("$solvent" help "$command" | sed -n '/COMMAND$/,/^Examples/s/^  \([a-z-]*\)  .*/\1/p'); do
        commands+=("$command $part")
    done
done
((${#commands[@]} >= 14)) || die "found only ${commands[*]}"
for command in "${commands[@]}"; do
    page=$pages/solvent-${command// /-}.1
    [[ -s $page ]] || die "no page of solvent $command"
    # Every option of --help has an entry.
    for option in $("$solvent" help $command | sed -n 's/^  .* *--\([a-z-]*\).*/\1/p'); do
        grep -qF -- "\\-\\-${option//-/\\-}" "$page" || die "$page: no --$option"
    done
done
checked=
if command -v mandoc >/dev/null; then
    # They have no date: the same source makes the same bytes.
    complaints=$(mandoc -T lint -W warning "$pages"/solvent*.1 2>&1 | grep -v 'missing date' || true)
    [[ ! $complaints ]] || die "$complaints"
    checked=mandoc
fi
if command -v man >/dev/null && command -v groff >/dev/null && [[ $(man --version 2>&1) == *[0-9]* ]]; then
    for page in "$pages"/solvent*.1; do
        complaints=$(MANWIDTH=80 man --warnings -l "$page" 2>&1 >text) || die "$page does not render: $complaints"
        [[ ! $complaints ]] || die "$page: $complaints"
        grep -q '^SYNOPSIS\|SYNOPSIS' text || die "$page renders without a synopsis"
        (($(LC_ALL=C.UTF-8 sed 's/.\x08//g' text | LC_ALL=C.UTF-8 wc -L) <= 80)) || die "$page: a line is broken or too wide"
    done
    checked+=" man"
fi
echo "man pages looked at by:${checked:- nobody, as there is neither mandoc nor man here}"

# ---- completions, by the installed program
PATH=$prefix/bin:$PATH

# ---- bash
cat >ask.sh <<'SH'
. "$1"
shift
complete -p solvent >/dev/null || exit 1
compopt() { :; } # of a completion that runs
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_solvent
printf '%s\n' "${COMPREPLY[@]}"
SH
mkdir here && cd here
touch cup.db cup.yaml game.svr other.txt
mkdir folder
# offers WORDS... -- EXPECTED...: what bash offers for the last word
offers() {
    local words=()
    while [[ $1 != -- ]]; do words+=("$1"); shift; done
    shift
    local found
    found=$(bash --norc ../ask.sh "$prefix/share/bash-completion/completions/solvent" solvent "${words[@]}" | sort | tr '\n' ' ')
    [[ $found == "$(printf '%s\n' "$@" | sort | tr '\n' ' ')" ]] || die "bash offers '$found' for: solvent ${words[*]}"
}
offers ra -- rank
offers league ru -- run
offers rank --wid -- --wide
offers rank --format '' -- table csv json
offers rank --format = c -- csv
offers rank -f = -- table csv json
offers rank '' -- cup.db folder
offers league run '' -- cup.yaml folder
offers replay g -- game.svr
offers match --edition me -- mega mega-2006
offers edition show harb -- harbour
offers help league me -- merge
offers bench ga -- game
offers rank --frobn -- ''
offers what-if g -- game.svr
offers keygen --nothing -- 

# ---- the others, where they are
if command -v zsh >/dev/null; then
    cat >ask.zsh <<'SH'
fpath=($1 $fpath)
autoload -U compinit && compinit -u -d $2/dump
[[ ${_comps[solvent]} == _solvent ]] || exit 1
autoload +X _solvent && whence -w _solvent | grep -q function
SH
    zsh -f ask.zsh "$prefix/share/zsh/site-functions" "$work" || die "zsh does not load its completion"
    # zsh_offers WORD... -- TEXT: what _solvent gives to zsh's own functions for the last word
    cat >give.zsh <<'SH'
_describe() { print -r -- "${(P)3%%:*}" }
_files() { print -r -- files "$@" }
compset() { : }
words=(solvent "${@:2}") CURRENT=$# PREFIX=${@[-1]}
give() { . $1 }
give $1
SH
    zsh_offers() {
        local words=()
        while [[ $1 != -- ]]; do words+=("$1"); shift; done
        local found
        found=$(zsh -f give.zsh "$prefix/share/zsh/site-functions/_solvent" "${words[@]}")
        [[ $found == "$2" ]] || die "zsh offers '$found' for: solvent ${words[*]}"
    }
    zsh_offers league ru -- run
    zsh_offers rank --format=c -- csv
    zsh_offers rank '' -- 'files -g *.db '
    zsh_offers bench --bot '' -- files
fi
if command -v fish >/dev/null; then
    file=$prefix/share/fish/vendor_completions.d/solvent.fish
    found=$(HOME=$work fish --no-config -c "source '$file'; complete -C 'solvent rank --format '" | cut -f1 | sort | tr '\n' ' ')
    [[ $found == 'csv json table ' ]] || die "fish offers '$found'"
    found=$(HOME=$work fish --no-config -c "source '$file'; complete -C 'solvent league '" | cut -f1 | sort | tr '\n' ' ')
    [[ $found == *'merge plan run '* ]] || die "fish offers '$found'"
    found=$(HOME=$work fish --no-config -c "source '$file'; complete -C 'solvent rank --wid'" | cut -f1)
    [[ $found == --wide ]] || die "fish offers '$found'"
fi
