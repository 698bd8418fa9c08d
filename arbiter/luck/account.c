#include "luck/account.h"

#include <assert.h>
#include <string.h>

/* Beside the purposes of the game's own luck (SV_PURPOSES). */
#define PURPOSE_FORK 0x4cu

/* A mean over outcomes, as they come. */
struct mean {
    double weight;
    double sum[SVI_LUCK_FIGURES][SV_MAX_SEATS];
    double squares[SV_MAX_SEATS];
};

static const double *figure_of(const struct svi_worth *worth, unsigned k)
{
    return k < SVI_HEADS ? worth->points[k] : worth->share[k - SVI_HEADS];
}

static void add(struct mean *m, const struct svi_worth *worth, double weight, unsigned seats)
{
    m->weight += weight;
    for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
        const double *figure = figure_of(worth, k);

        for (unsigned s = 0; s < seats; s++) {
            m->sum[k][s] += weight * figure[s];
        }
    }
    for (unsigned s = 0; s < seats; s++) {
        m->squares[s] += weight * worth->points[0][s] * worth->points[0][s];
    }
}

static void look(struct svi_luck *l, const struct sv_state *st, struct svi_worth *out)
{
    struct sv_position p;

    svi_stand_in(l->edition, st, &p);
    svi_value_near(l->value, &l->base, &p, out);
}

static void book(struct svi_luck *l, const struct svi_worth *real, const struct mean *m,
                 struct svi_luck_event *event)
{
    double luck[SVI_LUCK_FIGURES][SV_MAX_SEATS] = {{0}};

    l->events++;
    for (unsigned s = 0; s < l->state.position.seats; s++) {
        const double mean = m->sum[0][s] / m->weight;
        const double variance = m->squares[s] / m->weight - mean * mean;

        l->variance[s] += variance > 0 ? variance : 0;
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            luck[k][s] = figure_of(real, k)[s] - m->sum[k][s] / m->weight;
            l->figure[s][k] += luck[k][s];
        }
    }
    if (l->sink.fn != NULL) {
        event->points = luck[SVI_LUCK_POINTS];
        l->sink.fn(l->sink.user, event);
    }
}

/* What might have been is like what was, whose turn it is for one. */
static void take_base(struct svi_luck *l)
{
    struct sv_position p;

    svi_stand_in(l->edition, &l->state, &p);
    svi_value_base(l->value, &l->base, p.over == 0 ? &p : &l->before.position);
}

/* Luck of a fork's own: its key, and which cards. */
static uint64_t fork_luck(const struct svi_luck *l, unsigned fork, unsigned part)
{
    return sv_luck(l->state.secret.key, PURPOSE_FORK, 0,
                   (uint64_t)l->events << 16 | fork << 2 | part);
}

static void draw_key(const struct svi_luck *l, unsigned fork, uint8_t key[SV_KEY_BYTES])
{
    for (unsigned half = 0; half < 2; half++) {
        const uint64_t bits = fork_luck(l, fork, half);

        for (unsigned i = 0; i < 8; i++) {
            key[8 * half + i] = (uint8_t)(bits >> (8 * i));
        }
    }
}

/* ---- a step of the game ------------------------------------------------------------------------- */

static void take_step(const struct svi_luck *l, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, struct svi_fate *fate)
{
    if (answer != NULL) {
        svi_fated_apply(l->edition, st, seat, answer, fate);
    } else {
        svi_fated_go_on(l->edition, st, fate);
    }
}

/* The step as it might have been: other luck, and these dice if any. */
static void fork_step(struct svi_luck *l, unsigned n, unsigned seat, const struct sv_answer *answer,
                      const uint8_t dice[3], uint32_t card, struct svi_worth *out)
{
    struct svi_fate fate = {.redrawn = true, .card = card};

    l->fork = l->before;
    draw_key(l, n, l->fork.secret.key);
    if (dice != NULL) {
        memcpy(fate.dice, dice, sizeof fate.dice);
    }
    take_step(l, &l->fork, seat, answer, &fate);
    look(l, &l->fork, out);
    l->forks++;
}

