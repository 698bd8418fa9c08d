#include "ranking.h"

#include "points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(void *user, const struct svi_store_tally *tally)
{
    struct svi_ranking *ranking = user;
    struct svi_rank_row *row = &ranking->row[tally->bot];
    row->games += tally->games;
    row->points += tally->points;
    row->wins += tally->wins;
    row->places += tally->places;
    row->worth += tally->worth;
    for (unsigned i = 0; i < SV_WHY_COUNT; i++) {
        row->ends[i] += tally->ends[i];
    }
    for (unsigned i = 0; i < SV_VERDICT_COUNT; i++) {
        row->verdicts[i] += tally->verdicts[i];
    }
    row->forfeited += tally->forfeited;
    if (tally->incident != 0 && (row->incident == 0 || tally->incident < row->incident)) {
        row->incident = tally->incident;
    }
    row->seat_games[tally->seat] += tally->games;
    row->seat_points[tally->seat] += tally->points;
}

/* Compares the mean points a/games and b/games without dividing; a bot without a game comes last. The products
 * stay below 2^62: at most 10^8 games of at most 14 units each. */
static int compare_points(const struct svi_rank_row *a, const struct svi_rank_row *b)
{
    if (a->games == 0 || b->games == 0) {
        return (a->games == 0) - (b->games == 0);
    }
    const uint64_t ours = a->points * b->games, theirs = b->points * a->games;
    return (ours < theirs) - (ours > theirs);
}

static int compare(const void *a, const void *b)
{
    const struct svi_rank_row *one = a, *other = b;
    const int points = compare_points(one, other);
    return points != 0 ? points : strcmp(one->name, other->name);
}

enum sv_status svi_ranking_init(struct svi_ranking *ranking, struct svi_store *store, char *error,
                                size_t error_size)
{
    memset(ranking, 0, sizeof *ranking);
    ranking->league = svi_store_info(store);
    ranking->points_unit = svi_points_unit(ranking->league->seats);
    ranking->n_rows = ranking->league->n_bots;
    ranking->row = calloc(ranking->n_rows, sizeof *ranking->row);
    if (ranking->row == NULL) {
        snprintf(error, error_size, "no memory for a ranking");
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        ranking->row[i].name = ranking->league->bot[i];
        ranking->row[i].bot = i;
    }
    enum sv_status status = svi_store_snapshot(store);
    if (status == SV_OK) {
        status = svi_store_count(store, &ranking->matches);
    }
    if (status == SV_OK) {
        status = svi_store_decisions(store, &ranking->decisions);
    }
    if (status == SV_OK) {
        status = svi_store_digest(store, ranking->digest);
    }
    if (status == SV_OK) {
        status = svi_store_tallies(store, add, ranking);
    }
    svi_store_snapshot_end(store);
    if (status != SV_OK) {
        snprintf(error, error_size, "%s", svi_store_error(store));
        svi_ranking_finish(ranking);
        return status;
    }
    qsort(ranking->row, ranking->n_rows, sizeof *ranking->row, compare);
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        struct svi_rank_row *row = &ranking->row[i];
        row->rank = i > 0 && compare_points(row - 1, row) == 0 ? row[-1].rank : i + 1;
    }
    return SV_OK;
}

void svi_ranking_finish(struct svi_ranking *ranking)
{
    free(ranking->row);
    memset(ranking, 0, sizeof *ranking);
}
