#!/usr/bin/env bash
# The installed SDK: a stranger's bot builds against it by pkg-config and by CMake, the listings of its
# guide compile and play, and it shows no private name.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
prefix=$work/prefix

cmake --install "$SOLVENT_BUILD" --prefix "$prefix" >/dev/null
library=$(find "$prefix" -name libsolvent_sdk.a)
if [[ ! $library ]]; then
    echo "no library is installed from a build with sanitizers"
    exit 77
fi

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
(cd "$SOLVENT_BUILD" && cc -std=c17 "$work/bot/stranger.c" $(pkg-config --cflags --libs ./solvent.pc) -o "$work/by_build")
[[ $("$work/by_build") == "$("$work/by_pkg_config")" ]]

# listing PATTERN: the one C listing of docs/SDK.md in which a line matches.
listing() {
    awk -v pattern="$1" '
        /^```c$/ { inside = 1; text = ""; found = 0; next }
        /^```$/ { if (inside && found) { printf "%s", text; shown++ } inside = 0 }
        inside { text = text $0 "\n"; found = found || $0 ~ pattern }
        END { exit shown == 1 ? 0 : 1 }' "$SOLVENT_SOURCE/docs/SDK.md"
}
listing '^int main' >"$work/games.c"
cc -std=c17 -Wall -Wextra -Werror "$work/games.c" "${flags[@]}" -o "$work/games"
said=$("$work/games")
grep -Eq '^1000 games, [1-9][0-9]+ turns \([1-9][0-9]* to [1-9][0-9]* a game\), [0-9]+ games ended' <<<"$said" ||
    { printf 'the games of docs/SDK.md say: %s\n' "$said"; exit 1; }
{
    printf '#include <solvent/bot.h>\n'
    listing '^static int64_t try_answer'
    printf 'const struct sv_bot searcher = {.model = true, .buy = buy};\n'
} >"$work/searcher.c"
cc -std=c17 -Wall -Wextra -Werror -c "$work/searcher.c" "${flags[@]}" -o "$work/searcher.o"

cat >"$work/bot/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.22)
project(stranger C)
find_package(solvent 0.1 REQUIRED)
add_executable(stranger stranger.c)
target_link_libraries(stranger PRIVATE solvent::sdk)
EOF
# Moved first: nothing installed may remember where it was.
mv -- "$prefix" "$work/elsewhere"
cmake -G Ninja -S "$work/bot" -B "$work/bot/build" -DCMAKE_PREFIX_PATH="$work/elsewhere" >/dev/null
cmake --build "$work/bot/build" >/dev/null
[[ $("$work/bot/build/stranger") == "$("$work/by_pkg_config")" ]]
