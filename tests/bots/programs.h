/* The bots that are programs of a page, as bots that a test can have in its own process. */
#ifndef TESTS_BOTS_PROGRAMS_H
#define TESTS_BOTS_PROGRAMS_H

#include <solvent/bot.h>

/* What the main() of bots/tiny.c and of bots/builder.c would run; they live as long as the test. */
const struct sv_bot *tiny_bot(void);
const struct sv_bot *builder_bot(void);

#endif
