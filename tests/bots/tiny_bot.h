/* bots/tiny, which is a program, as a bot that a test can have in its own process. */
#ifndef SOLVENT_TESTS_TINY_BOT_H
#define SOLVENT_TESTS_TINY_BOT_H

#include <solvent/bot.h>

/* What its main() would run; it lives as long as the test. */
const struct sv_bot *tiny_bot(void);

#endif
