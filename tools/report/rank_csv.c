#include "tools/report/csv.h"
#include "tools/report/rank_figures.h"
#include "tools/report/rank_print.h"

#include "base/out.h"

#include <math.h>
#include <stdint.h>

static void put_csv(struct svi_buf *out, struct svi_figure figure)
{
    svi_out_char(out, ',');
    svi_out_text(out, figure.text);
}

static void put_csv_count(struct svi_buf *out, uint64_t count)
{
    svi_out_char(out, ',');
    svi_out_int(out, (int64_t)count);
}

/* A count that the tally alone knows. */
static void put_csv_tally(struct svi_buf *out, const struct svi_rank_row *row, uint64_t count)
{
    if (row != NULL) {
        put_csv_count(out, count);
    } else {
        svi_out_char(out, ',');
    }
}

static void put_csv_estimate(struct svi_buf *out, struct svi_estimate e, unsigned decimals)
{
    put_csv(out, svi_figure(e.value, decimals, ""));
    put_csv(out, svi_figure(e.low, decimals, ""));
    put_csv(out, svi_figure(e.high, decimals, ""));
}

static void put_entry(const struct svi_store_entry *entry, struct svi_buf *out)
{
    char version[SVI_RANK_VERSION_SIZE];
    svi_rank_version(entry, sizeof entry->version, "", version);
    const char *const values[] = {entry != NULL ? svi_status_name(entry->status) : "",
                                  entry != NULL && entry->reason != NULL ? entry->reason : "",
                                  version, entry != NULL ? entry->origin : ""};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        svi_out_char(out, ',');
        svi_csv_text(out, values[i]);
    }
}

static void put_tags(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    struct svi_buf tags = {0};
    svi_out_char(out, ',');
    if (sheet->tags) {
        svi_rank_put_tags(svi_rank_entry_of(sheet, bot), &tags);
        svi_buf_byte(&tags, 0);
        out->failed = out->failed || tags.failed;
        svi_csv_text(out, tags.failed ? "" : (const char *)tags.data);
    }
    svi_buf_finish(&tags);
}

static void put_csv_row(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    const struct svi_rating *r = svi_rank_rating_of(sheet, bot);
    const struct svi_rank_row *row = sheet->row[bot];
    const struct svi_estimate none = {NAN, NAN, NAN};
    const struct svi_adjusted *a = sheet->has_adjusted ? &sheet->adjusted : NULL;
    svi_out_int(out, r->rank);
    svi_out_char(out, ',');
    svi_csv_text(out, sheet->games.bot[bot]);
    put_csv_count(out, r->seats);
    put_csv(out, svi_rank_points_sum(sheet, bot));
    put_csv(out, svi_rank_mean_points(sheet, bot, 6, ""));
    put_csv_count(out, r->wins);
    put_csv(out, svi_rank_mean_place(sheet, bot, 4, ""));
    put_csv(out, svi_rank_mean_worth(sheet, bot, 2, ""));
    for (size_t k = 0; k < SVI_RANK_ENDS; k++) {
        put_csv_tally(out, row, row != NULL ? row->ends[svi_rank_ends[k]] : 0);
    }
    for (size_t k = 0; k < SVI_RANK_WRONGS; k++) {
        put_csv_tally(out, row, row != NULL ? row->verdicts[svi_rank_wrongs[k]] : 0);
    }
    put_csv_tally(out, row, row != NULL ? row->forfeited : 0);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        put_csv(out, svi_rank_seat_mean(sheet, bot, s, 6, ""));
    }
    put_csv_estimate(out, r->rating, 2);
    put_csv(out, svi_figure(r->points.low, 6, ""));
    put_csv(out, svi_figure(r->points.high, 6, ""));
    put_csv(out, svi_figure(svi_rank_claimed(r, r->rank_low), 0, ""));
    put_csv(out, svi_figure(svi_rank_claimed(r, r->rank_high), 0, ""));
    put_csv_estimate(out, a != NULL ? a->points[bot] : none, 6);
    put_csv(out, svi_figure(r->luck.value, 6, ""));
    put_csv_count(out, r->deals);
    put_entry(svi_rank_entry_of(sheet, bot), out);
    put_csv_estimate(out, a != NULL ? a->ratings.bot[bot].rating : none, 2);
    put_tags(sheet, bot, out);
    svi_out_char(out, '\n');
}

void svi_rank_print_csv(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    svi_out_text(out, SVI_RANK_CSV_TITLES "\n");
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        put_csv_row(sheet, sheet->shown[i], out);
    }
}
