#include "value/account.h"
#include "game/game.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* Beside the purposes of the game's own luck (SV_PURPOSES). */
#define PURPOSE_FORK 0x4cu

/* A mean over outcomes, as they come. */
struct mean {
    double weight;
    struct svi_worth sum;
    double squares[SV_MAX_SEATS];
};

static double figure_of(const struct svi_worth *worth, unsigned seat, unsigned k)
{
    return k < SVI_LUCK_SHARE ? worth->points[seat][k] : worth->share[seat][k - SVI_LUCK_SHARE];
}

static void add(struct mean *m, const struct svi_worth *worth, double weight, unsigned seats)
{
    m->weight += weight;
    for (unsigned s = 0; s < seats; s++) {
        const double points = worth->points[s][SVI_LUCK_POINTS];

        for (unsigned k = 0; k < SVI_VIEWS; k++) {
            m->sum.points[s][k] += weight * worth->points[s][k];
        }
        for (unsigned k = 0; k < SVI_SHARES; k++) {
            m->sum.share[s][k] += weight * worth->share[s][k];
        }
        m->squares[s] += weight * points * points;
    }
}

/* As the stand-in leaves it. */
static const struct sv_position *look(struct svi_luck *l, const struct sv_state *st,
                                      struct svi_worth *out)
{
    const struct sv_position *p = &st->position;
    if (sv_pending(st) != 0) {
        svi_settle(l->edition, st, &l->stood_in);
        p = &l->stood_in;
    }
    svi_value_near(l->value, l->base, p, out);
    return p;
}

/* Computes the worth of the position that was evaluated last, with doubles thrown in place of no
 * doubles, or the other way round. Of a turn's dice the value uses no more than that. */
static void look_at_twin(struct svi_luck *l, const struct svi_chance_event *chance,
                         const struct sv_position *p, const struct svi_worth *worth,
                         struct svi_worth *out)
{
    if (chance->doubles == 0 && p->over == 0 && sv_alive(p, p->turn_seat) &&
        p->jail[p->turn_seat] == 0) {
        svi_value_again(l->value, l->base, p, out);
    } else {
        *out = *worth;
    }
}

static void book(struct svi_luck *l, const struct svi_worth *real, const struct mean *m,
                 struct svi_luck_event *event)
{
    double luck[SVI_LUCK_FIGURES][SV_MAX_SEATS] = {{0}};
    l->events++;
    for (unsigned s = 0; s < l->state.position.seats; s++) {
        const double mean = m->sum.points[s][SVI_LUCK_POINTS] / m->weight;
        const double variance = m->squares[s] / m->weight - mean * mean;

        l->variance[s] += variance > 0 ? variance : 0;
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            luck[k][s] = figure_of(real, s, k) - figure_of(&m->sum, s, k) / m->weight;
            l->figure[s][k] += luck[k][s];
        }
    }
    if (l->sink.fn != NULL) {
        event->points = luck[SVI_LUCK_POINTS];
        l->sink.fn(l->sink.user, event);
    }
}

/* Sets the base near which outcomes of chance are evaluated: the position before the throw. It is
 * known before chance decides, so luck has the mean 0 however coarse the approximation is, and
 * whichever throws are left out because of it.
 *
 * Returns false if the event does not count: in an account of a future, a throw that can neither
 * cost its seat more than its cash nor complete a set. */
static bool take_base(struct svi_luck *l, const struct svi_chance_event *chance)
{
    struct sv_position p = l->before.position;
    if (chance->first == SVI_CHANCE_THROW) {
        p.turn_seat = chance->thrower;
        p.round = l->state.position.round;
        p.doubles = 0;
        p.dice[0] = 1;
    }
    if (l->is_future && chance->first == SVI_CHANCE_THROW) {
        const struct svi_next *next = &l->base->sight.next[chance->thrower];
        svi_sight_init(&l->value->features, &l->base->sight, &p);
        if (next->is_short == 0 && next->set == 0) {
            return false;
        }
    }
    svi_value_base(l->value, l->base, &p);
    return true;
}

