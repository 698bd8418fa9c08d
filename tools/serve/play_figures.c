#include "tools/serve/play_figures.h"

#include "memory/memory.h"
#include "record/replay.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "thread/thread.h"
#include "tools/serve/model.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RESTS 200 /* times as long as a game took, when it goes gently */
#define SLICE_US 50000

struct svi_play_sample {
    const char *path;
    struct svi_play_figures *shown; /* NULL: there are none */
    _Atomic(struct svi_play_figures *) made;
    uint64_t games; /* that there were when the thread began last */
    struct svi_thread thread;
    atomic_bool stop, done, gently;
};

/* A game that is being played again. */
struct watching {
    struct svi_play_figures *p;
    struct svi_game game;
    struct svi_replay replay;
    const struct svi_store_match *match; /* its result */
    uint32_t round;
    uint32_t landed[SV_MAX_SPACES];
    int64_t paid[SV_MAX_SPACES];
    uint8_t owner[SV_MAX_SPACES];
    uint8_t unit;                               /* of the auction at hand; SV_NONE: a deed */
    uint32_t had[SV_MAX_SEATS];                 /* sets that a seat completed: bit g */
    uint32_t when[SV_MAX_SEATS][SV_MAX_GROUPS]; /* round */
};

/* ---- events ---------------------------------------------------------------------------------- */

static void take_deed(struct watching *w, unsigned space, unsigned to, bool acquired)
{
    const struct sv_edition *e = &w->p->edition;
    const unsigned group = e->space[space].group;
    w->owner[space] = (uint8_t)to;
    if (group >= e->n_groups || to >= w->p->seats || !acquired) {
        return;
    }
    for (unsigned k = 0; k < e->group[group].size; k++) {
        if (w->owner[e->group[group].deed[k]] != to) {
            return;
        }
    }
    if ((w->had[to] >> group & 1) == 0) {
        w->had[to] |= 1u << group;
        w->when[to][group] = w->round;
    }
}

static void take_cash(struct watching *w, const struct sv_event *ev)
{
    struct svi_play_figures *p = w->p;
    if (ev->space >= p->edition.n_spaces) {
        return;
    }
    if (ev->why == SV_WHY_RENT || ev->why == SV_WHY_TAX) {
        w->paid[ev->space] += ev->amount;
    } else if (ev->why == SV_WHY_AUCTION && w->unit == SV_NONE &&
               p->edition.space[ev->space].price > 0) {
        const double over = (double)ev->amount / p->edition.space[ev->space].price;
        svi_ratio_add(&p->space[ev->space].auction, over, 1);
        svi_ratio_add(&p->auction, over, 1);
    }
}

static void take_event(void *user, const struct sv_event *ev)
{
    struct watching *w = user;
    switch (ev->type) {
    case SV_EVENT_TURN:
        w->round = ev->round;
        break;
    case SV_EVENT_MOVE:
        if (ev->to < w->p->edition.n_spaces) {
            w->landed[ev->to]++;
        }
        break;
    case SV_EVENT_CASH:
        take_cash(w, ev);
        break;
    case SV_EVENT_AUCTION:
        w->unit = ev->unit;
        break;
    case SV_EVENT_DEED:
        if (ev->space < w->p->edition.n_spaces) {
            take_deed(w, ev->space, ev->to, ev->why != SV_WHY_BANKRUPTCY);
        }
        break;
    default:
        break;
    }
}

/* ---- a game ---------------------------------------------------------------------------------- */

static void add_spaces(struct watching *w)
{
    struct svi_play_figures *p = w->p;
    double all = 0;
    for (unsigned i = 0; i < p->edition.n_spaces; i++) {
        all += w->landed[i];
    }
    for (unsigned i = 0; i < p->edition.n_spaces; i++) {
        struct svi_space_figures *s = &p->space[i];
        svi_ratio_add(&s->landings, w->landed[i], all);
        svi_ratio_add(&s->income, (double)w->paid[i], 1);
        svi_ratio_add(&s->rent, (double)w->paid[i], w->landed[i]);
    }
}

