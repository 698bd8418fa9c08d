/* solvent edition list */
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/report/csv.h"

#include "base/json.h"
#include "base/out.h"

#include <solvent/edition.h>
#include <solvent/position.h>

#include <stdio.h>

enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

static const struct svi_option options[] = {
    {"format", 'f', "FORMAT", "table csv json", SVI_TAKES_TEXT, "table (default), csv or json"},
    {0},
};

static void put_csv(const struct sv_edition *e, struct svi_buf *out)
{
    svi_csv_text(out, e->name);
    svi_out_char(out, ',');
    svi_out_int(out, e->n_spaces);
    svi_out_char(out, ',');
    svi_out_int(out, sv_count(e->deeds));
    svi_out_char(out, ',');
    svi_csv_text(out, e->title);
    svi_out_char(out, '\n');
}

static void put_json(const struct sv_edition *e, bool first, struct svi_buf *out)
{
    svi_out_text(out, first ? "\n {\"edition\": " : ",\n {\"edition\": ");
    svi_out_json_string(out, e->name);
    svi_out_text(out, ", \"spaces\": ");
    svi_out_int(out, e->n_spaces);
    svi_out_text(out, ", \"deeds\": ");
    svi_out_int(out, sv_count(e->deeds));
    svi_out_text(out, ", \"title\": ");
    svi_out_json_string(out, e->title);
    svi_out_char(out, '}');
}

static enum svi_exit run(struct svi_words *w)
{
    unsigned format = FORMAT_TABLE;
    struct svi_buf out = {0};
    const char *name;
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        if (key == SVI_OPERAND) {
            svi_words_fail(w, "found '%s', expected no more; see %s --help", w->value, w->name);
        }
        format = w->choice;
    }
    svi_out_text(&out, format == FORMAT_CSV    ? "edition,spaces,deeds,title\n"
                       : format == FORMAT_JSON ? "["
                                               : "");
    for (unsigned i = 0; (name = sv_edition_builtin_name(i)) != NULL; i++) {
        const struct sv_edition *e = sv_edition_builtin(name);
        if (format == FORMAT_TABLE) {
            printf("%-14s %2u spaces, %2u deeds  %s\n", e->name, e->n_spaces, sv_count(e->deeds),
                   e->title);
        } else if (format == FORMAT_CSV) {
            put_csv(e, &out);
        } else {
            put_json(e, i == 0, &out);
        }
    }
    svi_out_text(&out, format == FORMAT_JSON ? "\n]\n" : "");
    return svi_say_result(SVI_EXIT_DONE, &out);
}

const struct svi_command svi_cmd_edition_list = {
    .name = "list",
    .brief = "list the built-in editions",
    .options = options,
    .topic = "editions",
    .examples = "solvent edition list\n"
                "solvent edition list --format json",
    .exits = {"done", NULL, "usage or bad input", NULL},
    .run = run,
};
