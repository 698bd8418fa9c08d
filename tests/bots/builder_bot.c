#include "tests/bots/builder_bot.h"

#include <stddef.h>

/* The program's main() hands over what it would run. */
static const struct sv_bot *builder;
#define main builder_main
#define sv_bot_main take_builder
static int take_builder(int argc, char **argv, const struct sv_bot *bot)
{
    (void)argc;
    (void)argv;
    builder = bot;
    return 0;
}
int builder_main(int argc, char **argv);
// NOLINTNEXTLINE(bugprone-suspicious-include): the bot as it is
#include "bots/builder.c"
#undef main
#undef sv_bot_main

const struct sv_bot *builder_bot(void)
{
    if (builder == NULL) {
        (void)builder_main(0, NULL);
    }
    return builder;
}
