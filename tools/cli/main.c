/* solvent COMMAND: dispatches to the table of commands. */
#include "memory/memory.h"
#include "tools/cli/commands.h"
#include "tools/console/words.h"

int main(int argc, char **argv)
{
    svi_memory_begin();
    if (argc > 0) {
        svi_again_as(argv[0]);
    }
    return (int)svi_command_run(&svi_solvent, "", argc, argv);
}
