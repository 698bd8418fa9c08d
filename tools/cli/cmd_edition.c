/* solvent edition list|show NAME|check FILE */
#include "tools/cli/commands.h"
#include "tools/console/arguments.h"

#include "edition/builtin.h"
#include "edition/edition_file.h"
#include "edition/edition_yaml.h"
#include "wire/edition_codec.h"

#include <solvent/position.h>

#include <argp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct arguments {
    char *words[3]; /* what is to be done, and to what */
    unsigned count;
    bool yaml;
};

static const char doc[] =
    "Editions: boards, deeds, cards and rules as data.\v"
    "  list        the built-in editions, one a line\n"
    "  show NAME   board, cards and the rules that differ from the default\n"
    "  check FILE  read an edition file and name the first mistake in it\n"
    "\n"
    "NAME is a built-in edition or the path of an edition file. Examples:\n"
    "\n"
    "  solvent edition show mega\n"
    "  solvent edition show --yaml harbour > mine.yaml\n"
    "  solvent edition check mine.yaml\n"
    "\n"
    "docs/EDITIONS.md explains the format. Exit status: 0 done, 2 usage or a mistake in a file, "
    "3 a file cannot be read.";

static const struct argp_option options[] = {
    {"yaml", 'y', NULL, 0, "show: as an edition file that stands alone", 0},
    {0},
};

static error_t parse_option(int key, char *word, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case 'y':
        arguments->yaml = true;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->count < sizeof arguments->words / sizeof arguments->words[0]) {
            arguments->words[arguments->count] = word;
        }
        arguments->count++;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {options, parse_option, "list\nshow NAME\ncheck FILE", doc, NULL,
                                 NULL,    NULL};

/* ---- table -------------------------------------------------------------------------------- */

/* A row of the table, written without the blanks at its end. */
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

/* Characters of a text, which in UTF-8 may be more bytes. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text != 0; text++) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return width;
}

/* At least one blank follows, however long the text. */
static void put_padded(struct row *row, const char *text, int width)
{
    const int more = width - width_of(text);
    put(row, "%s%*s", text, more > 1 ? more : 1, "");
}

/* A figure, or a blank where there is none. */
static void put_figure(struct row *row, int32_t value, int width)
{
    if (value != 0) {
        put(row, " %*d", width, (int)value);
    } else {
        put(row, " %*s", width, "");
    }
}

static unsigned count_kind(const struct sv_edition *e, unsigned kind, bool groups)
{
    unsigned count = 0;
    for (unsigned i = 0; i < e->n_spaces && !groups; i++) {
        count += e->space[i].kind == kind;
    }
    for (unsigned g = 0; g < e->n_groups && groups; g++) {
        count += e->group[g].kind == kind;
    }
    return count;
}

static void print_counts(const struct sv_edition *e)
{
    printf("%u spaces; deeds: %u streets in %u sets, %u rails, %u utilities; cards:", e->n_spaces,
           count_kind(e, SV_SPACE_STREET, false), count_kind(e, SV_SPACE_STREET, true),
           count_kind(e, SV_SPACE_RAIL, false), count_kind(e, SV_SPACE_UTILITY, false));
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        printf("%s %u %s", d == 0 ? "" : ",", e->deck[d].size, sv_deck_name(d));
    }
    putchar('\n');
}

