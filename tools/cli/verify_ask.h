/* solvent verify STORE.db --ask: asks the bots of a finished league again what they were asked. The
 * bots are started in their sandboxes and led through the recorded games. A game goes on as
 * recorded whatever they answer, so all answers of a seat are compared. Answers that differ are
 * asked a second time. A bot that gives the same other answer twice is another program than the one
 * that played. A bot that gives two different answers is not reproducible. cmd_verify.c calls it;
 * texts are words of its command line. */
#ifndef SVI_TOOLS_CLI_VERIFY_ASK_H
#define SVI_TOOLS_CLI_VERIFY_ASK_H

#include "tools/console/exit.h"

#include <stdbool.h>

struct svi_verify_ask {
    const char *store;
    const char *league; /* league file; NULL: the file with the store's name beside it */
    double share;       /* share of the games, above 0 and up to 1 */
    unsigned workers;
    bool json;
};

/* Asks the bots and prints the result. Returns FAILED if a bot does not answer as recorded.
 * Returns USAGE if the store or league is missing or they do not belong together, and ENVIRONMENT
 * if bots cannot be started here. */
enum svi_exit svi_verify_ask(const struct svi_verify_ask *how);

#endif
