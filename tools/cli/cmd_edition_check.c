/* solvent edition check FILE */
#include "tools/cli/commands.h"
#include "tools/cli/edition_load.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <stdio.h>

static enum svi_exit run(struct svi_words *w)
{
    const char *file = NULL;
    struct sv_edition e;
    while (svi_words_next(w) != SVI_WORDS_END) {
        svi_words_only(w, &file, "edition file");
    }
    svi_words_need(w, file, "edition file");
    const enum svi_exit status = svi_edition_load_named(file, &e);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    printf("%s: ok, edition %s, ", file, e.name);
    svi_edition_print_counts(&e);
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_edition_check = {
    .name = "check",
    .brief = "read an edition file and name the first mistake in it",
    .operands = "FILE.yaml",
    .takes = SVI_TAKES_EDITION,
    .examples = "solvent edition check mine.yaml",
    .exits = {"it is an edition", NULL, "usage, or a mistake in the file",
              "the file cannot be read"},
    .run = run,
};
