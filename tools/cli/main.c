/* solvent COMMAND: dispatches to the table of commands. */
#include "channel/channel.h"
#include "memory/memory.h"
#include "tools/cli/commands.h"
#include "tools/cli/complete.h"
#include "tools/console/words.h"

#include <string.h>

/* A bot may have passed a socket that takes long to close. */
#define PATIENCE_MS 1000u

int main(int argc, char **argv)
{
    svi_memory_begin();
    if (argc > 0) {
        svi_again_as(argv[0]);
    }
    if (argc > 2 && strcmp(argv[1], "__complete") == 0) {
        svi_complete(argv + 2);
        return 0;
    }
    const int status = (int)svi_command_run(&svi_solvent, "", argc, argv);
    (void)svi_close_wait(PATIENCE_MS);
    return status;
}
