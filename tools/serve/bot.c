/* The document of a bot: its figures, its ratings beside those of its other versions, its
 * opponents, what its decisions brought and how long they took, what went wrong, its last games. */
#include "memory/memory.h"
#include "store/store_revisions.h"
#include "tools/analysis/own.h"
#include "tools/analysis/spread.h"
#include "tools/report/bot_columns.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"
#include "tools/serve/pages.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSIONS 8u /* at most, the bot itself among them */

/* ---- decisions ------------------------------------------------------------------------------- */

struct own_row {
    const char *kind;
    struct svi_estimate points;
    uint64_t measured;
};

static const struct svi_column own_columns[] = {
    {"kind", SVI_TEXT, NULL, "The kind of decision", SVI_IN_PAGE, SVI_AT(struct own_row, kind)},
    {"own", SVI_NUMBER, "points a game",
     "What decisions of this kind brought against learner@1's in the same company", SVI_IN_PAGE,
     SVI_INTERVAL, .digits = 6, .shown = 3, SVI_AT(struct own_row, points)},
    {"measured", SVI_INTEGER, NULL, "Decisions that were played on", SVI_IN_PAGE,
     SVI_AT(struct own_row, measured)},
};

static unsigned find_own(const struct svi_own *own, struct own_row row[SV_DECISION_COUNT])
{
    unsigned n = 0;
    for (unsigned k = 0; k < SV_DECISION_COUNT && own != NULL; k++) {
        if (own->measured[k] > 0) {
            row[n++] =
                (struct own_row){sv_decision_name(k), svi_own_points(own, k), own->measured[k]};
        }
    }
    return n;
}

struct habit_row {
    const char *words;
    struct svi_estimate points;
    const struct svi_bot_habit *habit;
};

/* Writes "17#d=65", as the address of a game's page ends. */
static void get_place(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_habit *h = ((const struct habit_row *)row)->habit;
    if (which < h->n_places) {
        (void)snprintf(value->made, sizeof value->made, "%" PRIu64 "#d=%" PRIu32,
                       h->place[which].number, h->place[which].decision);
        svi_cell_set_text(value, value->made);
    }
}

static const struct svi_column habit_columns[] = {
    {"habit", SVI_TEXT, NULL, "What it does otherwise than learner (learner@1)", SVI_IN_PAGE,
     SVI_AT(struct habit_row, words)},
    {"points", SVI_NUMBER, "points a game", "What that brings", SVI_IN_PAGE, SVI_INTERVAL,
     .digits = 6, .shown = 3, SVI_AT(struct habit_row, points)},
    {"games", SVI_INTEGER, NULL, "Games that show it", SVI_IN_PAGE,
     SVI_VIA(struct habit_row, habit, games)},
    {"measured", SVI_INTEGER, NULL, "Decisions that were played on", SVI_IN_PAGE,
     SVI_VIA(struct habit_row, habit, measured)},
    {"first", SVI_TEXT, NULL, "Game and decision after which a future went worst", SVI_IN_PAGE,
     .get = get_place, .which = 0},
    {"second", SVI_TEXT, NULL, "Another one", SVI_IN_PAGE, .get = get_place, .which = 1},
    {"third", SVI_TEXT, NULL, "Another one", SVI_IN_PAGE, .get = get_place, .which = 2},
};

static unsigned find_habits(const struct svi_own *own, struct habit_row row[SVI_HABITS])
{
    uint8_t order[SVI_HABITS];
    const unsigned n = own != NULL ? svi_own_habits(own, order) : 0;
    for (unsigned i = 0; i < n; i++) {
        row[i] = (struct habit_row){svi_own_habit_words(own, order[i]),
                                    svi_own_habit_points(own, order[i]), &own->habit[order[i]]};
    }
    return n;
}

enum { KIND, GIVEN, BETTER };

static void get_costly_text(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_stored_decision *found = &((const struct svi_costly_decision *)row)->found;
    svi_cell_set_text(value, which == KIND    ? sv_decision_name(found->kind)
                             : which == GIVEN ? found->given_words
                                              : found->best_words);
}

static void get_cost(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_stored_decision *found = &((const struct svi_costly_decision *)row)->found;
    const double half = 1.96 * found->se;
    (void)which;
    svi_cell_set_real(value,
                      (struct svi_estimate){found->cost, found->cost - half, found->cost + half});
}

static const struct svi_column costly_columns[] = {
    {"game", SVI_INTEGER, NULL, "Its number", SVI_IN_PAGE,
     SVI_AT(struct svi_costly_decision, number)},
    {"decision", SVI_INTEGER, NULL, "Its number in the game", SVI_IN_PAGE,
     SVI_AT(struct svi_costly_decision, decision)},
    {"round", SVI_INTEGER, NULL, "Round of the game", SVI_IN_PAGE,
     SVI_AT(struct svi_costly_decision, found.round)},
    {"kind", SVI_TEXT, NULL, "The kind of decision", SVI_IN_PAGE, .get = get_costly_text,
     .which = KIND},
    {"cost", SVI_NUMBER, "points", "What the answer cost, by games of the bots that played",
     SVI_IN_PAGE, SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_cost},
    {"given", SVI_TEXT, NULL, "The answer given", SVI_IN_PAGE, .get = get_costly_text,
     .which = GIVEN},
    {"better", SVI_TEXT, NULL, "A better answer", SVI_IN_PAGE, .get = get_costly_text,
     .which = BETTER},
};

