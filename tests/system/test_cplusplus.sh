#!/usr/bin/env bash
# A bot in C++: the installed headers are clean C++17 and C++20, every type can be named without `struct`, the
# README's bot and bots/tiny.c compile as C++20, and a bot with lambdas plays.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
needs g++
prefix=$work/prefix

cmake --install "$SOLVENT_BUILD" --prefix "$prefix" >/dev/null
if [[ ! $(find "$prefix" -name libsolvent_sdk.a) ]]; then
    skip "no library is installed from a build with sanitizers"
fi
PKG_CONFIG_PATH=$(dirname -- "$(find "$prefix" -name solvent.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs solvent)"
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Werror)

# A function called like a type hides it from C++: then `sv_question q;` is an error.
{
    (cd "$prefix/include" && printf '#include <%s>\n' solvent/*.h)
    grep -hoE '^(struct|enum) sv_[a-z_]+ \{' "$prefix"/include/solvent/*.h |
        awk '{ printf "using as_%s = %s;\n", $2, $2 }'
} >"$work/names.cpp"
[[ $(grep -c using "$work/names.cpp") -ge 30 ]]
for standard in c++17 c++20; do
    g++ -std=$standard "${warnings[@]}" -c "$work/names.cpp" "${flags[@]}" -o "$work/names.o"
done

# Names of the version before compile, with a warning that names their successors.
printf '%s\n' '#include <solvent/env.h>' 'void *old[] = {(void *)sv_edition_finish, (void *)sv_batch_open};' >"$work/old.c"
cc -std=c17 -c "$work/old.c" "${flags[@]}" -o "$work/old.o" 2>"$work/old.txt"
for name in sv_edition_complete sv_batch_create_with; do
    grep -q "deprecated.*use $name" "$work/old.txt"
done

cat >"$work/plain.cpp" <<'EOF'
#include <solvent/bot.h>
#include <solvent/game.h>

#include <vector>

/* Asks, answers and describes by the bare names. */
static unsigned decisions(const sv_edition *edition)
{
    sv_setup setup = {};
    sv_state state;
    unsigned count = 0;

    setup.seats = 2;
    for (uint32_t &answers : setup.answers) {
        answers = SV_ANSWERS_ALL;
    }
    if (sv_game_start(edition, &state, &setup, nullptr) != SV_OK) {
        return 0;
    }
    for (; sv_pending(&state) != 0 && count < 1000; count++) {
        const unsigned seat = (sv_pending(&state) & 1u) != 0 ? 0 : 1;
        sv_question q;
        sv_answer a;
        if (sv_ask(edition, &state, seat, &q) != SV_OK) {
            return 0;
        }
        sv_answer_default(edition, &state.position, &q, &a);
        if (sv_apply(edition, &state, seat, &a, nullptr) != SV_OK) {
            return 0;
        }
    }
    return count;
}

static void match_start(sv_match *m)
{
    m->user = new std::vector<int>;
}

static void match_end(sv_match *m, const sv_result *)
{
    delete static_cast<std::vector<int> *>(m->user);
}

int main(int argc, char **argv)
{
    const sv_rule_info *info = sv_rule_describe(0);
    static sv_bot bot = {};

    bot.name = "plus";
    bot.match_start = match_start;
    bot.match_end = match_end;
    bot.buy = [](sv_match *m, const sv_question *q, sv_answer *a) {
        static_cast<std::vector<int> *>(m->user)->push_back(q->space);
        a->choice = m->position->cash[m->seat] >= q->amount ? SV_CHOICE_BUY_BUY
                                                            : SV_CHOICE_BUY_DECLINE;
        sv_note(m, "space", q->space);
    };
    if (decisions(sv_edition_builtin("classic")) != 1000 || info == nullptr) {
        return 1;
    }
    return sv_bot_main(argc, argv, &bot);
}
EOF
for standard in c++17 c++20; do
    g++ -std=$standard "${warnings[@]}" "$work/plain.cpp" "${flags[@]}" -o "$work/plain-$standard"
done
"$SOLVENT_BUILD/solvent" match -s 1 -o "$work/game.svr" one="$work/plain-c++17" two="$work/plain-c++20" \
    >"$work/said"
"$SOLVENT_BUILD/solvent" verify "$work/game.svr" >/dev/null
# Its callback has been called: notes are in the record.
"$SOLVENT_BUILD/solvent" replay --format jsonl "$work/game.svr" >"$work/game.jsonl"
grep -q '"type":"note","seat":1,.*"key":"space"' "$work/game.jsonl"

# Designators stand in the order of the members, which C++ insists on, in the first bots that an author copies.
awk '/^```cpp$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$SOLVENT_SOURCE/docs/SDK.md" >"$work/plus.cpp"
g++ -std=c++20 -Wall -Werror "$work/plus.cpp" "${flags[@]}" -o "$work/plus"
"$SOLVENT_BUILD/solvent" match -s 1 "$work/plus" "$SOLVENT_BUILD/bots/tiny" >/dev/null
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$SOLVENT_SOURCE/README.md" >"$work/mybot.c"
for bot in "$SOLVENT_SOURCE/bots/tiny.c" "$work/mybot.c"; do
    grep -q 'struct sv_bot bot = {' "$bot"
    g++ -x c++ -std=c++20 -Wall -Werror -c "$bot" "${flags[@]}" -o "$work/bot.o"
done
