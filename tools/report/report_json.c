/* The report for programs: JSON and csv. */
#include "tools/report/report.h"

#include "tools/report/bot_columns.h"
#include "tools/report/figure.h"
#include "tools/report/game_columns.h"
#include "tools/report/rank_print.h"

#include "store/store.h"
#include "tools/replay/html.h"

#include "base/json.h"
#include "base/out.h"

#include <stdlib.h>
#include <string.h>

/* "NAME":[value,low,high], the first member of an object or a further one. */
static void put_rating(struct svi_buf *out, bool first, const char *name, struct svi_estimate e)
{
    svi_out_text(out, first ? "" : ",");
    svi_out_json_string(out, name);
    svi_out_text(out, ":[");
    svi_out_text(out, svi_figure(e.value, 2, "null").text);
    svi_out_char(out, ',');
    svi_out_text(out, svi_figure(e.low, 2, "null").text);
    svi_out_char(out, ',');
    svi_out_text(out, svi_figure(e.high, 2, "null").text);
    svi_out_char(out, ']');
}

/* A list of numbers. */
static void numbers(struct svi_buf *out, const char *key, const uint64_t value[], size_t n)
{
    svi_json_key(out, key);
    svi_out_char(out, '[');
    for (size_t i = 0; i < n; i++) {
        svi_out_text(out, i == 0 ? "" : ",");
        svi_out_int(out, (int64_t)value[i]);
    }
    svi_out_char(out, ']');
}

static const char *format_of(const struct svi_figures *f)
{
    for (unsigned i = 0; i < f->league->n_terms; i++) {
        if (strcmp(f->league->term[i].key, "format") == 0) {
            return f->league->term[i].value;
        }
    }
    return "";
}

/* ---- parts ----------------------------------------------------------------------------------- */

void svi_report_status(const struct svi_page *page, struct svi_buf *out)
{
    const struct svi_figures *f = page->f;
    svi_json_string(out, "league", f->league->name);
    svi_json_string(out, "edition", f->league->edition);
    svi_json_string(out, "format", format_of(f));
    svi_json_int(out, "version", (int64_t)page->version);
    svi_json_int(out, "games", (int64_t)f->sheet.tally.matches);
    svi_json_int(out, "hidden", (int64_t)f->hidden);
    svi_json_int(out, "left_out", (int64_t)f->sheet.tally.left_out);
    svi_json_int(out, "planned", (int64_t)f->sheet.tally.planned);
    svi_json_int(out, "deals", f->sheet.ratings.deals);
    svi_json_int(out, "games_of_a_deal", f->league->lanes);
    svi_json_int(out, "seats", f->league->seats);
}

void svi_report_begin(const struct svi_page *page, const char *kind)
{
    struct svi_buf *out = page->out;
    svi_out_char(out, '{');
    svi_json_string(out, "page", kind);
    svi_json_key(out, "status");
    svi_out_char(out, '{');
    svi_report_status(page, out);
    svi_json_int(out, "bots", page->f->n);
    if (page->progress != NULL) {
        svi_json_string(out, "progress", page->progress);
    }
    svi_json_bool(out, "opens_files", svi_replay_has_opener());
    svi_out_char(out, '}');
}

/* Appends an object without the end of its line. */
static void embed(struct svi_buf *out, const char *key, struct svi_buf *object)
{
    svi_json_key(out, key);
    svi_buf_append(out, object->data, object->size > 0 ? object->size - 1 : 0);
    out->failed = out->failed || object->failed;
    svi_buf_finish(object);
}

