#include "stats/groups.h"

#include <stdlib.h>

/* Rows of bits: bit j of row i says that i was ahead of or tied with j, then: over others. */
struct reach {
    unsigned n;
    size_t words; /* of a row */
    uint64_t *bits;
};

static bool has(const struct reach *r, unsigned i, unsigned j)
{
    return r->bits[i * r->words + j / 64] >> (j % 64) & 1;
}

static void set(struct reach *r, unsigned i, unsigned j)
{
    r->bits[i * r->words + j / 64] |= UINT64_C(1) << (j % 64);
}

/* Warshall. */
static void close_over(struct reach *r)
{
    for (unsigned k = 0; k < r->n; k++) {
        for (unsigned i = 0; i < r->n; i++) {
            for (size_t w = 0; w < r->words && has(r, i, k); w++) {
                r->bits[i * r->words + w] |= r->bits[k * r->words + w];
            }
        }
    }
}

static void name_groups(const struct reach *r, const bool played[], unsigned group[],
                        unsigned *n_groups, unsigned *main_group)
{
    unsigned greatest = 0;
    *n_groups = 0;
    *main_group = 0;
    for (unsigned i = 0; i < r->n; i++) {
        group[i] = r->n;
    }
    for (unsigned i = 0; i < r->n; i++) {
        if (group[i] != r->n || !played[i]) {
            continue;
        }
        unsigned size = 0;
        for (unsigned j = i; j < r->n; j++) {
            if (j == i || (has(r, i, j) && has(r, j, i))) {
                group[j] = *n_groups;
                size++;
            }
        }
        if (size > greatest) {
            greatest = size;
            *main_group = *n_groups;
        }
        (*n_groups)++;
    }
    for (unsigned i = 0; i < r->n; i++) {
        group[i] = group[i] == r->n ? *n_groups : group[i];
    }
}

static unsigned root_of(unsigned root[], unsigned i)
{
    while (root[i] != i) {
        i = root[i] = root[root[i]];
    }
    return i;
}

/* The bots of a game and their places, without those that are out. */
static unsigned seated(const struct svi_games *games, size_t g, const bool out[],
                       struct svi_seat_row seat[SVI_STATS_SEATS])
{
    const struct svi_seat_row *rows = &games->row[games->game[g].first];
    unsigned n = 0;
    for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
        if (out == NULL || !out[rows[s].bot]) {
            seat[n++] = rows[s];
        }
    }
    return n >= 2 ? n : 0;
}

enum sv_status svi_groups_find(const struct svi_games *games, const bool out[], unsigned group[],
                               unsigned *n_groups, unsigned *main_group, bool *connected)
{
    const unsigned n = games->n_bots;
    struct reach r = {.n = n, .words = n / 64 + 1};
    r.bits = calloc(n * r.words + 1, sizeof *r.bits);
    unsigned *root = malloc((n + 1) * sizeof *root);
    bool *played = calloc(n + 1, sizeof *played);
    if (r.bits == NULL || root == NULL || played == NULL) {
        free(r.bits);
        free(root);
        free(played);
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < n; i++) {
        root[i] = i;
    }
    for (size_t g = 0; g < games->n_games; g++) {
        struct svi_seat_row rows[SVI_STATS_SEATS];
        const unsigned seats = seated(games, g, out, rows);
        for (unsigned s = 0; s < seats; s++) {
            played[rows[s].bot] = true;
            root[root_of(root, rows[s].bot)] = root_of(root, rows[0].bot);
            for (unsigned o = 0; o < seats; o++) {
                if (rows[s].place <= rows[o].place) {
                    set(&r, rows[s].bot, rows[o].bot);
                }
            }
        }
    }
    close_over(&r);
    name_groups(&r, played, group, n_groups, main_group);
    unsigned parts = 0;
    for (unsigned i = 0; i < n; i++) {
        parts += played[i] && root_of(root, i) == i;
    }
    *connected = parts <= 1;
    free(r.bits);
    free(root);
    free(played);
    return SV_OK;
}
