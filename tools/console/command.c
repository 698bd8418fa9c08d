#include "tools/console/command.h"

const struct svi_option svi_common_options[] = {
    {"quiet", SVI_KEY_QUIET, NULL, "Print errors only: no progress, no notes", SVI_NOTED},
    {"help", SVI_KEY_HELP, NULL, "Print this help", SVI_NOTED},
    {"version", SVI_KEY_VERSION, NULL, "Print the version", SVI_NOTED},
    {0},
};

const struct svi_option *svi_option_at(const struct svi_command *command, size_t i)
{
    const struct svi_option *const tables[] = {command->options, svi_common_options};
    for (size_t t = 0; t < 2; t++) {
        for (const struct svi_option *o = tables[t]; o != NULL && o->text != NULL; o++) {
            if (o->name != NULL && i-- == 0) {
                return o;
            }
        }
    }
    return NULL;
}

bool svi_options_have_heading(const struct svi_option *o)
{
    while (o != NULL && o->text != NULL && o->name != NULL) {
        o++;
    }
    return o != NULL && o->text != NULL;
}
