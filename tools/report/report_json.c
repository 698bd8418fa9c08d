/* The report for programs: JSON and csv. */
#include "tools/report/report.h"

#include "base/order.h"
#include "tools/analysis/figure.h"
#include "tools/report/bot_columns.h"
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
    svi_out_format(out, ":[%s,%s,%s]", svi_figure(e.value, 2, "null").text,
                   svi_figure(e.low, 2, "null").text, svi_figure(e.high, 2, "null").text);
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
    svi_json_members(
        out, JSON_TEXT("league", f->league->name), JSON_TEXT("edition", f->league->edition),
        JSON_TEXT("format", format_of(f)), JSON_INT("version", page->version),
        JSON_INT("games", f->sheet.tally.matches), JSON_INT("hidden", f->hidden),
        JSON_INT("left_out", f->sheet.tally.left_out), JSON_INT("planned", f->sheet.tally.planned),
        JSON_INT("deals", f->sheet.ratings.deals), JSON_INT("games_of_a_deal", f->league->lanes),
        JSON_INT("seats", f->league->seats));
}

void svi_report_begin(const struct svi_page *page, const char *kind)
{
    struct svi_buf *out = page->out;
    svi_out_char(out, '{');
    svi_json_string(out, "page", kind);
    svi_json_open(out, "status");
    svi_report_status(page, out);
    svi_json_members(out, JSON_INT("bots", page->f->n), JSON_TEXT("progress", page->progress),
                     JSON_BOOL("opens_files", svi_replay_has_opener()));
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
        svi_json_object(out, JSON_INT_IF(loss->match != 0, "game", loss->match),
                        JSON_INT("seat", loss->seat), JSON_BOOL("went_on", loss->recovered > 0),
                        JSON_TEXT("report", loss->report != NULL ? loss->report : ""));
    }
    svi_json_rows_end(out);
}

void svi_report_bot(const struct svi_figures *f, unsigned id, struct svi_buf *out)
{
    svi_json_members(out, JSON_INT("id", id), JSON_TEXT("origin", f->league->entry[id].origin));
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
    SCOPED(scoped_free) struct svi_time_row *kinds = svi_time_rows_by_kind(f, row->bot, &rows);
    svi_columns_json_all(&svi_time_columns, &rows, SVI_IN_JSON | SVI_IN_KIND, "kinds", out);
    svi_report_losses(&f->bot[id], out);
    svi_json_row_end(out);
}

