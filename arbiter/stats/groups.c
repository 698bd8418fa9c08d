#include "stats/groups.h"

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

/* The results between bots, as two matrices of bits with `words` a row, and searches over them. Bit
 * j of row i of `ahead` is set if i was ahead of j or tied with it in a game; `behind` is the
 * transpose. */
struct reach {
    unsigned n;
    size_t words;
    uint64_t *ahead, *behind;
    uint64_t *left;  /* bits of the bots that no search has visited yet */
    unsigned *stack; /* of the search */
    unsigned *order; /* bots in the order in which searches forwards have finished with them */
    unsigned *found; /* by a search backwards */
};

static bool reach_init(struct reach *r, unsigned n)
{
    *r = (struct reach){.n = n, .words = n / 64 + 1};
    r->ahead = svi_new(n * r->words + 1, sizeof *r->ahead);
    r->behind = svi_new(n * r->words + 1, sizeof *r->behind);
    r->left = svi_new(r->words, sizeof *r->left);
    r->stack = svi_new(n + 1, sizeof *r->stack);
    r->order = svi_new(n + 1, sizeof *r->order);
    r->found = svi_new(n + 1, sizeof *r->found);
    return r->ahead != NULL && r->behind != NULL;
}

static void reach_finish(struct reach *r)
{
    svi_free_all(r->ahead, r->behind, r->left, r->stack, r->order, r->found);
}

static bool has(const uint64_t *row, unsigned j)
{
    return row[j / 64] >> (j % 64) & 1;
}

static void set(uint64_t *row, unsigned j)
{
    row[j / 64] |= UINT64_C(1) << (j % 64);
}

static void begin_searches(struct reach *r)
{
    memset(r->left, 0, r->words * sizeof *r->left);
    for (unsigned i = 0; i < r->n; i++) {
        set(r->left, i);
    }
}

/* Returns a bot of a row that has not been visited yet, or r->n if there is none. */
static unsigned next_of(const struct reach *r, const uint64_t *row)
{
    for (size_t w = 0; w < r->words; w++) {
        const uint64_t bits = row[w] & r->left[w];
        if (bits != 0) {
            return (unsigned)(w * 64) + (unsigned)__builtin_ctzll(bits);
        }
    }
    return r->n;
}

/* Searches from bot i along the rows of `bits`, depth first. Writes the bots that it visits, in the
 * order in which it has finished with them, and returns how many these are. */
static unsigned search(struct reach *r, const uint64_t *bits, unsigned i, unsigned to[])
{
    unsigned depth = 0, n = 0;
    for (unsigned next = i; depth > 0 || next == i;) {
        if (next < r->n) {
            r->left[next / 64] &= ~(UINT64_C(1) << (next % 64));
            r->stack[depth++] = next;
        } else {
            to[n++] = r->stack[--depth];
        }
        next = depth > 0 ? next_of(r, bits + r->stack[depth - 1] * r->words) : r->n;
    }
    return n;
}

/* Sets group[bot] to the same bot for all of a group. Groups are the strongly connected components,
 * found by Kosaraju's algorithm. */
static void find_groups(struct reach *r, unsigned group[])
{
    unsigned n = 0;
    begin_searches(r);
    for (unsigned i = 0; i < r->n; i++) {
        n += has(r->left, i) ? search(r, r->ahead, i, r->order + n) : 0;
    }
    begin_searches(r);
    while (n > 0) {
        const unsigned i = r->order[--n];
        const unsigned size = has(r->left, i) ? search(r, r->behind, i, r->found) : 0;
        for (unsigned k = 0; k < size; k++) {
            group[r->found[k]] = i;
        }
    }
}

/* Numbers the groups by their first bots. The arrays of the searches are free by now. */
static void number_groups(struct reach *r, const bool played[], unsigned group[],
                          unsigned *n_groups, unsigned *main_group)
{
    unsigned *number = r->order, *size = r->found;
    *n_groups = 0;
    *main_group = 0;
    for (unsigned i = 0; i < r->n; i++) {
        number[i] = r->n;
        size[i] = 0;
    }
    for (unsigned i = 0; i < r->n; i++) {
        if (played[i]) {
            unsigned *mine = &number[group[i]];
            *mine = *mine == r->n ? (*n_groups)++ : *mine;
            size[*mine]++;
        }
    }
    for (unsigned k = 1; k < *n_groups; k++) {
        *main_group = size[k] > size[*main_group] ? k : *main_group;
    }
    for (unsigned i = 0; i < r->n; i++) {
        group[i] = played[i] ? number[group[i]] : *n_groups;
    }
}

static unsigned root_of(unsigned root[], unsigned i)
{
    while (root[i] != i) {
        i = root[i] = root[root[i]];
    }
    return i;
}

enum sv_status svi_groups_find(const struct svi_games *games, unsigned group[], unsigned *n_groups,
                               unsigned *main_group, bool *connected)
{
    const unsigned n = games->n_bots;
    struct reach r;
    if (!reach_init(&r, n)) {
        reach_finish(&r);
        return SV_E_SYSTEM;
    }
    SCOPED(scoped_free) unsigned *root = svi_new(n + 1, sizeof *root);
    SCOPED(scoped_free) bool *played = svi_new(n + 1, sizeof *played);
    for (unsigned i = 0; i < n; i++) {
        root[i] = i;
    }
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        const unsigned seats = svi_game_seats(&games->game[g]);
        for (unsigned s = 0; s < seats; s++) {
            played[rows[s].bot] = true;
            root[root_of(root, rows[s].bot)] = root_of(root, rows[0].bot);
            for (unsigned o = 0; o < seats; o++) {
                if (rows[s].place <= rows[o].place) {
                    set(r.ahead + rows[s].bot * r.words, rows[o].bot);
                    set(r.behind + rows[o].bot * r.words, rows[s].bot);
                }
            }
        }
    }
    find_groups(&r, group);
    number_groups(&r, played, group, n_groups, main_group);
    unsigned parts = 0;
    for (unsigned i = 0; i < n; i++) {
        parts += played[i] && root_of(root, i) == i;
    }
    *connected = parts <= 1;
    reach_finish(&r);
    return SV_OK;
}
