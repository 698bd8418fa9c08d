# Sourced by system tests: what bots for Node need, from npm, below the build folder.
# shellcheck shell=bash

# node_bindings: $node_modules is the folder; false, with a line, where it cannot be had.
node_bindings() {
    command -v node npm >/dev/null || { echo "no node and npm: nothing for Node was tried"; return 1; }
    local tests=$SOLVENT_SOURCE/tests/bindings folder=$SOLVENT_BUILD/tests/bindings
    mkdir -p "$folder"
    cp "$tests/package.json" "$folder"
    if ! cmp -s "$tests/package-lock.json" "$folder/installed.json"; then
        cp "$tests/package-lock.json" "$folder"
        (cd "$folder" && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error) >&2 ||
            { echo "the npm registry cannot be reached: nothing for Node was tried"; return 1; }
        cp "$tests/package-lock.json" "$folder/installed.json"
    fi
    # shellcheck disable=SC2034 # for who sources this
    node_modules=$folder/node_modules
}
