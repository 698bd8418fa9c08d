# fish completion for solvent: the program lists what fits.
function __solvent_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l before (string match -r -- '^--[a-z-]+=' $words[-1])
    set -l typed (string replace -r -- '^--[a-z-]+=' '' $words[-1])
    for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
        switch $line
            case :folders
                __fish_complete_directories "$typed"
            case :files
                __fish_complete_path "$typed"
            case ':files *'
                __fish_complete_suffix "$typed" .(string replace ':files ' '' -- $line)
            case '*'
                echo $line
        end
    end | string replace -r '^' -- "$before"
end

complete -c solvent -f -k -a '(__solvent_complete)'
