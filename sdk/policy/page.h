/* Makes a value of a bot that is a one-page program: a file (tiny.c, builder.c) defines `main` and
 * `sv_bot_main` to other names, includes the program, and calls bot_of() with its main(). */
#ifndef SVI_POLICY_PAGE_H
#define SVI_POLICY_PAGE_H

#include <solvent/bot.h>

#include <stddef.h>

static _Thread_local const struct sv_bot *taken;

/* Stands in for sv_bot_main(): remembers the bot. */
static int take_bot(int argc, char **argv, const struct sv_bot *bot)
{
    (void)argc;
    (void)argv;
    taken = bot;
    return 0;
}

/* Returns the bot that a main() passes to sv_bot_main(). The bot must be static in the program. */
static const struct sv_bot *bot_of(int (*program)(int argc, char **argv))
{
    (void)program(0, NULL);
    return taken;
}

#endif
