#include "tools/report/rank_figures.h"
#include "tools/report/rank_print.h"

#include "base/json.h"
#include "base/out.h"

#include <math.h>
#include <stdint.h>

static void put_count(struct svi_buf *out, const char *key, uint64_t count)
{
    svi_json_int(out, key, (int64_t)count);
}

static void put_figure(struct svi_buf *out, const char *key, struct svi_figure figure)
{
    svi_json_key(out, key);
    svi_out_text(out, figure.text);
}

static void put_number(struct svi_buf *out, const char *key, double value, unsigned decimals)
{
    put_figure(out, key, svi_figure(value, decimals, "null"));
}

/* Likelihood of superiority over each bot, in the order of the rows. */
static void put_superiority(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    svi_json_key(out, "superiority");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        const double p = sheet->shown[i] != bot
                             ? svi_ratings_superiority(&sheet->ratings, bot, sheet->shown[i])
                             : NAN;
        svi_out_text(out, i == 0 ? "" : ",");
        svi_out_text(out, svi_figure(p, 4, "null").text);
    }
    svi_out_char(out, ']');
}

static void put_text(struct svi_buf *out, const char *key, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        svi_json_string(out, key, text);
    } else {
        svi_json_key(out, key);
        svi_out_text(out, "null");
    }
}

static void put_entry(const struct svi_store_entry *entry, struct svi_buf *out)
{
    char version[SVI_RANK_VERSION_SIZE];
    svi_rank_version(entry, sizeof entry->version, "", version);
    put_text(out, "status", entry != NULL ? svi_status_name(entry->status) : NULL);
    put_text(out, "reason", entry != NULL ? entry->reason : NULL);
    put_text(out, "version", version);
    put_text(out, "origin", entry != NULL ? entry->origin : NULL);
}

static void put_row(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    const struct svi_rating *r = svi_rank_rating_of(sheet, bot);
    const struct svi_rank_row *row = sheet->row[bot];
    const struct svi_estimate none = {NAN, NAN, NAN};
    const struct svi_adjusted *a = sheet->has_adjusted ? &sheet->adjusted : NULL;
    const struct svi_estimate points = a != NULL ? a->points[bot] : none;
    const struct svi_estimate rating = a != NULL ? a->ratings.bot[bot].rating : none;
    svi_json_row(out);
    put_count(out, "rank", r->rank);
    svi_json_string(out, "bot", sheet->games.bot[bot]);
    put_count(out, "games", r->seats);
    put_figure(out, "points", svi_rank_points_sum(sheet, bot));
    put_figure(out, "mean_points", svi_rank_mean_points(sheet, bot, 6, "null"));
    put_count(out, "wins", r->wins);
    put_figure(out, "mean_place", svi_rank_mean_place(sheet, bot, 4, "null"));
    put_figure(out, "mean_worth", svi_rank_mean_worth(sheet, bot, 2, "null"));
    for (size_t k = 0; k < SVI_RANK_ENDS && row != NULL; k++) {
        put_count(out, sv_why_name(svi_rank_ends[k]), row->ends[svi_rank_ends[k]]);
    }
    for (size_t k = 0; k < SVI_RANK_WRONGS && row != NULL; k++) {
        put_count(out, sv_verdict_name(svi_rank_wrongs[k]), row->verdicts[svi_rank_wrongs[k]]);
    }
    if (row != NULL) {
        put_count(out, "forfeited", row->forfeited);
    }
    svi_json_key(out, "points_by_seat");
    svi_out_char(out, '[');
    for (unsigned s = 0; s < sheet->seats && s < SV_MAX_SEATS; s++) {
        svi_out_text(out, s == 0 ? "" : ",");
        svi_out_text(out, svi_rank_seat_mean(sheet, bot, s, 6, "null").text);
    }
    svi_out_char(out, ']');
    put_number(out, "rating", r->rating.value, 2);
    put_number(out, "rating_low", r->rating.low, 2);
    put_number(out, "rating_high", r->rating.high, 2);
    put_number(out, "points_low", r->points.low, 6);
    put_number(out, "points_high", r->points.high, 6);
    put_number(out, "rank_low", svi_rank_claimed(r, r->rank_low), 0);
    put_number(out, "rank_high", svi_rank_claimed(r, r->rank_high), 0);
    put_number(out, "adjusted", points.value, 6);
    put_number(out, "adjusted_low", points.low, 6);
    put_number(out, "adjusted_high", points.high, 6);
    put_number(out, "luck", r->luck.value, 6);
    put_number(out, "adjusted_rating", rating.value, 2);
    put_number(out, "adjusted_rating_low", rating.low, 2);
    put_number(out, "adjusted_rating_high", rating.high, 2);
    put_count(out, "deals", r->deals);
    put_entry(svi_rank_entry_of(sheet, bot), out);
    if (sheet->tags) {
        svi_json_key(out, "tags");
        svi_rank_put_tags(svi_rank_entry_of(sheet, bot), out);
    }
    put_superiority(sheet, bot, out);
    svi_json_row_end(out);
}

