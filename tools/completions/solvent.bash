# shellcheck shell=bash
# bash completion for solvent: the program lists what fits. It does not need the package bash-completion.
_solvent() {
    local cur=${COMP_WORDS[COMP_CWORD]} line found
    [[ $cur != = ]] || cur=
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        :folders) mapfile -t found < <(compgen -d -- "$cur") ;;
        :files) mapfile -t found < <(compgen -f -- "$cur") ;;
        :files*) mapfile -t found < <(compgen -f -X "!*.${line#* }" -- "$cur") ;;
        *) found=("${line%%$'\t'*}") ;;
        esac
        [[ $line != :* ]] || compopt -o filenames 2>/dev/null
        COMPREPLY+=("${found[@]}")
    done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _solvent solvent