static void print_board(const struct sv_edition *e)
{
    struct row row = {.length = 0};
    int names = 4, groups = 5;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const int width = width_of(e->space[i].name);
        names = width > names ? width : names;
    }
    for (unsigned g = 0; g < e->n_groups; g++) {
        const int width = width_of(e->group[g].name);
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

static void print_card(const struct sv_edition *e, const struct sv_card *card)
{
    struct row row = {.length = 0};
    put_padded(&row, "", 2);
    put_padded(&row, card->id, 20);
    put_padded(&row, sv_card_kind_name(card->kind), 18);
    char figures[64] = "";
    switch (card->kind) {
    case SV_CARD_MOVE_TO:
    case SV_CARD_MOVE_TO_BACK:
        snprintf(figures, sizeof figures, "%u %s", card->target, e->space[card->target].name);
        break;
    case SV_CARD_MOVE_NEAREST:
        snprintf(figures, sizeof figures, "%s x%d", sv_space_kind_name(card->target),
                 (int)card->amount);
        break;
    case SV_CARD_PAY_OR_DRAW:
        snprintf(figures, sizeof figures, "%d or %s", (int)card->amount,
                 sv_deck_name(card->target));
        break;
    case SV_CARD_REPAIRS:
        snprintf(figures, sizeof figures, "%d/%d/%d/%d", (int)card->per_house, (int)card->per_hotel,
                 (int)card->per_tower, (int)card->per_depot);
        break;
    default:
        if (card->amount != 0) {
            snprintf(figures, sizeof figures, "%d", (int)card->amount);
        }
        break;
    }
    put_padded(&row, figures, 24);
    put(&row, "%s", card->text);
    end_row(&row);
}

static void print_edition(const struct sv_edition *e, const uint8_t hash[SVI_EDITION_HASH_BYTES])
{
    printf("%s: %s\n", e->name, e->title);
    print_counts(e);
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

/* ---- the three commands ------------------------------------------------------------------- */

/* Loads an edition, or says what is wrong with it and returns the exit status. */
static int load(const char *name, struct sv_edition *e)
{
    char error[SVI_EDITION_ERROR];
    const enum sv_status status = svi_edition_load(name, e, error, sizeof error);
    if (status == SV_OK) {
        return SVI_EXIT_DONE;
    }
    /* Without the place in a file it is about the name given on the command line. */
    fprintf(stderr, "%s%s\n", strncmp(error, "found ", 6) == 0 ? "solvent edition: " : "", error);
    return status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_USAGE;
}

static int list_editions(void)
{
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        struct sv_edition e;
        const int status = load(svi_builtin_editions[i].name, &e);
        if (status != SVI_EXIT_DONE) {
            return status;
        }
        printf("%-14s %2u spaces, %2u deeds  %s\n", e.name, e.n_spaces, sv_count(e.deeds), e.title);
    }
    return SVI_EXIT_DONE;
}

static int show_edition(const char *name, bool yaml)
{
    struct sv_edition e;
    uint8_t hash[SVI_EDITION_HASH_BYTES];
    const int status = load(name, &e);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    if (yaml) {
        svi_edition_write_yaml(&e, stdout);
    } else if (svi_edition_hash(&e, hash) == SV_OK) {
        print_edition(&e, hash);
    } else {
        fprintf(stderr, "solvent edition: no memory\n");
        return SVI_EXIT_ENVIRONMENT;
    }
    return SVI_EXIT_DONE;
}

static int check_edition(const char *file)
{
    struct sv_edition e;
    const int status = load(file, &e);
    if (status == SVI_EXIT_DONE) {
        printf("%s: ok, edition %s, ", file, e.name);
        print_counts(&e);
    }
    return status;
}

int svi_cmd_edition(int argc, char **argv)
{
    static char name[] = "solvent edition";
    struct arguments arguments = {0};
    argv[0] = name;
    if (!svi_arguments_parse(&argp, argc, argv, &arguments)) {
        return SVI_EXIT_USAGE;
    }
    const char *what = arguments.count > 0 ? arguments.words[0] : "";
    int status = SVI_EXIT_USAGE;
    if (strcmp(what, "list") == 0 && arguments.count == 1 && !arguments.yaml) {
        status = list_editions();
    } else if (strcmp(what, "show") == 0 && arguments.count == 2) {
        status = show_edition(arguments.words[1], arguments.yaml);
    } else if (strcmp(what, "check") == 0 && arguments.count == 2 && !arguments.yaml) {
        status = check_edition(arguments.words[1]);
    } else {
        fprintf(stderr, "%s: found \"%s\"%s, expected list, show NAME or check FILE; see --help\n",
                name, what, arguments.count > 1 ? " and more" : "");
    }
    if (status == SVI_EXIT_DONE && (fflush(stdout) != 0 || ferror(stdout))) {
        fprintf(stderr, "%s: cannot write the result\n", name);
        status = SVI_EXIT_ENVIRONMENT;
    }
    return status;
}