/* Returns the luck of an event's forks: parts 0 and 1 make their key, which take_key() combines
 * with the fork's number; later parts choose cards. */
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

/* ---- a step of the game ---------------------------------------------------------------------- */

static void take_step(const struct svi_luck *l, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, struct svi_chance_event *chance)
{
    if (answer != NULL) {
        svi_chance_apply(l->edition, st, seat, answer, chance);
    } else {
        svi_chance_go_on(l->edition, st, chance);
    }
}

/* Copies a game. Offers are half of a game, so they are copied only for seats that can still make
 * some. */
static void copy_game(struct sv_state *to, const struct sv_state *from)
{
    static const uint8_t none[SV_MAX_SEATS];
    if (memcmp(from->secret.n_offers, none, sizeof none) != 0) {
        *to = *from;
        return;
    }
    memcpy(to, from, offsetof(struct sv_state, secret.offers));
    memcpy(to->secret.when, from->secret.when, sizeof to->secret.when);
}

/* Plays the step again with other luck, and with these dice unless `dice` is NULL. Returns the
 * position that was evaluated, or NULL if chance decided more than the dice. */
static const struct sv_position *fork_step(struct svi_luck *l, unsigned n, unsigned seat,
                                           const struct sv_answer *answer, const uint8_t dice[3],
                                           uint32_t card, struct svi_worth *out)
{
    struct svi_chance_event chance = {.redrawn = true, .card = card};
    const struct sv_position *p;
    copy_game(&l->fork, &l->before);
    take_key(l, n, l->fork.secret.key);
    if (dice != NULL) {
        memcpy(chance.dice, dice, sizeof chance.dice);
    }
    take_step(l, &l->fork, seat, answer, &chance);
    p = look(l, &l->fork, out);
    l->forks++;
    return chance.more ? NULL : p;
}

/* The outcomes of a throw, which are mostly those of the throw before. */
static void find_throws(struct svi_luck *l, const struct svi_chance_event *chance)
{
    const unsigned of = 1u | (unsigned)chance->three << 1 | (unsigned)(chance->doubles == 2) << 2 |
                        (unsigned)chance->jail << 3 | (unsigned)(chance->tries == 3) << 4;
    if (l->throws_of != of) {
        l->n_throws = svi_chance_throws(l->edition, chance, l->throws);
        l->throws_of = of;
    }
}

static void weigh_throw(struct svi_luck *l, unsigned seat, const struct sv_answer *answer,
                        const struct svi_chance_event *chance, uint32_t card,
                        const struct svi_worth *real, const struct sv_position *seen,
                        struct mean *mean)
{
    const unsigned seats = l->state.position.seats;
    unsigned it;
    unsigned its_twin;
    find_throws(l, chance);
    it = chance->more ? l->n_throws : svi_chance_which(l->edition, chance, l->throws, l->n_throws);
    its_twin = it < l->n_throws ? l->throws[it].twin : SV_NONE;
    if (it < l->n_throws) {
        add(mean, real, l->throws[it].chances, seats);
    }
    if (its_twin != SV_NONE) {
        struct svi_worth other;

        look_at_twin(l, chance, seen, real, &other);
        add(mean, &other, l->throws[its_twin].chances, seats);
    }
    for (unsigned i = 0; i < l->n_throws; i++) {
        const struct svi_throw *t = &l->throws[i];
        const struct sv_position *p;
        struct svi_worth worth;
        struct svi_worth other;

        if (i == it || i == its_twin || (t->twin != SV_NONE && t->twin < i)) {
            continue;
        }
        p = fork_step(l, i, seat, answer, t->dice, card + i, &worth);
        add(mean, &worth, t->chances, seats);
        if (t->twin == SV_NONE) {
            continue;
        }
        if (p != NULL) {
            look_at_twin(l, chance, p, &worth, &other);
        } else {
            (void)fork_step(l, t->twin, seat, answer, l->throws[t->twin].dice, card + t->twin,
                            &other);
        }
        add(mean, &other, l->throws[t->twin].chances, seats);
    }
}

