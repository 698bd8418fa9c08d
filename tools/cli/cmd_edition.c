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

#include <stdbool.h>
#include <stdio.h>

/* ---- cmd edition show ------------------------------------------------------------------------ */

/* ---- table -------------------------------------------------------------------------------- */

/* Ends a line, without trailing blanks. */
static void end_row(struct svi_buf *out)
{
    while (out->size > 0 && out->data[out->size - 1] == ' ') {
        out->size--;
    }
    svi_out_char(out, '\n');
}

/* Appends a padded text; at least one blank follows it. */
static void put_padded(struct svi_buf *out, const char *text, int width)
{
    const int more = width - (int)svi_width(text);
    svi_out_format(out, "%s%*s", text, more > 1 ? more : 1, "");
}

/* Appends a figure, or blanks for 0. */
static void put_figure(struct svi_buf *out, int32_t value, int width)
{
    if (value != 0) {
        svi_out_format(out, " %*d", width, (int)value);
    } else {
        svi_out_format(out, " %*s", width, "");
    }
}

static void put_board(const struct sv_edition *e, struct svi_buf *out)
{
    int names = 4, groups = 5;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const int width = (int)svi_width(e->space[i].name);
        names = width > names ? width : names;
    }
    for (unsigned g = 0; g < e->n_groups; g++) {
        const int width = (int)svi_width(e->group[g].name);
        groups = width > groups ? width : groups;
    }
    svi_out_text(out, "\n  # kind       ");
    put_padded(out, "name", names + 2);
    put_padded(out, "group", groups);
    svi_out_text(out, "  price mortg. amount house hotel tower depot  rents\n");
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const struct sv_space *space = &e->space[i];
        svi_out_format(out, "%3u %-10s ", i, sv_space_kind_name(space->kind));
        put_padded(out, space->name, names + 2);
        put_padded(out, space->group != SV_NONE ? e->group[space->group].name : "", groups);
        put_figure(out, space->price, 6);
        put_figure(out, space->mortgage, 6);
        put_figure(out, space->amount, 6);
        put_figure(out, space->house_cost, 5);
        put_figure(out, space->hotel_cost, 5);
        put_figure(out, space->tower_cost, 5);
        put_figure(out, space->depot_cost, 5);
        svi_out_text(out, space->income != 0 ? "  income tax" : " ");
        for (unsigned k = 0; k < 8 && space->rent[k] != 0; k++) {
            svi_out_format(out, " %d", (int)space->rent[k]);
        }
        end_row(out);
    }
}

static void put_rules(const struct sv_edition *e, struct svi_buf *out)
{
    bool any = false;
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *rule = sv_rule_describe(i);
        const int32_t value = sv_rule_get(&e->rules, i);
        if (value != rule->fallback) {
            char text[SVI_RULE_TEXT], usual[SVI_RULE_TEXT];
            svi_rule_format(i, value, text);
            svi_rule_format(i, rule->fallback, usual);
            svi_out_format(out, "%s  %-27s %-12s (default %s) RULES %s: %s\n",
                           any ? "" : "\nrules that differ from the default\n", rule->name, text,
                           usual, rule->rule, rule->text);
            any = true;
        }
    }
    if (!any) {
        svi_out_text(out, "\nall rules have their defaults\n");
    }
}

/* Appends the figures that a card has by its kind: amount, target, prices for each building. */
static void put_card_figures(const struct sv_edition *e, const struct sv_card *card,
                             struct svi_buf *out)
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
        svi_out_format(out, "%u %s", card->target, e->space[card->target].name);
        return;
    case SV_TARGET_KIND:
        svi_out_format(out, "%s x%d", sv_space_kind_name(card->target), (int)card->amount);
        return;
    case SV_TARGET_DECK:
        svi_out_format(out, "%d or %s", (int)card->amount, sv_deck_name(card->target));
        return;
    case SV_TARGET_NOTHING:
    case SV_TARGET_COUNT:
        break;
    }
    if (kinds[card->kind].repairs) {
        svi_out_format(out, "%d/%d/%d/%d", (int)card->per_house, (int)card->per_hotel,
                       (int)card->per_tower, (int)card->per_depot);
    } else if (kinds[card->kind].high != 0) {
        svi_out_format(out, "%d", (int)card->amount);
    }
}

static void put_card(const struct sv_edition *e, const struct sv_card *card, struct svi_buf *out)
{
    SCOPED(svi_buf_finish) struct svi_buf figures = {0};
    put_card_figures(e, card, &figures);
    svi_buf_byte(&figures, 0);
    put_padded(out, "", 2);
    put_padded(out, card->id, 20);
    put_padded(out, sv_card_kind_name(card->kind), 18);
    put_padded(out, (const char *)figures.data, 24);
    svi_out_text(out, card->text);
    end_row(out);
}

static void put_edition(const struct sv_edition *e, const uint8_t hash[SVI_EDITION_HASH_BYTES],
                        struct svi_buf *out)
{
    svi_out_format(out, "%s: %s\n", e->name, e->title);
    svi_edition_put_counts(e, out);
    svi_out_text(out, "hash ");
    svi_out_hex(out, hash, SVI_EDITION_HASH_BYTES);
    svi_out_char(out, '\n');
    put_rules(e, out);
    put_board(e, out);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        if (e->deck[d].size > 0) {
            svi_out_format(out, "\n%s: deck %s, %u cards\n", e->deck[d].name, sv_deck_name(d),
                           e->deck[d].size);
        }
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            put_card(e, &e->deck[d].card[i], out);
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
    struct svi_buf out = {0};
    svi_words_read(w, &a);
    svi_edition_load_named(a.edition, &e);
    if (a.yaml || a.format == FORMAT_YAML) {
        svi_edition_write_yaml(&e, stdout);
    } else if (svi_edition_hash(&e, hash) == SV_OK) {
        put_edition(&e, hash, &out);
    } else {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
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
            svi_out_format(&out, "%-14s %2u spaces, %2u deeds  %s\n", e->name, e->n_spaces,
                           sv_count(e->deeds), e->title);
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
        svi_json_members(&out, JSON_TEXT("file", file), JSON_TEXT("edition", e.name));
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
