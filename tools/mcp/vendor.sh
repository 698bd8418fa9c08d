#!/usr/bin/env bash
# Bundles what sdk.mjs names of the packages in node_modules into vendor/sdk.mjs, with the licences of all packages in it:
# `npm run vendor` in this folder, with Debian 12's esbuild.
set -euo pipefail
cd "$(dirname "$0")"

packages=$(mktemp)
trap 'rm -f -- "$packages"' EXIT
mkdir -p vendor
esbuild sdk.mjs --bundle --minify --platform=node --format=esm --target=node18 --charset=utf8 --legal-comments=none \
    --banner:js='import {createRequire} from "node:module"; const require = createRequire(import.meta.url);' \
    --log-level=warning --metafile="$packages" --outfile=vendor/sdk.mjs
grep -oE 'node_modules/(@[^/"]+/)?[^/"]+' "$packages" | LC_ALL=C sort -u | while read -r package; do
    node -p 'const it = require(process.argv[1]); it.name + " " + it.version' "./$package/package.json"
    printf '\n%s\n\n' "$(cat "$package"/[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*)"
done >vendor/LICENSES
