#include "tests/bots/tiny_bot.h"

#include <stddef.h>

/* The program's main() hands over what it would run. */
static const struct sv_bot *tiny;
#define main tiny_main
#define sv_bot_main take_tiny
static int take_tiny(int argc, char **argv, const struct sv_bot *bot)
{
    (void)argc;
    (void)argv;
    tiny = bot;
    return 0;
}
int tiny_main(int argc, char **argv);
// NOLINTNEXTLINE(bugprone-suspicious-include): the bot as it is
#include "bots/tiny.c"
#undef main
#undef sv_bot_main

const struct sv_bot *tiny_bot(void)
{
    if (tiny == NULL) {
        (void)tiny_main(0, NULL);
    }
    return tiny;
}
