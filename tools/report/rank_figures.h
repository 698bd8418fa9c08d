/* The figures of a bot as every form of the ranking tells them: exact where a store's whole numbers
 * are known. Each with so many decimals, or `none` where there is none. */
#ifndef SVI_TOOLS_REPORT_RANK_FIGURES_H
#define SVI_TOOLS_REPORT_RANK_FIGURES_H

#include "tools/report/figure.h"
#include "tools/report/rank_sheet.h"

#include <stdbool.h>
#include <stddef.h>

/* The counts that stand alike in every format, in the order of the columns. */
#define SVI_RANK_ENDS 3u
#define SVI_RANK_WRONGS 5u
extern const enum sv_why svi_rank_ends[SVI_RANK_ENDS];
extern const enum sv_verdict svi_rank_wrongs[SVI_RANK_WRONGS];

const struct svi_rating *svi_rank_rating_of(const struct svi_rank_sheet *sheet, unsigned bot);

struct svi_figure svi_rank_points_sum(const struct svi_rank_sheet *sheet, unsigned bot);
struct svi_figure svi_rank_mean_points(const struct svi_rank_sheet *sheet, unsigned bot,
                                       unsigned decimals, const char *none);
struct svi_figure svi_rank_mean_place(const struct svi_rank_sheet *sheet, unsigned bot,
                                      unsigned decimals, const char *none);
struct svi_figure svi_rank_mean_worth(const struct svi_rank_sheet *sheet, unsigned bot,
                                      unsigned decimals, const char *none);
struct svi_figure svi_rank_seat_mean(const struct svi_rank_sheet *sheet, unsigned bot,
                                     unsigned seat, unsigned decimals, const char *none);

/* What the store says of a bot beside its name; NULL: nothing, as of results from elsewhere. */
const struct svi_store_entry *svi_rank_entry_of(const struct svi_rank_sheet *sheet, unsigned bot);

/* The first bytes of an entry's version as text, or all of them; `none` where there is none. */
#define SVI_RANK_VERSION_SIZE 65u
#define SVI_RANK_VERSION_SHORT 4u
void svi_rank_version(const struct svi_store_entry *entry, unsigned bytes, const char *none,
                      char text[SVI_RANK_VERSION_SIZE]);

/* A line for every bot that a reason is given of, since it does not play, or in an older version:
 * `before`, "NAME is STATE: REASON", written by `text`. Whether there was any. */
bool svi_rank_put_reasons(const struct svi_store_info *league, const char *before,
                          void (*text)(struct svi_buf *out, const char *text), struct svi_buf *out);

/* An entry's tags as a JSON object: {"email":"me@example.org"}; {} where there are none. */
void svi_rank_put_tags(const struct svi_store_entry *entry, struct svi_buf *out);

double svi_rank_half_width(struct svi_estimate e);

/* A bound of a rank; NAN where none is claimed. */
double svi_rank_claimed(const struct svi_rating *r, unsigned bound);

/* "2 (2-4)"; "2 (?)" where no rank is claimed. */
void svi_rank_text(const struct svi_rating *r, char *text, size_t size);

/* Mean points at the tables of one size: at tables of different sizes they are not of one kind. */
struct svi_rank_by_size {
    unsigned seats;
    struct svi_estimate *mean; /* by bot */
    uint64_t *count;
};

/* Whether any bot has played at such tables; to be finished in either case. */
bool svi_rank_by_size_init(const struct svi_rank_sheet *sheet, unsigned seats,
                           struct svi_rank_by_size *b);
void svi_rank_by_size_finish(struct svi_rank_by_size *b);

#endif