static void put_columns(const struct svi_figures *f, struct svi_buf *out)
{
    struct svi_rows bots, pairs = {0}, times, kinds;
    SCOPED(scoped_free) struct svi_bot_row *bot = svi_bot_rows(&f->sheet, f, &bots);
    SCOPED(scoped_free)
    struct svi_pair_row *pair =
        f->has_field ? svi_pair_rows(&f->sheet, &f->field, NULL, f->sheet.ratings.order,
                                     f->sheet.ratings.n_order, &pairs)
                     : NULL;
    SCOPED(scoped_free) struct svi_time_row *time = svi_time_rows(f, &times);
    SCOPED(scoped_free) struct svi_time_row *kind = svi_time_rows_by_kind(f, f->n, &kinds);
    const struct svi_document_table tables[] = {
        {"ranking", svi_bot_columns, bots, SVI_IN_PAGE, 0},
        {"luck", svi_bot_columns, bots, SVI_IN_LUCK, 0},
        {"incidents", svi_bot_columns, bots, SVI_IN_INCIDENTS, 0},
        {"pairs", svi_pair_columns, pairs, SVI_IN_PAGE, 0},
        {"times", svi_time_columns, times, SVI_IN_PAGE | SVI_IN_SPREAD, 0},
        {"kinds", svi_time_columns, kinds, SVI_IN_KINDS | SVI_IN_SPREAD, 0},
    };
    svi_tables_describe(tables, sizeof tables / sizeof *tables, out);
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
    svi_json_open(out, "about");
    svi_json_members(out, JSON_TEXT("author", f->author), JSON_TEXT("machine", f->machine));
    if (decision_ms >= 0 && bank_ms >= 0) {
        svi_json_members(out, JSON_INT("decision_ms", decision_ms), JSON_INT("bank_ms", bank_ms));
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
    svi_json_open(out, "sprt");
    svi_json_members(out, JSON_INT("candidate", c->candidate), JSON_INT("baseline", c->baseline),
                     JSON_FIGURE("lower", c->lower, 6), JSON_FIGURE("upper", c->upper, 6));
    svi_json_ints(out, "deals", c->deal, c->n);
    svi_json_key(out, "evidence");
    for (unsigned k = 0; k < c->n; k++) {
        svi_out_format(out, k == 0 ? "[%s" : ",%s", svi_figure(c->llr[k], 6, "null").text);
    }
    svi_out_text(out, c->n == 0 ? "[]}" : "]}");
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
    svi_json_members(out,
                     JSON_BOOL("has_luck", f->sheet.games.has_luck && f->sheet.games.n_games > 0),
                     JSON_BOOL("no_intervals", r->games->no_intervals),
                     JSON_BOOL("intervals_known", r->sandwich.known),
                     JSON_INT("few_deals", SVI_FEW_DEALS), JSON_INT("outside", outside));
    svi_json_rows(out, "reasons");
    for (unsigned i = 0; i < f->league->n_bots; i++) {
        const struct svi_store_entry *entry = &f->league->entry[i];
        if (entry->reason != NULL) {
            svi_json_object(out, JSON_TEXT("bot", f->league->bot[i]),
                            JSON_TEXT("status", svi_status_name(entry->status)),
                            JSON_TEXT("reason", entry->reason));
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
        svi_json_open(out, "ratings");
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
    svi_json_members(out, JSON_INT("traded", known ? f->traded : 0),
                     JSON_INT("permutations", known ? t->permutations : 0));
    svi_json_rows(out, "transfers");
    for (unsigned i = 0; i < f->n && known; i++) {
        for (unsigned j = i + 1; j < f->n; j++) {
            const struct svi_transfer *p = &t->pair[(size_t)i * f->n + j];
            const struct svi_pair_figures *games = svi_figures_pair(f, i, j);
            if (p->games == 0) {
                continue;
            }
            svi_json_row(out);
            svi_json_members(
                out, JSON_TEXT("bot", f->league->bot[i]), JSON_TEXT("against", f->league->bot[j]),
                JSON_INT("games", p->games), JSON_INT("trades", p->trades),
                JSON_FIGURE("gain", p->gain, 4), JSON_FIGURE("expected", p->expected, 4),
                JSON_FIGURE("error", p->error, 4), JSON_FIGURE("p_chance", p->p_chance, 4),
                JSON_FIGURE("p_outlier", p->p_outlier, 6), JSON_BOOL("flagged", p->flagged));
            if (p->flagged && games != NULL) {
                svi_json_ints(out, "greatest", games->gift, games->n_gift);
                svi_json_ints(out, "greatest_gains", games->gain, games->n_gift);
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
    svi_json_members(
        out, JSON_FIGURE("rounds_mean", (double)f->rounds_sum / (double)f->sheet.games.n_games, 4),
        JSON_INT("rounds_5", svi_figures_rounds(f, 50)),
        JSON_INT("rounds_median", svi_figures_rounds(f, 500)),
        JSON_INT("rounds_95", svi_figures_rounds(f, 950)), JSON_INT("shortest_game", f->shortest),
        JSON_INT("shortest_rounds", f->shortest_rounds), JSON_INT("longest_game", f->longest),
        JSON_INT("longest_rounds", f->longest_rounds));
    svi_json_open(out, "lengths");
    svi_json_int(out, "width", width);
    svi_json_ints(out, "games", games, n);
    svi_json_ints(out, "first", first, n);
    svi_out_char(out, '}');
    svi_json_rows(out, "ends");
    for (unsigned k = 0; k < SVI_FIGURE_ENDS; k++) {
        const enum sv_why why = svi_figure_ends[k];
        svi_json_object(out, JSON_TEXT("ended", sv_why_name(why)), JSON_INT("games", f->ends[why]),
                        JSON_INT("first", f->first_end[why]));
    }
    svi_json_rows_end(out);
}

void svi_report_games(const struct svi_page *page, const char *key, const uint64_t number[],
                      size_t n)
{
    SCOPED(svi_buf_finish) struct svi_buf newest = {0};
    for (size_t k = n; k-- > 0;) {
        svi_buf_append(&newest, &number[k], sizeof *number);
    }
    const enum sv_status status =
        svi_games_json(page->reader, page->f, (const uint64_t *)(const void *)newest.data,
                       newest.size / sizeof *number, SVI_IN_PAGE, key, page->out);
    page->out->failed = page->out->failed || newest.failed || status != SV_OK;
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

SVI_ORDER(by_number, uint64_t, SVI_COMPARE(*one, *other))

/* Every game that the report names, once. A number of 0 names none. */
static void put_games(const struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_figure_bar bar[SVI_FIGURE_BARS];
    SCOPED(svi_buf_finish) struct svi_buf list = {0};
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
    svi_json_members(out, JSON_INT("hidden", f->hidden), JSON_INT("incidents", f->incidents),
                     JSON_INT("forfeited", f->forfeited));
    put_lengths(f, out);
    svi_json_rows(out, "seats");
    for (unsigned s = 0; s < f->seats && f->sheet.games.n_games > 0; s++) {
        svi_json_object(out, JSON_INT("seat", s), JSON_FIGURE("points", f->seat[s].value, 6),
                        JSON_FIGURE("points_low", f->seat[s].low, 6),
                        JSON_FIGURE("points_high", f->seat[s].high, 6));
    }
    svi_json_rows_end(out);
    struct svi_rows rows;
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_rows(&f->sheet, f, &rows);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < rows.n; i++) {
        put_bot(f, &row[i], out);
    }
    svi_json_rows_end(out);
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
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_rows(&f->sheet, f, &rows);
    svi_columns_csv_titles(&svi_bot_columns, SVI_IN_CSV | SVI_IN_MORE, true, out);
    svi_columns_csv_titles(&svi_time_columns, SVI_IN_CSV, false, out);
    svi_out_char(out, '\n');
    for (unsigned i = 0; i < rows.n; i++) {
        const struct svi_time_row times = svi_time_row(f, row[i].bot, NULL, &row[i].of->all_times);
        svi_columns_csv(&svi_bot_columns, &row[i], SVI_IN_CSV | SVI_IN_MORE, true, out);
        svi_columns_csv(&svi_time_columns, &times, SVI_IN_CSV, false, out);
        svi_out_char(out, '\n');
    }
}