/* Weighs what a step's chance has done against what it might have. */
static void weigh(struct svi_luck *l, unsigned seat, const struct sv_answer *answer,
                  const struct svi_chance_event *chance)
{
    const uint32_t card = (uint32_t)forks_luck(l, 2);
    const struct sv_position *seen;
    struct svi_worth real;
    struct mean mean = {0};
    if (!take_base(l, chance)) {
        return;
    }
    draw_key(l);
    seen = look(l, &l->state, &real);
    if (chance->first == SVI_CHANCE_THROW) {
        weigh_throw(l, seat, answer, chance, card, &real, seen, &mean);
    } else {
        for (unsigned i = 0; i < SVI_LUCK_DRAWS; i++) {
            struct svi_worth other;

            (void)fork_step(l, i, seat, answer, NULL, card + i, &other);
            add(&mean, &other, 1, l->state.position.seats);
        }
    }
    book(l, &real, &mean,
         &(struct svi_luck_event){
             .decision = l->decisions,
             .turn = l->before.position.turn,
             .round = l->before.position.round,
             .chance = chance->first,
             .seat =
                 chance->first == SVI_CHANCE_THROW ? chance->thrower : l->before.position.turn_seat,
             .dice = {chance->thrown[0], chance->thrown[1], chance->thrown[2]}});
}

static void step(struct svi_luck *l, unsigned seat, const struct sv_answer *answer)
{
    struct svi_chance_event chance = {.card = 0};
    copy_game(&l->before, &l->state);
    take_step(l, &l->state, seat, answer, &chance);
    if (chance.first != SVI_CHANCE_NONE) {
        weigh(l, seat, answer, &chance);
    }
}

/* Goes on to the next question. */
static void go_on(struct svi_luck *l)
{
    while (sv_pending(&l->state) == 0 && l->state.position.over == 0) {
        step(l, 0, NULL);
    }
}

/* ---- the game -------------------------------------------------------------------------------- */

/* Accounts for the draw of the first seat, which is an event too. */
static void weigh_start(struct svi_luck *l, const struct sv_setup *setup)
{
    struct sv_setup other = *setup;
    struct svi_worth worth;
    struct svi_worth real;
    struct mean mean = {0};
    draw_key(l);
    l->before = l->state;
    svi_value_base(l->value, l->base, &l->state.position);
    (void)look(l, &l->state, &real);
    for (unsigned i = 0; i < SVI_LUCK_DRAWS; i++) {
        uint8_t key[SV_KEY_BYTES];

        take_key(l, i, key);
        memcpy(other.seed, key, sizeof key);
        (void)svi_chance_start(l->edition, &l->fork, &other);
        (void)look(l, &l->fork, &worth);
        add(&mean, &worth, 1, setup->seats);
        l->forks++;
    }
    book(l, &real, &mean,
         &(struct svi_luck_event){.turn = l->state.position.turn,
                                  .round = l->state.position.round,
                                  .seat = l->state.position.first});
}

void svi_luck_move(struct svi_luck *l, const struct svi_value *value, struct svi_value_base *base)
{
    l->value = value;
    l->base = base;
    l->edition = value->features.e;
}

static void clear(struct svi_luck *l, const struct svi_value *value, struct svi_value_base *base,
                  const struct svi_luck_sink *sink)
{
    svi_luck_move(l, value, base);
    l->sink = sink != NULL ? *sink : (struct svi_luck_sink){.fn = NULL};
    memset(l->figure, 0, sizeof l->figure);
    memset(l->variance, 0, sizeof l->variance);
    l->events = l->forks = l->decisions = 0;
    l->stopped = l->is_future = false;
}

void svi_luck_begin_at(struct svi_luck *l, const struct svi_value *value,
                       struct svi_value_base *base, const struct sv_state *state)
{
    clear(l, value, base, NULL);
    l->is_future = true;
    l->state = *state;
}

void svi_luck_begin(struct svi_luck *l, const struct svi_value *value, struct svi_value_base *base,
                    const struct sv_setup *setup, const struct svi_luck_sink *sink)
{
    clear(l, value, base, sink);
    const enum sv_status status = svi_chance_start(l->edition, &l->state, setup);
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
