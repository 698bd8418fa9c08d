#include "tools/report/time_columns.h"

#include "memory/memory.h"

#include <stdlib.h>

static const struct svi_times *times_of(const struct svi_figures *f, unsigned bot)
{
    return &f->bot[bot].all_times;
}

struct svi_time_row *svi_time_rows(const struct svi_figures *f, struct svi_rows *rows)
{
    struct svi_time_row *row = svi_new(f->sheet.ratings.n_order + 1u, sizeof *row);
    for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
        const unsigned bot = f->sheet.ratings.order[i];
        row[i] = (struct svi_time_row){f, bot, NULL, times_of(f, bot)};
    }
    *rows = (struct svi_rows){row, sizeof *row, f->sheet.ratings.n_order};
    return row;
}

struct svi_time_row *svi_time_rows_by_kind(const struct svi_figures *f, unsigned bot,
                                           struct svi_rows *rows)
{
    struct svi_time_row *row =
        svi_new((size_t)f->sheet.ratings.n_order * SV_DECISION_COUNT + 1, sizeof *row);
    unsigned n = 0;
    for (unsigned i = 0; i < f->sheet.ratings.n_order && row != NULL; i++) {
        const unsigned shown = f->sheet.ratings.order[i];
        const struct svi_bot_figures *b = &f->bot[shown];
        for (unsigned k = 0; k < SV_DECISION_COUNT && (bot == shown || bot >= f->n); k++) {
            if (svi_times_all(&b->times[k]) > 0) {
                row[n++] = (struct svi_time_row){f, shown, sv_decision_name(k), &b->times[k]};
            }
        }
    }
    *rows = (struct svi_rows){row, sizeof *row, n};
    return row;
}

static void get_bot(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_time_row *r = row;
    (void)which;
    svi_cell_set_text(value, r->figures->sheet.games.bot[r->bot]);
}

static void get_kind(const void *row, unsigned which, struct svi_cell *value)
{
    (void)which;
    svi_cell_set_text(value, ((const struct svi_time_row *)row)->kind);
}

enum { DECISIONS, CHARGED, LONGEST, LONGEST_GAME };

static void get_figure(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_time_row *r = row;
    const uint64_t all = svi_times_all(r->times);
    if (which == DECISIONS) {
        svi_cell_set_int(value, all);
    } else if (all == 0) {
        return;
    } else if (which == CHARGED) {
        svi_cell_set_int(value, r->times->charged_us / all);
    } else if (which == LONGEST) {
        svi_cell_set_int(value, r->times->slowest_us);
    } else if (svi_figures_game(r->figures, r->times->slowest) != NULL) {
        svi_cell_set_int(value, r->times->slowest);
    }
}

static void get_quantile(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_time_row *r = row;
    if (svi_times_all(r->times) > 0) {
        svi_cell_set_int(value, svi_times_quantile(r->times, which));
    }
}

#define EVERYWHERE SVI_IN_DATA | SVI_IN_PAGE | SVI_IN_KINDS | SVI_IN_KIND

static const struct svi_column columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_PAGE | SVI_IN_KINDS, .treated = SVI_COLUMN_NAME,
     .get = get_bot},
    {"kind", SVI_TEXT, NULL, "The kind of decision", SVI_IN_KINDS | SVI_IN_KIND, .get = get_kind},
    {"decisions", SVI_INTEGER, NULL, "Answers whose time is known", EVERYWHERE, .get = get_figure,
     .which = DECISIONS},
    {"charged_us", SVI_INTEGER, "us",
     "Mean time that the bot's clock was charged for a decision: without what the machine or the "
     "arbiter took",
     EVERYWHERE, .get = get_figure, .which = CHARGED},
    {"median_us", SVI_INTEGER, "us", "Half of the answers came within this time", EVERYWHERE,
     .get = get_quantile, .which = 500},
    {"p99_us", SVI_INTEGER, "us", "99 of 100 answers came within this time", EVERYWHERE,
     .get = get_quantile, .which = 990},
    {"longest_us", SVI_INTEGER, "us", "The longest time of an answer", EVERYWHERE,
     .get = get_figure, .which = LONGEST},
    {"longest_game", SVI_INTEGER, NULL, "The game with that answer", EVERYWHERE, .get = get_figure,
     .which = LONGEST_GAME},
    {"spread", SVI_INTEGER, NULL, "From the median to 99 of 100 answers and the longest",
     SVI_IN_SPREAD, SVI_CHART, .get = get_quantile, .which = 500},
};

const struct svi_columns svi_time_columns = SVI_COLUMNS(columns);