static void add_sets(struct watching *w)
{
    struct svi_play_figures *p = w->p;
    uint32_t streets = 0, anybody = 0;
    for (unsigned g = 0; g < p->edition.n_groups; g++) {
        streets |= (uint32_t)(p->edition.group[g].kind == SV_SPACE_STREET) << g;
    }
    for (unsigned s = 0; s < p->seats; s++) {
        const struct svi_store_seat *seat = &w->match->seat[s];
        const bool won = seat->place == 1;
        struct svi_player_figures *b = &p->bot[seat->bot];
        unsigned sets = 0;
        anybody |= w->had[s];
        for (unsigned g = 0; g < p->edition.n_groups; g++) {
            struct svi_set_figures *set = &p->set[g];
            const bool had = (w->had[s] >> g & 1) != 0;
            struct svi_set_use *use = &p->use[g * p->bots + seat->bot];
            svi_ratio_add(&use->completed, had, 1);
            if (had) {
                sets += (streets >> g & 1) != 0;
                svi_ratio_add(&set->round, w->when[s][g], 1);
                svi_ratio_add(&set->won, won, 1);
                svi_ratio_add(&use->won, won, 1);
            }
        }
        svi_ratio_add(&b->sets, sets, 1);
        svi_ratio_add(sets > 0 ? &b->with : &b->without, won, 1);
    }
    for (unsigned g = 0; g < p->edition.n_groups; g++) {
        svi_ratio_add(&p->set[g].completed, anybody >> g & 1, 1);
    }
}

/* Closes all ratios of an array of structs of ratios. */
static void close_all(void *first, size_t bytes)
{
    struct svi_ratio *ratio = first;
    for (size_t k = 0; k < bytes / sizeof *ratio; k++) {
        svi_ratio_close(&ratio[k]);
    }
}

/* The deal ends: what was added since the last one is one observation. */
static void close_deal(struct svi_play_figures *p)
{
    close_all(p->space, sizeof p->space);
    close_all(p->set, sizeof p->set);
    close_all(p->use, (size_t)SV_MAX_GROUPS * p->bots * sizeof *p->use);
    close_all(p->bot, p->bots * sizeof *p->bot);
    close_all(&p->auction, sizeof p->auction);
    p->deals++;
}

/* A game that cannot be read, or is of another edition than the first, is left out. */
static void watch(struct watching *w, const struct svi_buf *file)
{
    struct svi_play_figures *p = w->p;
    if (svi_replay_reopen(&w->replay, file->data, file->size) != SV_OK ||
        (p->games > 0 && strcmp(w->replay.edition.name, p->edition.name) != 0)) {
        return;
    }
    p->edition = w->replay.edition;
    w->round = 0;
    w->unit = SV_NONE;
    memset(w->landed, 0, sizeof w->landed);
    memset(w->paid, 0, sizeof w->paid);
    memset(w->owner, SV_NONE, sizeof w->owner);
    memset(w->had, 0, sizeof w->had);
    if (svi_replay_run(&w->replay, &w->game, &(struct sv_sink){take_event, w}) == SV_OK) {
        add_spaces(w);
        add_sets(w);
        p->games++;
    }
}

/* ---- the sample ------------------------------------------------------------------------------ */

struct sampling {
    struct watching *watching;
    struct svi_store *store;
    struct svi_buf file;
    uint32_t deal; /* of the game before; 0: none */
};

static bool take_match(void *user, const struct svi_store_match *m)
{
    struct sampling *s = user;
    if (s->deal != 0 && m->deal != s->deal) {
        close_deal(s->watching->p);
    }
    s->deal = m->deal;
    s->watching->match = m;
    svi_buf_clear(&s->file);
    if (svi_store_replay(s->store, m->number, &s->file) == SV_OK && !s->file.failed) {
        watch(s->watching, &s->file);
    }
    return true;
}

/* The numbers of the sample, ascending. */
static size_t choose(struct svi_store *store, uint64_t number[SVI_PLAY_GAMES])
{
    const uint64_t all = svi_store_info(store)->matches;
    SCOPED(scoped_free) uint8_t *in = svi_new((size_t)(all + 7) / 8 + 1, 1);
    uint64_t games = 0, nth = 0;
    size_t n = 0;
    if (in != NULL && svi_store_count(store, &games) == SV_OK && games > 0 &&
        svi_store_finished(store, in) == SV_OK) {
        const uint64_t most = games < SVI_PLAY_GAMES ? games : SVI_PLAY_GAMES;
        for (uint64_t k = 0; k < all && n < most; k++) {
            if ((in[k / 8] >> k % 8 & 1) != 0 && nth++ == n * games / most) {
                number[n++] = k + 1;
            }
        }
    }
    return n;
}

static void free_figures(struct svi_play_figures *p)
{
    if (p != NULL) {
        free(p->use);
        free(p->bot);
        free(p);
    }
}

