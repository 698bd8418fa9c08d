/* solvent edition COMMAND */
#include "base/json.h"
#include "base/out.h"
#include "edition/edition_file.h"
#include "edition/edition_yaml.h"
#include "edition/rule_words.h"
#include "tools/cli/commands.h"
#include "tools/cli/store_open.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"
#include "tools/report/column.h"
#include "wire/edition_codec.h"

#include <solvent/edition.h>
#include <solvent/position.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* ---- cmd edition show ------------------------------------------------------------------------ */

/* ---- table -------------------------------------------------------------------------------- */

/* A row of the table, printed without trailing blanks. */
struct row {
    char text[512];
    int length;
};

static void put(struct row *row, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct row *row, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int room = (int)sizeof row->text - row->length;
    const int added = vsnprintf(row->text + row->length, (size_t)room, format, args);
    row->length += added < 0 ? 0 : added < room ? added : room - 1;
    va_end(args);
}

static void end_row(struct row *row)
{
    while (row->length > 0 && row->text[row->length - 1] == ' ') {
        row->length--;
    }
    printf("%.*s\n", row->length, row->text);
    row->length = 0;
}

/* Appends a padded text; at least one blank follows it. */
static void put_padded(struct row *row, const char *text, int width)
{
    const int more = width - (int)svi_width(text);
    put(row, "%s%*s", text, more > 1 ? more : 1, "");
}

/* Appends a figure, or blanks for 0. */
static void put_figure(struct row *row, int32_t value, int width)
{
    if (value != 0) {
        put(row, " %*d", width, (int)value);
    } else {
        put(row, " %*s", width, "");
    }
}

static void print_board(const struct sv_edition *e)
{
    struct row row = {.length = 0};
    int names = 4, groups = 5;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const int width = (int)svi_width(e->space[i].name);
        names = width > names ? width : names;
    }
    for (unsigned g = 0; g < e->n_groups; g++) {
        const int width = (int)svi_width(e->group[g].name);
        groups = width > groups ? width : groups;
    }
    put(&row, "\n  # kind       ");
    put_padded(&row, "name", names + 2);
    put_padded(&row, "group", groups);
    put(&row, "  price mortg. amount house hotel tower depot  rents");
    end_row(&row);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const struct sv_space *space = &e->space[i];
        put(&row, "%3u %-10s ", i, sv_space_kind_name(space->kind));
        put_padded(&row, space->name, names + 2);
        put_padded(&row, space->group != SV_NONE ? e->group[space->group].name : "", groups);
        put_figure(&row, space->price, 6);
        put_figure(&row, space->mortgage, 6);
        put_figure(&row, space->amount, 6);
        put_figure(&row, space->house_cost, 5);
        put_figure(&row, space->hotel_cost, 5);
        put_figure(&row, space->tower_cost, 5);
        put_figure(&row, space->depot_cost, 5);
        put(&row, space->income != 0 ? "  income tax" : " ");
        for (unsigned k = 0; k < 8 && space->rent[k] != 0; k++) {
            put(&row, " %d", (int)space->rent[k]);
        }
        end_row(&row);
    }
}

static void print_rules(const struct sv_edition *e)
{
    bool any = false;
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *rule = sv_rule_describe(i);
        const int32_t value = sv_rule_get(&e->rules, i);
        if (value != rule->fallback) {
            char text[SVI_RULE_TEXT], usual[SVI_RULE_TEXT];
            svi_rule_format(i, value, text);
            svi_rule_format(i, rule->fallback, usual);
            printf("%s  %-27s %-12s (default %s) RULES %s: %s\n",
                   any ? "" : "\nrules that differ from the default\n", rule->name, text, usual,
                   rule->rule, rule->text);
            any = true;
        }
    }
    if (!any) {
        printf("\nall rules have their defaults\n");
    }
}

/* Writes the figures that a card has by its kind: amount, target, prices for each building. */
static void card_figures(const struct sv_edition *e, const struct sv_card *card, char *out,
                         size_t size)
{
    static const struct {
        enum sv_card_target target;
        bool repairs;
        int high;
    } kinds[SV_CARD_KIND_COUNT] = {
#define X(NAME, name, TARGET, repairs, low, high, text) {SV_TARGET_##TARGET, repairs, high},
        SV_CARD_KINDS(X)
#undef X
    };
    switch (kinds[card->kind].target) {
    case SV_TARGET_SPACE:
        snprintf(out, size, "%u %s", card->target, e->space[card->target].name);
        return;
    case SV_TARGET_KIND:
        snprintf(out, size, "%s x%d", sv_space_kind_name(card->target), (int)card->amount);
        return;
    case SV_TARGET_DECK:
        snprintf(out, size, "%d or %s", (int)card->amount, sv_deck_name(card->target));
        return;
    case SV_TARGET_NOTHING:
    case SV_TARGET_COUNT:
        break;
    }
    if (kinds[card->kind].repairs) {
        snprintf(out, size, "%d/%d/%d/%d", (int)card->per_house, (int)card->per_hotel,
                 (int)card->per_tower, (int)card->per_depot);
    } else if (kinds[card->kind].high != 0) {
        snprintf(out, size, "%d", (int)card->amount);
    }
}

static void print_card(const struct sv_edition *e, const struct sv_card *card)
{
    struct row row = {.length = 0};
    char figures[64] = "";
    put_padded(&row, "", 2);
    put_padded(&row, card->id, 20);
    put_padded(&row, sv_card_kind_name(card->kind), 18);
    card_figures(e, card, figures, sizeof figures);
    put_padded(&row, figures, 24);
    put(&row, "%s", card->text);
    end_row(&row);
}