void svi_report_losses(const struct svi_bot_figures *b, struct svi_buf *out)
{
    svi_json_rows(out, "losses");
    for (unsigned k = 0; k < b->n_loss; k++) {
        const struct svi_loss_note *loss = &b->loss[k];
        svi_json_row(out);
        svi_json_key(out, "game");
        if (loss->match != 0) {
            svi_out_int(out, (int64_t)loss->match);
        } else {
            svi_out_text(out, "null");
        }
        svi_json_int(out, "seat", loss->seat);
        svi_json_bool(out, "went_on", loss->recovered > 0);
        svi_json_string(out, "report", loss->report != NULL ? loss->report : "");
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

void svi_report_bot(const struct svi_figures *f, unsigned id, struct svi_buf *out)
{
    svi_json_int(out, "id", id);
    svi_json_string(out, "origin", f->league->entry[id].origin);
}

static void put_bot(const struct svi_figures *f, const struct svi_bot_row *row, struct svi_buf *out)
{
    const unsigned id = row->bot;
    struct svi_rows rows;
    const struct svi_time_row all = svi_time_row(f, id, NULL, &f->bot[id].all_times);
    svi_json_row(out);
    svi_report_bot(f, id, out);
    svi_columns_json(&svi_bot_columns, row, SVI_IN_REPORT, out);
    svi_columns_json(&svi_time_columns, &all, SVI_IN_JSON, out);
    struct svi_time_row *kinds = svi_time_rows_by_kind(f, row->bot, &rows);
    svi_columns_json_all(&svi_time_columns, &rows, SVI_IN_JSON | SVI_IN_KIND, "kinds", out);
    free(kinds);
    svi_report_losses(&f->bot[id], out);
    svi_json_row_end(out);
}

static void put_columns(const struct svi_figures *f, struct svi_buf *out)
{
    struct svi_rows bots, pairs = {0}, times, kinds;
    struct svi_bot_row *bot = svi_bot_rows(&f->sheet, f, &bots);
    struct svi_pair_row *pair =
        f->has_field ? svi_pair_rows(&f->sheet, &f->field, NULL, f->sheet.ratings.order,
                                     f->sheet.ratings.n_order, &pairs)
                     : NULL;
    struct svi_time_row *time = svi_time_rows(f, &times);
    struct svi_time_row *kind = svi_time_rows_by_kind(f, f->n, &kinds);
    const struct svi_document_table tables[] = {
        {"ranking", svi_bot_columns, bots, SVI_IN_PAGE, 0},
        {"luck", svi_bot_columns, bots, SVI_IN_LUCK, 0},
        {"incidents", svi_bot_columns, bots, SVI_IN_INCIDENTS, 0},
        {"pairs", svi_pair_columns, pairs, SVI_IN_PAGE, 0},
        {"times", svi_time_columns, times, SVI_IN_PAGE | SVI_IN_SPREAD, 0},
        {"kinds", svi_time_columns, kinds, SVI_IN_KINDS | SVI_IN_SPREAD, 0},
    };
    svi_tables_describe(tables, sizeof tables / sizeof *tables, out);
    free(bot);
    free(pair);
    free(time);
    free(kind);
}

/* Returns the number behind a key in the identity of the league, or -1. */
static int64_t identity_number(const struct svi_figures *f, const char *key)
{
    const char *at = strstr(f->league->identity, key);
    return at != NULL ? strtoll(at + strlen(key), NULL, 10) : -1;
}

static void put_about(const struct svi_figures *f, struct svi_buf *out)
{
    const int64_t decision_ms = identity_number(f, "\nclock.decision_ms: ");
    const int64_t bank_ms = identity_number(f, "\nclock.bank_ms: ");
    svi_json_key(out, "about");
    svi_out_char(out, '{');
    if (f->author != NULL) {
        svi_json_string(out, "author", f->author);
    }
    if (f->machine != NULL) {
        svi_json_string(out, "machine", f->machine);
    }
    if (decision_ms >= 0 && bank_ms >= 0) {
        svi_json_int(out, "decision_ms", decision_ms);
        svi_json_int(out, "bank_ms", bank_ms);
    }
    if (f->n_runs > 0) {
        svi_json_int(out, "at_ms", f->run[f->n_runs - 1].last_ms);
    }
    svi_out_char(out, '}');
}

static void put_course(const struct svi_figures *f, struct svi_buf *out)
{
    const struct svi_sprt_course *c = &f->sheet.tally.course;
    if (!c->given) {
        return;
    }
    svi_json_key(out, "sprt");
    svi_out_char(out, '{');
    svi_json_int(out, "candidate", c->candidate);
    svi_json_int(out, "baseline", c->baseline);
    svi_figure_json(out, "lower", c->lower, 6);
    svi_figure_json(out, "upper", c->upper, 6);
    svi_json_key(out, "deals");
    for (unsigned k = 0; k < c->n; k++) {
        svi_out_char(out, k == 0 ? '[' : ',');
        svi_out_int(out, c->deal[k]);
    }
    svi_out_text(out, c->n == 0 ? "[],\"evidence\":[" : "],\"evidence\":[");
    for (unsigned k = 0; k < c->n; k++) {
        svi_out_text(out, k == 0 ? "" : ",");
        svi_out_text(out, svi_figure(c->llr[k], 6, "null").text);
    }
    svi_out_text(out, "]}");
}

void svi_report_notes(const struct svi_figures *f, struct svi_buf *out)
{
    const struct svi_ratings *r = &f->sheet.ratings;
    unsigned outside = 0;
    for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
        const unsigned bot = f->sheet.ratings.order[i];
        outside += r->bot[bot].seats > 0 &&
                   r->luce.group[svi_games_place(r->games, bot)] != r->luce.main_group;
    }
    svi_json_bool(out, "has_luck", f->sheet.games.has_luck && f->sheet.games.n_games > 0);
    svi_json_bool(out, "no_intervals", r->games->no_intervals);
    svi_json_bool(out, "intervals_known", r->sandwich.known);
    svi_json_int(out, "few_deals", SVI_FEW_DEALS);
    svi_json_int(out, "outside", outside);
    svi_json_rows(out, "reasons");
    for (unsigned i = 0; i < f->league->n_bots; i++) {
        const struct svi_store_entry *entry = &f->league->entry[i];
        if (entry->reason != NULL) {
            svi_json_row(out);
            svi_json_string(out, "bot", f->league->bot[i]);
            svi_json_string(out, "status", svi_status_name(entry->status));
            svi_json_string(out, "reason", entry->reason);
            svi_json_row_end(out);
        }
    }
    svi_json_rows_end(out);
    put_about(f, out);
    put_course(f, out);
}

void svi_report_steps(const struct svi_figures *f, const unsigned bot[], unsigned n,
                      struct svi_buf *out)
{
    svi_json_rows(out, "ratings_over_deals");
    for (unsigned k = 0; k < f->n_steps; k++) {
        const struct svi_figure_step *step = &f->step[k];
        svi_json_row(out);
        svi_json_int(out, "deals", step->deals);
        if (step->at_ms > 0) {
            svi_json_int(out, "at_ms", step->at_ms);
        }
        if (step->night > 0) {
            svi_json_int(out, "night", (int64_t)step->night);
        }
        svi_json_key(out, "ratings");
        svi_out_char(out, '{');
        for (unsigned i = 0; i < n; i++) {
            put_rating(out, i == 0, f->sheet.games.bot[bot[i]], step->rating[bot[i]]);
        }
        svi_out_char(out, '}');
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_json_ints(out, "nights", f->night, f->n_nights);
}

static void put_transfers(const struct svi_figures *f, struct svi_buf *out)
{
    const struct svi_transfers *t = &f->transfers;
    const bool known = f->has_transfers && f->traded > 0;
    svi_json_int(out, "traded", known ? (int64_t)f->traded : 0);
    svi_json_int(out, "permutations", known ? (int64_t)t->permutations : 0);
    svi_json_rows(out, "transfers");
    for (unsigned i = 0; i < f->n && known; i++) {
        for (unsigned j = i + 1; j < f->n; j++) {
            const struct svi_transfer *p = &t->pair[(size_t)i * f->n + j];
            const struct svi_pair_figures *games = svi_figures_pair(f, i, j);
            if (p->games == 0) {
                continue;
            }
            svi_json_row(out);
            svi_json_string(out, "bot", f->league->bot[i]);
            svi_json_string(out, "against", f->league->bot[j]);
            svi_json_int(out, "games", (int64_t)p->games);
            svi_json_int(out, "trades", (int64_t)p->trades);
            svi_figure_json(out, "gain", p->gain, 4);
            svi_figure_json(out, "expected", p->expected, 4);
            svi_figure_json(out, "error", p->error, 4);
            svi_figure_json(out, "p_chance", p->p_chance, 4);
            svi_figure_json(out, "p_outlier", p->p_outlier, 6);
            svi_json_bool(out, "flagged", p->flagged);
            if (p->flagged && games != NULL) {
                numbers(out, "greatest", games->gift, games->n_gift);
                svi_json_key(out, "greatest_gains");
                for (unsigned k = 0; k < games->n_gift; k++) {
                    svi_out_char(out, k == 0 ? '[' : ',');
                    svi_out_int(out, games->gain[k]);
                }
                svi_out_text(out, games->n_gift == 0 ? "[]" : "]");
            }
            svi_json_row_end(out);
        }
    }
    svi_json_rows_end(out);
}

static void put_lengths(const struct svi_figures *f, struct svi_buf *out)
{
    struct svi_figure_bar bar[SVI_FIGURE_BARS];
    uint64_t games[SVI_FIGURE_BARS], first[SVI_FIGURE_BARS];
    unsigned width;
    const unsigned n = svi_figures_bars(f, bar, &width);
    for (unsigned k = 0; k < n; k++) {
        games[k] = bar[k].games;
        first[k] = bar[k].first;
    }
    svi_figure_json(out, "rounds_mean", (double)f->rounds_sum / (double)f->sheet.games.n_games, 4);
    svi_json_int(out, "rounds_5", svi_figures_rounds(f, 50));
    svi_json_int(out, "rounds_median", svi_figures_rounds(f, 500));
    svi_json_int(out, "rounds_95", svi_figures_rounds(f, 950));
    svi_json_int(out, "shortest_game", (int64_t)f->shortest);
    svi_json_int(out, "shortest_rounds", f->shortest_rounds);
    svi_json_int(out, "longest_game", (int64_t)f->longest);
    svi_json_int(out, "longest_rounds", f->longest_rounds);
    svi_json_key(out, "lengths");
    svi_out_char(out, '{');
    svi_json_int(out, "width", width);
    numbers(out, "games", games, n);
    numbers(out, "first", first, n);
    svi_out_char(out, '}');
    svi_json_rows(out, "ends");
    for (unsigned k = 0; k < SVI_FIGURE_ENDS; k++) {
        svi_json_row(out);
        svi_json_string(out, "ended", sv_why_name(svi_figure_ends[k]));
        svi_json_int(out, "games", (int64_t)f->ends[svi_figure_ends[k]]);
        svi_json_int(out, "first", (int64_t)f->first_end[svi_figure_ends[k]]);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

void svi_report_games(const struct svi_page *page, const char *key, const uint64_t number[],
                      size_t n)
{
    struct svi_buf newest = {0};
    for (size_t k = n; k-- > 0;) {
        svi_buf_append(&newest, &number[k], sizeof *number);
    }
    const enum sv_status status =
        svi_games_json(page->reader, page->f, (const uint64_t *)(const void *)newest.data,
                       newest.size / sizeof *number, SVI_IN_PAGE, key, page->out);
    page->out->failed = page->out->failed || newest.failed || status != SV_OK;
    svi_buf_finish(&newest);
}

static void name_games(struct svi_buf *list, const uint64_t number[], size_t n)
{
    svi_buf_append(list, number, n * sizeof *number);
}

static void name_games_of(struct svi_buf *list, const struct svi_bot_figures *b)
{
    name_games(list, &b->won, 1);
    name_games(list, b->incident, b->n_incident);
    name_games(list, b->last, b->n_last);
    for (unsigned k = 0; k < b->n_loss; k++) {
        name_games(list, &b->loss[k].match, 1);
    }
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        name_games(list, &b->times[k].slowest, 1);
    }
}

static int by_number(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* Every game that the report names, once. A number of 0 names none. */
static void put_games(const struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_figure_bar bar[SVI_FIGURE_BARS];
    struct svi_buf list = {0};
    unsigned width;
    name_games(&list, &f->shortest, 1);
    name_games(&list, &f->longest, 1);
    name_games(&list, f->first_end, SV_WHY_COUNT);
    for (unsigned k = svi_figures_bars(f, bar, &width); k-- > 0;) {
        name_games(&list, &bar[k].first, 1);
    }
    for (unsigned i = 0; i < f->n; i++) {
        name_games_of(&list, &f->bot[i]);
    }
    for (size_t k = 0; f->pair != NULL && k < (size_t)f->n * f->n; k++) {
        name_games(&list, f->pair[k].last, f->pair[k].n_last);
    }
    for (unsigned k = 0; k < f->transfers.n_flagged; k++) {
        const struct svi_pair_figures *p =
            svi_figures_pair(f, f->transfers.flagged[k].i, f->transfers.flagged[k].j);
        name_games(&list, p != NULL ? p->gift : NULL, p != NULL ? p->n_gift : 0);
    }
    uint64_t *const number = (uint64_t *)(void *)list.data;
    size_t n = 0;
    if (!list.failed) {
        qsort(number, list.size / sizeof *number, sizeof *number, by_number);
    }
    for (size_t k = 0; k < list.size / sizeof *number; k++) {
        if (number[k] != (n > 0 ? number[n - 1] : 0)) {
            number[n++] = number[k];
        }
    }
    page->out->failed = page->out->failed || list.failed;
    svi_report_games(page, "games", number, n);
    svi_buf_finish(&list);
}

void svi_report_document(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out, part = {0};
    svi_report_begin(page, "report");
    svi_json_string(out, "store", page->store);
    svi_json_key(out, "games_at");
    if (page->game_link != NULL) {
        svi_out_json_string(out, page->game_link);
    } else {
        svi_out_text(out, "null");
    }
    put_columns(f, out);
    svi_rank_print_json(&f->sheet, &part);
    embed(out, "ranking", &part);
    if (f->has_field) {
        svi_rank_field_json(&f->sheet, &f->field, &part);
        embed(out, "field", &part);
    }
    svi_report_notes(f, out);
    svi_json_int(out, "hidden", (int64_t)f->hidden);
    svi_json_int(out, "incidents", (int64_t)f->incidents);
    svi_json_int(out, "forfeited", (int64_t)f->forfeited);
    put_lengths(f, out);
    svi_json_rows(out, "seats");
    for (unsigned s = 0; s < f->seats && f->sheet.games.n_games > 0; s++) {
        svi_json_row(out);
        svi_json_int(out, "seat", s);
        svi_figure_json(out, "points", f->seat[s].value, 6);
        svi_figure_json(out, "points_low", f->seat[s].low, 6);
        svi_figure_json(out, "points_high", f->seat[s].high, 6);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows(&f->sheet, f, &rows);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < rows.n; i++) {
        put_bot(f, &row[i], out);
    }
    svi_json_rows_end(out);
    free(row);
    svi_report_steps(f, f->sheet.ratings.order, f->sheet.ratings.n_order, out);
    put_transfers(f, out);
    put_games(page);
}

void svi_report_json(struct svi_page *page)
{
    svi_report_document(page);
    svi_out_text(page->out, "}\n");
}

/* ---- csv ------------------------------------------------------------------------------------- */

void svi_report_csv(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows(&f->sheet, f, &rows);
    svi_columns_csv_titles(&svi_bot_columns, SVI_IN_CSV | SVI_IN_MORE, true, out);
    svi_columns_csv_titles(&svi_time_columns, SVI_IN_CSV, false, out);
    svi_out_char(out, '\n');
    for (unsigned i = 0; i < rows.n; i++) {
        const struct svi_time_row times = svi_time_row(f, row[i].bot, NULL, &row[i].of->all_times);
        svi_columns_csv(&svi_bot_columns, &row[i], SVI_IN_CSV | SVI_IN_MORE, true, out);
        svi_columns_csv(&svi_time_columns, &times, SVI_IN_CSV, false, out);
        svi_out_char(out, '\n');
    }
    free(row);
}
