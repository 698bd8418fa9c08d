/* bots/builder, which is a program, as a bot that a test can have in its own process. */
#ifndef SOLVENT_TESTS_BUILDER_BOT_H
#define SOLVENT_TESTS_BUILDER_BOT_H

#include <solvent/bot.h>

/* What its main() would run; it lives as long as the test. */
const struct sv_bot *builder_bot(void);

#endif
