#include "tools/report/rank_figures.h"

#include "store/reader.h"

#include "base/json.h"
#include "base/out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const enum sv_why svi_rank_ends[SVI_RANK_ENDS] = {SV_WHY_LAST_SOLVENT, SV_WHY_MAX_ROUNDS,
                                                  SV_WHY_FORFEIT};
const enum sv_verdict svi_rank_wrongs[SVI_RANK_WRONGS] = {SV_VERDICT_LATE, SV_VERDICT_MALFORMED,
                                                          SV_VERDICT_ILLEGAL, SV_VERDICT_DEAD,
                                                          SV_VERDICT_OVERTIME};

const struct svi_rating *svi_rank_rating_of(const struct svi_rank_sheet *sheet, unsigned bot)
{
    return &sheet->ratings.bot[bot];
}

/* sum / (games * unit), or `none` when there is no game: exact. */
static struct svi_figure mean(int64_t sum, uint64_t games, uint32_t unit, unsigned decimals,
                              const char *none)
{
    struct svi_figure out;
    if (games == 0) {
        (void)snprintf(out.text, sizeof out.text, "%s", none);
    } else {
        svi_ratio_text(sum, (int64_t)(games * unit), decimals, out.text);
    }
    return out;
}

struct svi_figure svi_rank_points_sum(const struct svi_rank_sheet *sheet, unsigned bot)
{
    const struct svi_rank_row *row = sheet->row[bot];
    return row != NULL ? mean((int64_t)row->points, 1, sheet->tally.points_unit, 6, "")
                       : svi_figure(svi_rank_rating_of(sheet, bot)->points_sum, 6, "");
}

struct svi_figure svi_rank_mean_points(const struct svi_rank_sheet *sheet, unsigned bot,
                                       unsigned decimals, const char *none)
{
    const struct svi_rank_row *row = sheet->row[bot];
    if (row != NULL) {
        return mean((int64_t)row->points, row->games, sheet->tally.points_unit, decimals, none);
    }
    return svi_figure(svi_rank_rating_of(sheet, bot)->points.value, decimals, none);
}

struct svi_figure svi_rank_mean_place(const struct svi_rank_sheet *sheet, unsigned bot,
                                      unsigned decimals, const char *none)
{
    const struct svi_rank_row *row = sheet->row[bot];
    if (row != NULL) {
        return mean((int64_t)row->places, row->games, 1, decimals, none);
    }
    return svi_figure(svi_rank_rating_of(sheet, bot)->mean_place, decimals, none);
}

struct svi_figure svi_rank_mean_worth(const struct svi_rank_sheet *sheet, unsigned bot,
                                      unsigned decimals, const char *none)
{
    const struct svi_rank_row *row = sheet->row[bot];
    return row != NULL ? mean(row->worth, row->games, 1, decimals, none)
                       : svi_figure(NAN, decimals, none);
}

struct svi_figure svi_rank_seat_mean(const struct svi_rank_sheet *sheet, unsigned bot,
                                     unsigned seat, unsigned decimals, const char *none)
{
    const struct svi_rank_row *row = sheet->row[bot];
    if (row != NULL) {
        return mean((int64_t)row->seat_points[seat], row->seat_games[seat],
                    sheet->tally.points_unit, decimals, none);
    }
    const struct svi_rank_seat *sums = &sheet->seat[bot][seat];
    return svi_figure(sums->points / (double)sums->games, decimals, none); /* NAN of 0 / 0 */
}

const struct svi_store_entry *svi_rank_entry_of(const struct svi_rank_sheet *sheet, unsigned bot)
{
    const struct svi_rank_row *row = sheet->row[bot];
    const bool known = row != NULL && sheet->tally.league->entry != NULL;
    return known ? &sheet->tally.league->entry[row->bot] : NULL;
}

void svi_rank_version(const struct svi_store_entry *entry, unsigned bytes, const char *none,
                      char text[SVI_RANK_VERSION_SIZE])
{
    (void)snprintf(text, SVI_RANK_VERSION_SIZE, "%s", none);
    for (unsigned i = 0; entry != NULL && entry->versioned && i < bytes; i++) {
        (void)snprintf(text + (size_t)2 * i, 3, "%02x", entry->version[i]);
    }
}

bool svi_rank_put_reasons(const struct svi_store_info *league, const char *before,
                          void (*text)(struct svi_buf *out, const char *text), struct svi_buf *out)
{
    bool any = false;
    for (unsigned i = 0; i < league->n_bots; i++) {
        const struct svi_store_entry *entry = &league->entry[i];
        if (entry->reason != NULL) {
            svi_out_text(out, before);
            text(out, league->bot[i]);
            svi_out_text(out, " is ");
            svi_out_text(out, svi_store_state(entry));
            svi_out_text(out, ": ");
            text(out, entry->reason);
            svi_out_char(out, '\n');
            any = true;
        }
    }
    return any;
}

void svi_rank_put_tags(const struct svi_store_entry *entry, struct svi_buf *out)
{
    svi_out_char(out, '{');
    for (char **tag = entry != NULL ? entry->tags : NULL; tag != NULL && *tag != NULL; tag++) {
        char key[SV_MAX_NAME];
        const size_t size = strcspn(*tag, "=");
        (void)snprintf(key, sizeof key, "%.*s", (int)size, *tag);
        svi_json_string(out, key, *tag + size + ((*tag)[size] != '\0'));
    }
    svi_out_char(out, '}');
}

double svi_rank_half_width(struct svi_estimate e)
{
    return 0.5 * (e.high - e.low);
}

double svi_rank_claimed(const struct svi_rating *r, unsigned bound)
{
    return r->rank_low > 0 ? (double)bound : NAN;
}

void svi_rank_text(const struct svi_rating *r, char *text, size_t size)
{
    if (r->rank_low == 0) {
        (void)snprintf(text, size, "%u (?)", r->rank);
    } else if (r->rank_low == r->rank_high) {
        (void)snprintf(text, size, "%u (%u)", r->rank, r->rank_low);
    } else {
        (void)snprintf(text, size, "%u (%u-%u)", r->rank, r->rank_low, r->rank_high);
    }
}

bool svi_rank_by_size_init(const struct svi_rank_sheet *sheet, unsigned seats,
                           struct svi_rank_by_size *b)
{
    uint64_t all = 0;
    b->seats = seats;
    b->mean = calloc(sheet->games.n_bots + 1u, sizeof *b->mean);
    b->count = calloc(sheet->games.n_bots + 1u, sizeof *b->count);
    if (b->mean != NULL && b->count != NULL) {
        svi_means(&sheet->games, SVI_MEAN_POINTS, seats, b->mean, b->count);
        for (unsigned i = 0; i < sheet->games.n_bots; i++) {
            all += b->count[i];
        }
    }
    return all > 0;
}

void svi_rank_by_size_finish(struct svi_rank_by_size *b)
{
    free(b->mean);
    free(b->count);
}