/* Returns NULL without memory. */
static struct svi_play_figures *new_figures(const struct svi_store_info *info)
{
    struct svi_play_figures *p = svi_new(1, sizeof *p);
    p->seats = info->seats;
    p->bots = info->n_bots;
    p->bot = svi_new(p->bots, sizeof *p->bot);
    p->use = svi_new((size_t)SV_MAX_GROUPS * p->bots, sizeof *p->use);
    if (p->bot == NULL || p->use == NULL) {
        free_figures(p);
        return NULL;
    }
    return p;
}

/* The time of this thread alone. */
static int64_t own_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Rests after a game when it goes gently. *since_us is the thread's time when it rested last. */
static void rest(const struct svi_play_sample *sample, int64_t *since_us)
{
    static const struct timespec slice = {0, SLICE_US * 1000L};
    int64_t left_us = RESTS * (own_us() - *since_us);
    for (; left_us > 0 && atomic_load(&sample->gently) && !atomic_load(&sample->stop);
         left_us -= SLICE_US) {
        (void)nanosleep(&slice, NULL);
    }
    *since_us = own_us();
}

/* Reads a sample of the games that a store shows. Games that cannot be read are left out. Returns
 * NULL if no game was read, if it was stopped, or without memory. */
static struct svi_play_figures *compute(const struct svi_play_sample *sample,
                                        struct svi_store *store)
{
    struct svi_play_figures *p = new_figures(svi_store_info(store));
    if (p == NULL) {
        return NULL;
    }
    SCOPED(scoped_free) uint64_t *number = svi_new(SVI_PLAY_GAMES, sizeof *number);
    SCOPED(scoped_free) struct watching *w = svi_new(1, sizeof *w);
    w->p = p;
    struct sampling s = {.watching = w, .store = store};
    int64_t since_us = own_us();
    svi_game_init(&w->game);
    const size_t n = choose(store, number);
    enum sv_status status = SV_OK;
    for (size_t k = 0; k < n && status == SV_OK && !atomic_load(&sample->stop); k++) {
        /* One by one, so that none is being read while this rests. */
        status = svi_store_results_at(store, &number[k], 1, take_match, &s);
        rest(sample, &since_us);
    }
    if (status == SV_OK && p->games > 0) {
        close_deal(p);
    }
    svi_game_finish(&w->game);
    svi_buf_finish(&s.file);
    if (p->games == 0 || atomic_load(&sample->stop)) {
        free_figures(p);
        return NULL;
    }
    return p;
}

/* ---- in the background ----------------------------------------------------------------------- */

struct svi_play_sample *svi_play_sample_create(const char *path)
{
    struct svi_play_sample *sample = svi_new(1, sizeof *sample);
    sample->path = path;
    return sample;
}

/* One thread alone: the machine has pages to show, and perhaps games to play. */
static void *make(void *user)
{
    struct svi_play_sample *sample = user;
    struct svi_store *store;
    struct svi_error error;
    const struct svi_site_source source = {.path = sample->path, .stop = &sample->stop};
    if (svi_model_store(&store, &source, NULL, &error) == SV_OK) {
        atomic_store(&sample->made, compute(sample, store));
        svi_store_destroy(store);
    }
    atomic_store(&sample->done, true);
    return NULL;
}

void svi_play_sample_destroy(struct svi_play_sample *sample)
{
    if (sample != NULL) {
        atomic_store(&sample->stop, true);
        svi_thread_join(&sample->thread);
        free_figures(sample->shown);
        free_figures(atomic_load(&sample->made));
        free(sample);
    }
}

bool svi_play_sample_turn(struct svi_play_sample *sample, uint64_t games, uint64_t planned,
                          bool running)
{
    struct svi_play_figures *made = atomic_exchange(&sample->made, NULL);
    atomic_store(&sample->gently, running);
    if (made != NULL) {
        free_figures(sample->shown);
        sample->shown = made;
    }
    if (sample->thread.is_running) {
        if (atomic_load(&sample->done)) {
            svi_thread_join(&sample->thread);
        }
    } else if (games > sample->games && (games >= 2 * sample->games || games >= planned)) {
        sample->games = games;
        atomic_store(&sample->done, false);
        (void)svi_thread_start(&sample->thread, make, sample);
    }
    return made != NULL;
}

const struct svi_play_figures *svi_play_sample_get(const struct svi_play_sample *sample)
{
    return sample->shown;
}
