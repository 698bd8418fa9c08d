# shellcheck shell=bash
# What tests in a driven Chromium need. To be sourced.

# browser_ready FOLDER TESTS: the driver and the type checker in FOLDER, as the lock file of TESTS has them, and a copy of
# the tests beside them. Ends the test as skipped when npm's registry cannot be reached. Tests that run at the same time
# share the folder.
browser_ready() {
    local folder=$1 tests=$2
    # The headless shell draws the same pages by half of Chromium's processor time.
    export CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell chromium | head -n 1)}
    needs node npm "${CHROMIUM:-chromium-headless-shell}"
    mkdir -p "$folder"
    exec {browser_lock}>"$folder/lock"
    flock "$browser_lock"
    cp "$tests/package.json" "$folder"
    if ! cmp -s "$tests/package-lock.json" "$folder/installed.json"; then
        cp "$tests/package-lock.json" "$folder"
        if ! (cd "$folder" && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error --fetch-retries=1 \
            --fetch-retry-mintimeout=1000 --fetch-timeout=30000) >"$folder/npm.log" 2>&1; then
            grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|E40[37]|E5[0-9][0-9]|CERT' \
                "$folder/npm.log" || { echo "npm ci failed: $(cat "$folder/npm.log")" >&2 && exit 1; }
            skip "the page is not tested in a browser: npm's registry cannot be reached"
        fi
        cp "$tests/package-lock.json" "$folder/installed.json"
    fi
    cp "$tests"/*.mjs "$tests/tsconfig.json" "$folder"
    exec {browser_lock}>&-
}

# address_in FILE: prints the address that a server writes there when it is ready; fails if it has not after a minute.
address_in() {
    local i
    for ((i = 0; i < 600; i++)); do
        [[ ! -s $1 ]] || { cat "$1" && return; }
        sleep 0.1
    done
    return 1
}
