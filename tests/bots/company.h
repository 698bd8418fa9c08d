/* The reference bots by name, those that are programs of a page among them, in the test's own
 * process. */
#ifndef SOLVENT_TESTS_COMPANY_H
#define SOLVENT_TESTS_COMPANY_H

#include <solvent/bot.h>

#define COMPANY_BOTS 7u

/* Number `i`, the weakest first; NULL from COMPANY_BOTS on. They live as long as the test. */
const struct sv_bot *company_bot(unsigned i);

/* NULL when there is none of that name. */
const struct sv_bot *company_named(const char *name);

#endif
