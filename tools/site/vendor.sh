#!/usr/bin/env bash
# Copies what pages use of the packages in node_modules to vendor/: `npm run vendor` in this folder.
set -euo pipefail
cd "$(dirname "$0")"

# take PACKAGE FILE...
take() {
    local package=$1 file
    rm -rf -- "vendor/$package"
    for file in "${@:2}"; do
        install -D -m 644 "node_modules/$package/$file" "vendor/$package/$file"
    done
}

take preact LICENSE package.json dist/preact.mjs src/{index,jsx,dom}.d.ts \
    {hooks,jsx-runtime}/{package.json,src/index.d.ts} hooks/dist/hooks.mjs jsx-runtime/dist/jsxRuntime.mjs
take uplot LICENSE package.json dist/uPlot.esm.js dist/uPlot.d.ts dist/uPlot.min.css
