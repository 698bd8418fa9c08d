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
    return k < SVI_LUCK_SHARE ? worth->points[k] : worth->share[k - SVI_LUCK_SHARE];
}

/* Of a constant number of seats, all of which are there: so that several are taken at once. */
static inline void add_seats(double sum[][SV_MAX_SEATS], const double figure[][SV_MAX_SEATS],
                             unsigned n, double weight, unsigned seats)
{
    for (unsigned k = 0; k < n; k++) {
        for (unsigned s = 0; s < seats; s++) {
            sum[k][s] += weight * figure[k][s];
        }
    }
}

static void add_worth(double sum[SVI_LUCK_FIGURES][SV_MAX_SEATS], const struct svi_worth *worth,
                      double weight, unsigned seats)
{
    if (seats <= SV_MAX_SEATS / 2) {
        add_seats(sum, worth->points, SVI_VIEWS, weight, SV_MAX_SEATS / 2);
        add_seats(sum + SVI_VIEWS, worth->share, SVI_SHARES, weight, SV_MAX_SEATS / 2);
    } else {
        add_seats(sum, worth->points, SVI_VIEWS, weight, SV_MAX_SEATS);
        add_seats(sum + SVI_VIEWS, worth->share, SVI_SHARES, weight, SV_MAX_SEATS);
    }
}

static void add(struct mean *m, const struct svi_worth *worth, double weight, unsigned seats)
{
    m->weight += weight;
    add_worth(m->sum, worth, weight, seats);
    for (unsigned s = 0; s < seats; s++) {
        m->squares[s] += weight * worth->points[0][s] * worth->points[0][s];
    }
}

static const struct sv_position *stood_in(const struct svi_luck *l, const struct sv_state *st,
                                          struct sv_position *room)
{
    if (sv_pending(st) == 0) {
        return &st->position;
    }
    svi_stand_in(l->edition, st, room);
    return room;
}

static void look(struct svi_luck *l, const struct sv_state *st, struct svi_worth *out)
{
    struct sv_position p;

    svi_value_near(l->value, &l->base, stood_in(l, st, &p), out);
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
    struct sv_position room;
    const struct sv_position *p = stood_in(l, &l->state, &room);

    svi_value_base(l->value, &l->base, p->over == 0 ? p : &l->before.position);
}

/* Luck of an event's forks: their key, but for the fork's number, and which cards. */
static uint64_t forks_luck(const struct svi_luck *l, unsigned part)
{
    return sv_luck(l->state.secret.key, PURPOSE_FORK, 0, (uint64_t)l->events << 16 | part);
}

static void draw_key(struct svi_luck *l)
{
    for (unsigned half = 0; half < 2; half++) {
        const uint64_t bits = forks_luck(l, half);

        for (unsigned i = 0; i < 8; i++) {
            l->key[8 * half + i] = (uint8_t)(bits >> (8 * i));
        }
    }
}

static void take_key(const struct svi_luck *l, unsigned fork, uint8_t key[SV_KEY_BYTES])
{
    memcpy(key, l->key, sizeof l->key);
    key[0] ^= (uint8_t)fork;
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
    take_key(l, n, l->fork.secret.key);
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
    const uint32_t card = (uint32_t)forks_luck(l, 2);
    const unsigned seats = l->state.position.seats;
    struct svi_worth real;
    struct svi_worth other;
    struct mean mean = {0};

    draw_key(l);
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

    draw_key(l);
    l->before = l->state;
    svi_value_base(l->value, &l->base, &l->state.position);
    look(l, &l->state, &real);
    for (unsigned i = 0; i < SVI_LUCK_DRAWS; i++) {
        uint8_t key[SV_KEY_BYTES];

        take_key(l, i, key);
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