static void print_edition(const struct sv_edition *e, const uint8_t hash[SVI_EDITION_HASH_BYTES])
{
    printf("%s: %s\n", e->name, e->title);
    struct svi_buf counts = {0};
    svi_edition_put_counts(e, &counts);
    printf("%.*s", (int)counts.size, (const char *)counts.data);
    svi_buf_finish(&counts);
    printf("hash ");
    for (unsigned i = 0; i < SVI_EDITION_HASH_BYTES; i++) {
        printf("%02x", hash[i]);
    }
    putchar('\n');
    print_rules(e);
    print_board(e);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        if (e->deck[d].size > 0) {
            printf("\n%s: deck %s, %u cards\n", e->deck[d].name, sv_deck_name(d), e->deck[d].size);
        }
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            print_card(e, &e->deck[d].card[i]);
        }
    }
}

/* ---- the command ---------------------------------------------------------------------------- */

enum { FORMAT_TEXT, FORMAT_YAML };

/* Of all three commands. */
struct arguments {
    const char *edition;
    unsigned format;
    bool yaml, json;
};

static const struct svi_option show_options[] = {
    {"format", 'f', "FORMAT", "text (default), or yaml: a complete edition file",
     SVI_SET_WORD(format), .words = "text yaml"},
    {"yaml", 'y', NULL, "As --format yaml", SVI_SET_FLAG(yaml)},
    {0},
};

static enum svi_exit run_show(struct svi_words *w)
{
    struct arguments a = {0};
    struct sv_edition e;
    uint8_t hash[SVI_EDITION_HASH_BYTES];
    svi_words_read(w, &a);
    svi_edition_load_named(a.edition, &e);
    if (a.yaml || a.format == FORMAT_YAML) {
        svi_edition_write_yaml(&e, stdout);
    } else if (svi_edition_hash(&e, hash) == SV_OK) {
        print_edition(&e, hash);
    } else {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    return svi_say_done(SVI_EXIT_DONE);
}

const struct svi_command svi_cmd_edition_show = {
    .name = "show",
    .brief = "show the board, the cards and the rules that differ from the default",
    .operands = "EDITION",
    .operand = {{"edition", SVI_SET_TEXT(edition)}},
    .takes = SVI_TAKES_EDITION,
    .options = show_options,

    .note = "EDITION is a built-in edition or the path of an edition file.",
    .topic = "editions",
    .examples = "solvent edition show mega\n"
                "solvent edition show --yaml harbour > mine.yaml",
    .exits = {"done", NULL, "usage or bad input", "the file cannot be read"},
    .run = run_show,
};

/* ---- cmd edition list ------------------------------------------------------------------------ */

enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

static const struct svi_option list_options[] = {
    SVI_OPTION_TABLE(format),
    {0},
};

static void put_csv(const struct sv_edition *e, struct svi_buf *out)
{
    svi_csv_text(out, e->name);
    svi_out_format(out, ",%u,%u,", e->n_spaces, sv_count(e->deeds));
    svi_csv_text(out, e->title);
    svi_out_char(out, '\n');
}

static void put_json(const struct sv_edition *e, bool first, struct svi_buf *out)
{
    svi_out_text(out, first ? "\n {\"edition\": " : ",\n {\"edition\": ");
    svi_out_json_string(out, e->name);
    svi_out_format(out, ", \"spaces\": %u, \"deeds\": %u, \"title\": ", e->n_spaces,
                   sv_count(e->deeds));
    svi_out_json_string(out, e->title);
    svi_out_char(out, '}');
}

static enum svi_exit run_list(struct svi_words *w)
{
    struct arguments a = {0};
    struct svi_buf out = {0};
    const char *name;
    svi_words_read(w, &a);
    const unsigned format = a.format;
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
    .options = list_options,
    .topic = "editions",
    .examples = "solvent edition list\n"
                "solvent edition list --format json",
    .exits = {"done", NULL, "usage or bad input", NULL},
    .run = run_list,
};

/* ---- cmd edition check ----------------------------------------------------------------------- */

static const struct svi_option check_options[] = {
    SVI_OPTION_JSON(json),
    {0},
};

static enum svi_exit run_check(struct svi_words *w)
{
    struct arguments a = {0};
    struct sv_edition e;
    struct svi_buf out = {0};
    svi_words_read(w, &a);
    const char *file = a.edition;
    svi_edition_load_named(file, &e);
    if (a.json) {
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
    .operand = {{"edition file", SVI_SET_TEXT(edition)}},
    .takes = SVI_TAKES_EDITION,
    .options = check_options,
    .topic = "editions",
    .examples = "solvent edition check mine.yaml\n"
                "solvent edition check --format json mine.yaml",
    .exits = {"the file is an edition", NULL, "usage or bad input", "the file cannot be read"},
    .run = run_check,
};

/* ---- cmd edition ----------------------------------------------------------------------------- */

#define X(name) &svi_cmd_edition_##name,
static const struct svi_command *const parts[] = {SVI_EDITION_COMMANDS(X) NULL};
#undef X

const struct svi_command svi_cmd_edition = {
    .name = "edition",
    .brief = "list, show and check boards and their rules",
    .text = "An edition is a board with its deeds, cards and rules, as data.",
    .topic = "editions",
    .examples = "solvent edition list\n"
                "solvent edition show mega\n"
                "solvent edition check mine.yaml",
    .parts = parts,
};
