/* A ranking as text. */
#ifndef SVI_TOOLS_REPORT_RANK_PRINT_H
#define SVI_TOOLS_REPORT_RANK_PRINT_H

#include "tools/report/rank_sheet.h"

#include "base/buf.h"

#include <stdbool.h>

/* For people: a table, the points by seat (or by size, where tables differ in that), what must be
 * said with it, how many games are in. Names are cut so that it fits a screen; `is_wide`: every
 * figure, and names in full. */
void svi_rank_print_table(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                          struct svi_buf *out);

/* For programs, and byte for byte the same for the same games: a line of titles, a line for every
 * bot. Means have six decimals (points, points by seat), four (place) or two (worth, ratings), and
 * are empty where there is none: no game, no interval, results from elsewhere. */
#define SVI_RANK_CSV_TITLES                                                                        \
    "rank,bot,games,points,mean_points,wins,mean_place,mean_worth,last_solvent,max_rounds,"        \
    "forfeit,late,malformed,illegal,dead,overtime,forfeited,points_seat_0,points_seat_1,points_"   \
    "seat_2,"                                                                                      \
    "points_seat_3,points_seat_4,points_seat_5,points_seat_6,points_seat_7,"                       \
    "rating,rating_low,rating_high,points_low,points_high,rank_low,rank_high,"                     \
    "adjusted,adjusted_low,adjusted_high,luck,deals,status,reason,version,origin,"                 \
    "adjusted_rating,adjusted_rating_low,adjusted_rating_high,tags"
void svi_rank_print_csv(const struct svi_rank_sheet *sheet, struct svi_buf *out);

/* The same figures as one JSON object; what there is not is null. */
void svi_rank_print_json(const struct svi_rank_sheet *sheet, struct svi_buf *out);

#endif
