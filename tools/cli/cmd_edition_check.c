/* solvent edition check FILE */
#include "tools/cli/commands.h"
#include "tools/cli/edition_load.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"

#include <stdbool.h>

static const struct svi_option options[] = {
    {"format", 'f', "FORMAT", "text json", SVI_TAKES_TEXT, "text (default), or json: one object"},
    {0},
};

static enum svi_exit run(struct svi_words *w)
{
    const char *file = NULL;
    struct sv_edition e;
    struct svi_buf out = {0};
    bool json = false;
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        if (key == SVI_OPERAND) {
            svi_words_only(w, &file, "edition file");
        } else {
            json = w->choice == 1;
        }
    }
    svi_words_need(w, file, "edition file");
    const enum svi_exit status = svi_edition_load_named(file, &e);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    if (json) {
        svi_out_char(&out, '{');
        svi_json_string(&out, "file", file);
        svi_json_string(&out, "edition", e.name);
        svi_edition_json_counts(&e, &out);
        svi_out_text(&out, "}\n");
    } else {
        svi_out_text(&out, file);
        svi_out_text(&out, ": ok, edition ");
        svi_out_plain(&out, e.name);
        svi_out_text(&out, ", ");
        svi_edition_put_counts(&e, &out);
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

const struct svi_command svi_cmd_edition_check = {
    .name = "check",
    .brief = "read an edition file and name the first mistake in it",
    .operands = "FILE.yaml",
    .takes = SVI_TAKES_EDITION,
    .options = options,
    .topic = "editions",
    .examples = "solvent edition check mine.yaml\n"
                "solvent edition check --format json mine.yaml",
    .exits = {"it is an edition", NULL, "usage or bad input", "the file cannot be read"},
    .run = run,
};