static void put_sizes(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    svi_json_rows(out, "points_by_size");
    for (unsigned seats = 2; seats <= SVI_STATS_SEATS; seats++) {
        struct svi_rank_by_size b;
        const bool any = svi_rank_by_size_init(sheet, seats, &b);
        for (unsigned i = 0; i < sheet->n_shown && any; i++) {
            const unsigned bot = sheet->shown[i];
            if (b.count[bot] > 0) {
                svi_json_row(out);
                svi_json_string(out, "bot", sheet->games.bot[bot]);
                put_count(out, "seats", seats);
                put_count(out, "games", b.count[bot]);
                put_number(out, "mean_points", b.mean[bot].value, 6);
                put_number(out, "points_low", b.mean[bot].low, 6);
                put_number(out, "points_high", b.mean[bot].high, 6);
                svi_json_row_end(out);
            }
        }
        svi_rank_by_size_finish(&b);
    }
    svi_json_rows_end(out);
}

void svi_rank_print_json(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    svi_out_char(out, '{');
    if (sheet->has_tally) {
        const struct svi_store_info *league = sheet->tally.league;
        svi_json_string(out, "league", league->name);
        svi_json_string(out, "edition", league->edition);
        svi_json_hex(out, "edition_hash", league->edition_hash, sizeof league->edition_hash);
        put_count(out, "seats", league->seats);
        put_count(out, "planned", sheet->tally.planned);
        put_count(out, "games", sheet->tally.matches);
        put_count(out, "left_out", sheet->tally.left_out);
        put_count(out, "decisions", sheet->tally.decisions);
        if (sheet->tally.told[0] != '\0') {
            svi_json_string(out, "told", sheet->tally.told);
        }
        if (sheet->has_digest) {
            svi_json_hex(out, "digest", sheet->tally.digest, sizeof sheet->tally.digest);
        }
    } else {
        put_count(out, "games", sheet->games.n_games);
    }
    put_count(out, "deals", sheet->ratings.deals);
    svi_json_bool(out, "few_deals", sheet->ratings.few_deals);
    svi_json_bool(out, "connected", sheet->ratings.luce.connected);
    if (sheet->has_adjusted) {
        put_number(out, "luck_weight", sheet->adjusted.first, 4);
    }
    if (sheet->games.n_games > 0) {
        put_number(out, "games_saved_by_luck", sheet->saved.luck, 4);
        put_number(out, "games_saved_by_seatings", sheet->saved.seatings, 4);
        put_number(out, "games_saved_by_both", sheet->saved.both, 4);
    }
    if (sheet->has_tally) {
        put_count(out, "without_luck", sheet->without_luck);
    }
    put_number(out, "prior", sheet->ratings.options.prior, 6);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        put_row(sheet, sheet->shown[i], out);
    }
    svi_json_rows_end(out);
    if (sheet->seats == 0 && sheet->games.n_games > 0) {
        put_sizes(sheet, out);
    }
    svi_out_text(out, "}\n");
}
