/* solvent COMMAND: the command's table knows the rest. */
#include "tools/cli/commands.h"

int main(int argc, char **argv)
{
    return (int)svi_command_run(&svi_solvent, "", argc, argv);
}