/* Weighs what a step's chance has done against what it might have. */
static void weigh(struct svi_luck *l, unsigned seat, const struct sv_answer *answer,
                  const struct svi_fate *fate)
{
    const unsigned seats = l->state.position.seats;
    const uint32_t card = (uint32_t)fork_luck(l, 0xfff, 2);
    struct svi_worth real;
    struct svi_worth other;
    struct mean mean = {0};

    take_base(l);
    look(l, &l->state, &real);
    if (fate->first == SVI_CHANCE_THROW) {
        const unsigned n = svi_fate_throws(l->edition, fate, l->throws);
        const unsigned it = svi_fate_which(l->edition, fate, l->throws, n);

        for (unsigned i = 0; i < n; i++) {
            if (i == it && !fate->more) {
                add(&mean, &real, l->throws[i].chances, seats);
            } else {
                fork_step(l, i, seat, answer, l->throws[i].dice, card + i, &other);
                add(&mean, &other, l->throws[i].chances, seats);
            }
        }
    } else {
        for (unsigned i = 0; i < SVI_LUCK_DRAWS; i++) {
            fork_step(l, i, seat, answer, NULL, card + i, &other);
            add(&mean, &other, 1, seats);
        }
    }
    book(l, &real, &mean,
         &(struct svi_luck_event){
             .decision = l->decisions,
             .turn = l->before.position.turn,
             .round = l->before.position.round,
             .chance = fate->first,
             .seat = fate->first == SVI_CHANCE_THROW ? fate->thrower : l->before.position.turn_seat,
             .dice = {fate->thrown[0], fate->thrown[1], fate->thrown[2]}});
}

static void step(struct svi_luck *l, unsigned seat, const struct sv_answer *answer)
{
    struct svi_fate fate = {.card = 0};

    l->before = l->state;
    take_step(l, &l->state, seat, answer, &fate);
    if (fate.first != SVI_CHANCE_NONE) {
        weigh(l, seat, answer, &fate);
    }
}

/* Goes on to the next question. */
static void go_on(struct svi_luck *l)
{
    while (sv_pending(&l->state) == 0 && l->state.position.over == 0) {
        step(l, 0, NULL);
    }
}

/* ---- the game ----------------------------------------------------------------------------------- */

/* Who begins is an event, too. */
static void weigh_start(struct svi_luck *l, const struct sv_setup *setup)
{
    struct sv_setup other = *setup;
    struct svi_worth worth;
    struct svi_worth real;
    struct mean mean = {0};

    l->before = l->state;
    svi_value_base(l->value, &l->base, &l->state.position);
    look(l, &l->state, &real);
    for (unsigned i = 0; i < SVI_LUCK_DRAWS; i++) {
        uint8_t key[SV_KEY_BYTES];

        draw_key(l, i, key);
        memcpy(other.seed, key, sizeof key);
        (void)svi_fated_start(l->edition, &l->fork, &other);
        look(l, &l->fork, &worth);
        add(&mean, &worth, 1, setup->seats);
        l->forks++;
    }
    book(l, &real, &mean,
         &(struct svi_luck_event){.turn = l->state.position.turn,
                                  .round = l->state.position.round,
                                  .seat = l->state.position.first});
}

void svi_luck_begin(struct svi_luck *l, const struct svi_value *value, const struct sv_setup *setup,
                    const struct svi_luck_sink *sink)
{
    enum sv_status status;

    l->value = value;
    l->edition = value->features.e;
    l->sink = sink != NULL ? *sink : (struct svi_luck_sink){NULL, NULL};
    memset(l->figure, 0, sizeof l->figure);
    memset(l->variance, 0, sizeof l->variance);
    l->events = l->forks = l->decisions = 0;
    l->stopped = false;
    status = svi_fated_start(l->edition, &l->state, setup);
    assert(status == SV_OK);
    (void)status;
    weigh_start(l, setup);
    go_on(l);
}

void svi_luck_answer(struct svi_luck *l, unsigned seat, const struct sv_answer *answer)
{
    if (l->stopped) {
        return;
    }
    l->decisions++;
    step(l, seat, answer);
    go_on(l);
}

void svi_luck_forfeit(struct svi_luck *l)
{
    l->stopped = true;
}
