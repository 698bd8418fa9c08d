/* solvent-gate NAME LISTEN [PUBLIC_KEY SECRET_KEY]
 * solvent-gate echo FOLDER ROUTERS DEALERS MESSAGES QUESTION_BYTES ANSWER_BYTES FRAMES SECONDS
 *
 * The gate of a remote bot, which a league or `solvent gate` starts (gate.h); the arbiter listens
 * at SOLVENT_ENDPOINT. Or the raw echo of `solvent bench` (echo.h). It is a program of its own, so
 * that libzmq is in no other process of ours. */
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/gate/echo.h"
#include "tools/gate/gate.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *arbiter = getenv("SOLVENT_ENDPOINT"); // NOLINT(concurrency-mt-unsafe): no threads
    svi_say_as("solvent gate");
    if (argc > 5 && strcmp(argv[1], SVI_GATE_ECHO) == 0) {
        svi_say_as("solvent bench");
        return (int)svi_gate_echo(argv + 2);
    }
    if ((argc != 3 && argc != 5) || arbiter == NULL) {
        return (int)svi_complain(SVI_EXIT_USAGE, "is started by 'solvent gate'");
    }
    const struct svi_gate_setup setup = {.name = argv[1],
                                         .listen = argv[2],
                                         .arbiter = arbiter,
                                         .key_file = argc == 5 ? argv[3] : NULL,
                                         .own_file = argc == 5 ? argv[4] : NULL,
                                         .stop = svi_interrupt_catch()};
    return (int)svi_gate_run(&setup);
}
