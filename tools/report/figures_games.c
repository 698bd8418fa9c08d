/* The games that something of the figures names, read off the store one by one. */
#include "memory/memory.h"
#include "tools/replay/incidents.h"
#include "tools/report/figures_parts.h"

#include "ranking/ranking_games.h"
#include "store/reader.h"

#include <stdlib.h>
#include <string.h>

const enum sv_why svi_figure_ends[SVI_FIGURE_ENDS] = {SV_WHY_LAST_SOLVENT, SV_WHY_MAX_ROUNDS,
                                                      SV_WHY_FORFEIT};

static bool name_game(struct svi_figures *f, uint64_t number)
{
    if (number == 0) {
        return true;
    }
    struct svi_game_line *game = svi_grow(f->game, &f->games_room, f->n_games + 1, sizeof *game);
    if (game == NULL) {
        return false;
    }
    f->game = game;
    f->game[f->n_games++].number = number;
    return true;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t one = ((const struct svi_game_line *)a)->number;
    const uint64_t other = ((const struct svi_game_line *)b)->number;
    return (one > other) - (one < other);
}

static bool name_bot(struct svi_figures *f, const struct svi_bot_figures *b)
{
    bool done = name_game(f, b->won);
    for (unsigned k = 0; k < b->n_incident; k++) {
        done = done && name_game(f, b->incident[k]);
    }
    for (unsigned k = 0; k < b->n_loss; k++) {
        done = done && name_game(f, b->loss[k].match);
    }
    for (unsigned k = 0; k < b->n_last; k++) {
        done = done && name_game(f, b->last[k]);
    }
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        done = done && name_game(f, b->times[k].slowest);
    }
    return done;
}

/* Fewer of a pair in a great field, for the page's sake: each pair keeps one. */
static bool name_pairs(struct svi_figures *f)
{
    const unsigned most = f->n <= 24 ? SVI_FIGURE_MEETINGS : 1;
    bool done = true;
    for (size_t k = 0; f->pair != NULL && k < (size_t)f->n * f->n; k++) {
        struct svi_pair_figures *p = &f->pair[k];
        if (p->n_last > most) {
            memmove(p->last, p->last + p->n_last - most, most * sizeof *p->last);
            p->n_last = (uint8_t)most;
        }
        for (unsigned i = 0; i < p->n_last; i++) {
            done = done && name_game(f, p->last[i]);
        }
    }
    for (unsigned k = 0; k < f->transfers.n_flagged; k++) {
        const struct svi_pair_figures *p =
            svi_figures_pair(f, f->transfers.flagged[k].i, f->transfers.flagged[k].j);
        for (unsigned i = 0; p != NULL && i < p->n_gift; i++) {
            done = done && name_game(f, p->gift[i]);
        }
    }
    return done;
}

void svi_figures_line(struct svi_store *store, const struct svi_store_match *m,
                      struct svi_game_line *line)
{
    double luck[SV_MAX_SEATS];
    *line = (struct svi_game_line){.number = m->number,
                                   .deal = m->deal,
                                   .rounds = m->rounds,
                                   .decisions = m->decisions,
                                   .why = m->why,
                                   .seats = (uint8_t)m->seats};
    line->has_luck = svi_ranking_luck_of(store, m->number, m->seats, luck);
    for (unsigned s = 0; s < m->seats; s++) {
        line->seat[s].bot = (uint16_t)m->seat[s].bot;
        line->seat[s].place = m->seat[s].place;
        line->seat[s].forfeited = m->seat[s].forfeited;
        line->seat[s].incidents = svi_store_incidents(&m->seat[s]);
        line->seat[s].worth = m->seat[s].worth;
        line->seat[s].luck = line->has_luck ? luck[s] : 0;
    }
}

struct one_game {
    struct svi_store *store;
    struct svi_game_line *line;
    bool found;
};

static bool take_game(void *user, const struct svi_store_match *m)
{
    struct one_game *o = user;
    svi_figures_line(o->store, m, o->line);
    o->found = true;
    return true;
}

bool svi_figures_read_game(struct svi_store *store, uint64_t number, struct svi_game_line *line)
{
    struct one_game one = {.store = store, .line = line};
    return svi_store_results_at(store, &number, 1, take_game, &one) == SV_OK && one.found;
}

/* Of each seat that did something wrong, the first decision of it: the game is played again. */
static void find_incidents(struct svi_store *store, struct svi_game_line *line)
{
    struct svi_incidents found;
    struct svi_buf replay = {0};
    bool any = false;
    for (unsigned s = 0; s < line->seats; s++) {
        any = any || line->seat[s].incidents > 0;
    }
    if (any && svi_store_replay(store, line->number, &replay) == SV_OK) {
        svi_incidents_init(&found, replay.data, replay.size);
        for (size_t i = found.n; i-- > 0;) {
            line->seat[found.list[i].seat].incident = found.list[i].decision;
        }
        svi_incidents_finish(&found);
    }
    svi_buf_finish(&replay);
}

/* A game as it stands in the store; what took long to find out about it is known from before. */
static bool find_game(const struct svi_figures_before *before, struct svi_store *store,
                      uint64_t number, struct svi_game_line *line)
{
    const struct svi_game_line *old =
        before != NULL ? svi_figures_game(before->figures, number) : NULL;
    if (!svi_figures_read_game(store, number, line)) {
        return false;
    }
    for (unsigned s = 0; old != NULL && s < line->seats; s++) {
        line->seat[s].incident = old->seat[s].incident;
    }
    if (old == NULL) {
        find_incidents(store, line);
    }
    return true;
}

enum sv_status svi_figures_find_games(struct svi_figures *f, struct svi_store *store,
                                      const struct svi_figures_before *before)
{
    bool done = name_game(f, f->shortest) && name_game(f, f->longest);
    for (unsigned k = 0; k < SV_WHY_COUNT; k++) {
        done = done && name_game(f, f->first_end[k]);
    }
    for (unsigned i = 0; i < f->n; i++) {
        done = done && name_bot(f, &f->bot[i]);
    }
    struct svi_figure_bar bar[SVI_FIGURE_BARS];
    unsigned width;
    const unsigned bars = svi_figures_bars(f, bar, &width);
    for (unsigned k = 0; k < bars; k++) {
        done = done && name_game(f, bar[k].first);
    }
    if (!done || !name_pairs(f)) {
        return SV_E_SYSTEM;
    }
    if (f->n_games > 0) {
        qsort(f->game, f->n_games, sizeof *f->game, by_number);
    }
    size_t kept = 0;
    for (size_t k = 0; k < f->n_games; k++) {
        const uint64_t number = f->game[k].number;
        /* The match of a slowest decision may be one that is not to be seen yet. */
        if ((kept == 0 || f->game[kept - 1].number != number) &&
            find_game(before, store, number, &f->game[kept])) {
            kept++;
        }
    }
    f->n_games = kept;
    return SV_OK;
}

const struct svi_game_line *svi_figures_game(const struct svi_figures *f, uint64_t number)
{
    const struct svi_game_line key = {.number = number};
    return f->n_games == 0 ? NULL : bsearch(&key, f->game, f->n_games, sizeof *f->game, by_number);
}
