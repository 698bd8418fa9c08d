/* What a bot that is a program of one page would run, taken from its main(): for a file that
 * includes the program with `main` and `sv_bot_main` under other names. */
#ifndef SVI_POLICY_PAGE_H
#define SVI_POLICY_PAGE_H

#include <solvent/bot.h>

#include <stddef.h>

static _Thread_local const struct sv_bot *taken;

/* In the place of sv_bot_main(). */
static int take_bot(int argc, char **argv, const struct sv_bot *bot)
{
    (void)argc;
    (void)argv;
    taken = bot;
    return 0;
}

/* The bot of a main(). */
static const struct sv_bot *bot_of(int (*program)(int argc, char **argv))
{
    (void)program(0, NULL);
    return taken;
}

#endif
