#!/usr/bin/env bash
# The installed SDK: a stranger's bot builds against it by pkg-config and by CMake, and it shows no
# private name.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
prefix=$work/prefix

cmake --install "$SOLVENT_BUILD" --prefix "$prefix" >/dev/null
cmp "$SOLVENT_SOURCE/LICENSE" "$prefix/share/doc/solvent/LICENSE"
if ! grep -q '^SOLVENT_SITE:[A-Z]*=OFF' "$SOLVENT_BUILD/CMakeCache.txt"; then
    vendor=$SOLVENT_SOURCE/tools/site/vendor
    for package in preact uplot dejavu; do
        cmp "$vendor/$package/LICENSE" "$prefix/share/doc/solvent/LICENSE.$package"
    done
    notice=$vendor/uplot/LICENSE
    # Every page has it as well.
    "$SOLVENT_BUILD/solvent" match -s 1 --rule max_rounds=2 -o "$work/game.svr" "$SOLVENT_BUILD/bots/tiny" "$SOLVENT_BUILD/bots/tiny" >"$work/log" 2>&1
    "$SOLVENT_BUILD/solvent" replay "$work/game.svr" --html "$work/game.html"
    while IFS= read -r line; do
        grep -qF -- "$line" "$work/game.html" || { echo "the page lacks uPlot's notice: $line"; exit 1; }
    done <"$notice"
fi
# `solvent mcp` finds its server, which loads the SDK and ends with its client; and the program of a seat.
if command -v node >/dev/null; then
    "$prefix/bin/solvent" mcp --folder "$work/games" </dev/null
fi
[[ -x $prefix/libexec/solvent-seat ]]
library=$(find "$prefix" -name libsolvent_sdk.a)
if [[ ! $library ]]; then
    skip "no library is installed from a build with sanitizers"
fi

# Compilers that find bytecode in a library optimise it at each link of a bot, for seconds; those of another version refuse it.
for archive in {"${library%/*}","$SOLVENT_BUILD/sdk","$SOLVENT_SOURCE/build/sdk"}/libsolvent_{sdk,remote}.a; do
    [[ -e $archive ]] || continue # quickstart's build
    readelf -SW "$archive" >"$work/sections"
    ! grep -F .gnu.lto_ "$work/sections" >/dev/null || { echo "$archive has bytecode"; exit 1; }
done

leaked=$(nm --defined-only --extern-only "$library" | awk 'NF == 3 && $3 !~ /^sv_/ { print $3 }')
[[ ! $leaked ]] || { printf 'private names are visible:\n%s\n' "$leaked"; exit 1; }
nm --defined-only --extern-only "$library" | grep ' T sv_' >/dev/null

mkdir "$work/bot"
cat >"$work/bot/stranger.c" <<'EOF'
#include <solvent/bot.h>
#include <solvent/version.h>
#include <stdio.h>

int main(void)
{
    return puts(SV_VERSION_STRING) < 0;
}
EOF

# The whole archive, so that anything it needs and does not name would be missed.
pc=$(dirname -- "$(find "$prefix" -name solvent.pc)")
export PKG_CONFIG_PATH=$pc
read -ra flags <<<"$(pkg-config --cflags --libs solvent)"
cc -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$work/by_pkg_config" "$work/bot/stranger.c" \
    -Wl,--whole-archive -L"$(dirname -- "$library")" -lsolvent_sdk -Wl,--no-whole-archive "${flags[@]}"
[[ $("$work/by_pkg_config") == "$(pkg-config --modversion solvent)" ]]

# Beside a build that is not installed, from another folder and named as a path from here.
# shellcheck disable=SC2046 # several words are meant
(cd "$work" && cc -std=c17 bot/stranger.c $(pkg-config --cflags --libs "$SOLVENT_BUILD/solvent.pc") -o by_build)
# shellcheck disable=SC2046
(cd "$SOLVENT_BUILD" && cc -std=c17 "$work/bot/stranger.c" $(pkg-config --cflags --libs ./solvent.pc) -o "$work/by_build")
[[ $("$work/by_build") == "$("$work/by_pkg_config")" ]]

cat >"$work/bot/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.22)
project(stranger C)
find_package(solvent 0.2 REQUIRED)
add_executable(stranger stranger.c)
target_link_libraries(stranger PRIVATE solvent::sdk)
EOF
# Moved first: nothing installed may remember where it was.
mv -- "$prefix" "$work/elsewhere"
cmake -G Ninja -S "$work/bot" -B "$work/bot/build" -DCMAKE_PREFIX_PATH="$work/elsewhere" >/dev/null
cmake --build "$work/bot/build" >/dev/null
[[ $("$work/bot/build/stranger") == "$("$work/by_pkg_config")" ]]

# A bot that can play from another machine: without the library it says what it needs.
printf '#include <solvent/bot.h>\nint main(int argc, char **argv)\n{\n    static const struct sv_bot bot = {.name = "far"};\n    return sv_bot_main(argc, argv, &bot);\n}\n' >"$work/bot/far.c"
export PKG_CONFIG_PATH=${pc/#"$prefix"/"$work/elsewhere"}
for package in solvent solvent-remote "$SOLVENT_BUILD/solvent-remote.pc"; do
    # shellcheck disable=SC2046
    cc -std=c17 "$work/bot/far.c" $(PKG_CONFIG_PATH=$PKG_CONFIG_PATH:$SOLVENT_BUILD pkg-config --cflags --libs "$package") -o "$work/far"
    status=0
    "$work/far" --connect tcp://192.0.2.1:x 2>"$work/said" || status=$?
    [[ $status == 2 && $(wc -l <"$work/said") == 1 ]] || { cat "$work/said"; exit 1; }
    if [[ $package == solvent ]]; then
        grep -q "link it with 'pkg-config --libs solvent-remote'" "$work/said"
    else
        grep -q "link it" "$work/said" && exit 1
    fi
done

# The same on the build folder.
cmake -G Ninja -S "$work/bot" -B "$work/bot/on-build" -Dsolvent_DIR="$SOLVENT_BUILD" >/dev/null
cmake --build "$work/bot/on-build" >/dev/null
[[ $("$work/bot/on-build/stranger") == "$("$work/by_pkg_config")" ]]