/* ---- the tables ------------------------------------------------------------------------------ */

enum { FACTS, PAIRS, OWN, HABITS, COSTLY, TIMES, INCIDENTS, TABLES };

static void put_figures(struct svi_page *page, unsigned bot)
{
    const struct svi_figures *f = page->f;
    const struct svi_bot_figures *b = &f->bot[bot];
    const struct svi_own *measured = f->sheet.own != NULL ? &f->sheet.own[bot] : NULL;
    struct svi_costly *costly = f->sheet.costly != NULL ? f->sheet.costly[bot] : NULL;
    struct svi_bot_row facts = svi_bot_row(&f->sheet, bot, f);
    struct own_row own[SV_DECISION_COUNT];
    struct habit_row habit[SVI_HABITS];
    struct svi_document_table table[TABLES] = {
        [FACTS] = {"figures",
                   svi_bot_columns,
                   {&facts, sizeof facts, 1},
                   SVI_IN_FACTS,
                   SVI_IN_REPORT | SVI_IN_LEAGUE},
        [PAIRS] = {"pairs", svi_pair_columns, {0}, SVI_IN_AGAINST, SVI_IN_PAGE},
        [OWN] = {"own",
                 SVI_COLUMNS(own_columns),
                 {own, sizeof *own, find_own(measured, own)},
                 SVI_IN_PAGE,
                 0},
        [HABITS] = {"habits",
                    SVI_COLUMNS(habit_columns),
                    {habit, sizeof *habit, find_habits(measured, habit)},
                    SVI_IN_PAGE,
                    0},
        [COSTLY] = {"costly",
                    SVI_COLUMNS(costly_columns),
                    {costly != NULL ? costly->list : NULL, sizeof *costly->list,
                     costly != NULL ? costly->n : 0},
                    SVI_IN_PAGE,
                    0},
        [TIMES] = {"times", svi_time_columns, {0}, SVI_IN_KIND | SVI_IN_SPREAD, 0},
        [INCIDENTS] = {"incidents", svi_bot_columns, {0}, SVI_IN_INCIDENTS, SVI_IN_PAGE},
    };
    SCOPED(scoped_free)
    struct svi_pair_row *pair = f->has_field ? svi_pair_rows_of(f, bot, &table[PAIRS].rows) : NULL;
    SCOPED(scoped_free)
    struct svi_time_row *time = svi_time_rows_by_kind(f, bot, &table[TIMES].rows);
    if (b->incidents + b->losses > 0) {
        table[INCIDENTS].rows = table[FACTS].rows;
    }
    svi_tables_json(table, TABLES, page->out);
}

/* ---- the document ---------------------------------------------------------------------------- */

/* Which version of which bot it is. */
static void put_version(struct svi_page *page, unsigned id)
{
    const struct svi_store_entry *e = &page->f->league->entry[id];
    struct svi_buf *out = page->out;
    svi_json_open(out, "version");
    svi_json_members(out, JSON_TEXT("state", svi_store_state(e)), JSON_TEXT("reason", e->reason),
                     JSON_TEXT("origin", e->origin));
    if (e->versioned) {
        svi_json_hex(out, "hash", e->version, 8);
    }
    svi_out_char(out, '}');
}

/* The bot and its other versions, the newest first. */
static unsigned put_versions(struct svi_page *page, unsigned id, unsigned version[VERSIONS])
{
    const struct svi_figures *f = page->f;
    const struct svi_store_entry *entry = f->league->entry;
    unsigned n = 0;
    svi_json_rows(page->out, "versions");
    for (unsigned k = 0; k <= f->n && n < VERSIONS; k++) {
        const unsigned other = k == 0 ? id : f->n - k;
        if (k == 0 || (other != id && strcmp(entry[other].origin, entry[id].origin) == 0)) {
            version[n++] = other;
            svi_json_object(page->out, JSON_INT("id", other),
                            JSON_TEXT("bot", f->league->bot[other]));
        }
    }
    svi_json_rows_end(page->out);
    return n;
}

enum sv_status svi_pages_bot(struct svi_asked *a)
{
    struct svi_page *const page = &a->page;
    const struct svi_figures *f = page->f;
    if (a->number[0] >= f->n) {
        return SV_E_UNKNOWN;
    }
    const unsigned id = (unsigned)a->number[0];
    const struct svi_bot_figures *b = &f->bot[id];
    struct svi_buf *out = page->out;
    unsigned version[VERSIONS];
    (void)snprintf(a->title, sizeof a->title, "%s", f->league->bot[id]);
    svi_page_about_bot(page, id, &a->about);
    svi_report_begin(page, "bot");
    svi_json_members(out, JSON_TEXT("store", page->store), JSON_INT("id", id),
                     JSON_TEXT("bot", f->league->bot[id]));
    put_version(page, id);
    put_figures(page, id);
    if (b->won != 0) {
        svi_json_members(out, JSON_INT("won", b->won), JSON_INT("won_rounds", b->won_rounds));
    }
    svi_report_losses(b, out);
    const unsigned versions = put_versions(page, id, version);
    svi_report_steps(f, version, versions, out);
    svi_report_games(page, "last", b->last, b->n_last);
    return SV_OK;
}
