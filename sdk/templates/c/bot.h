/* The bot, for main() and for the tests. */
#ifndef BOT_H
#define BOT_H

#include <solvent/bot.h>

extern const struct sv_bot bot;

#endif
