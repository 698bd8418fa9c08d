#include "env/batch.h"

#include "base/options.h"
#include "bot/decide.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define GAMES_MOST (1u << 24)
#define THREADS_MOST 256u

/* ---- a game ---------------------------------------------------------------------------------- */

/* Draws the lineup of a game from its number. */
static void line_up(const struct sv_batch *b, struct svi_batch_game *g, unsigned number)
{
    const unsigned seats = b->settings.seats;
    /* Number of places by which seats are turned. */
    const unsigned turned = b->settings.turned ? (unsigned)((number + g->played) % seats) : 0;
    uint8_t seed[SV_SEED_BYTES];
    struct sv_rng rng = {.index = 0};
    sv_luck_seed_child(b->seed, "lineup", number, g->played, seed);
    memcpy(rng.key, seed, sizeof rng.key);
    for (unsigned s = 0; s < seats; s++) {
        uint64_t players = b->settings.may[(s + turned) % seats];
        for (uint32_t skip = sv_rng_below(&rng, sv_count(players)); skip > 0; skip--) {
            players &= players - 1;
        }
        g->lineup[s] = (uint8_t)(players != 0 ? sv_first(players) : 0);
    }
}

static void account(void *user, unsigned seat, const struct sv_answer *a)
{
    const struct svi_batch_game *g = user;
    svi_luck_answer(g->luck, seat, a);
}

static void note(void *user, const struct sv_event *ev)
{
    sv_history_note(user, ev);
}

static float potential(const struct sv_batch *b, const struct svi_batch_scratch *scratch,
                       const struct svi_batch_game *g, unsigned seat)
{
    int32_t points[SV_MAX_SEATS];
    sv_value_points(scratch->value, &g->play.state.position, points);
    return b->settings.shaping * (2 * (float)points[seat] / SV_MAX_VALUE - 1);
}

static float luck_of(const struct svi_batch_game *g, unsigned seat)
{
    return g->luck != NULL ? 2 * (float)g->luck->figure[seat][SVI_LUCK_POINTS] : 0;
}

/* Takes the luck of a seat since its question before off its reward. The luck before its first
 * question counts for no action. */
static void take_luck(const struct sv_batch *b, struct svi_batch_game *g, unsigned seat,
                      float *reward)
{
    if (b->settings.less_luck) {
        const float luck = luck_of(g, seat);
        if (reward != NULL && sv_has(g->known, seat)) {
            reward[seat] -= luck - g->luck_before[seat];
        }
        g->luck_before[seat] = luck;
    }
}

/* Handles the next question of a seat; `reward` has a row for the game's seats. */
static void ask(const struct sv_batch *b, const struct svi_batch_scratch *scratch,
                struct svi_batch_game *g, unsigned seat, float *reward)
{
    const struct sv_position *p = &g->play.state.position;
    const enum sv_status status = sv_ask(b->e, &g->play.state, seat, &g->question);
    assert(status == SV_OK);
    (void)status;
    sv_action_begin(b->e, p, &g->question, &g->answer);
    svi_allow(b->e, p, &g->question, &g->answer, &g->now.allowed);
    const float now = scratch->value != NULL ? potential(b, scratch, g, seat) : 0;
    if (reward != NULL && sv_has(g->known, seat)) {
        reward[seat] += b->settings.discount * now - g->potential[seat];
    }
    take_luck(b, g, seat, reward);
    g->potential[seat] = now;
    g->known |= (uint8_t)(1u << seat);
}

/* Plays on until one of the caller's seats is asked. Returns false if the game is over. */
static bool go_on(const struct sv_batch *b, const struct svi_batch_scratch *scratch,
                  struct svi_batch_game *g, float *reward)
{
    const unsigned seat = svi_local_run(&g->play);
    if (seat != SV_NONE) {
        ask(b, scratch, g, seat, reward);
    }
    return seat != SV_NONE;
}

bool svi_batch_begin(const struct sv_batch *b, const struct svi_batch_scratch *scratch,
                     struct svi_batch_game *g, unsigned number)
{
    uint8_t seed[SV_SEED_BYTES];
    struct sv_setup setup;
    sv_luck_seed_child(b->seed, "env", number, g->played++, seed);
    g->play = (struct svi_local){.e = b->e, .seats = b->settings.seats, .sink = &g->sink};
    g->sink = (struct sv_sink){note, &g->history};
    memset(&g->history, 0, sizeof g->history);
    g->is_seen = false;
    for (unsigned s = 0; s < b->settings.seats; s++) {
        g->play.bots[s] = b->settings.player[g->lineup[s]];
    }
    svi_local_setup(g->play.bots, b->settings.seats, seed, &setup);
    if (g->luck != NULL) {
        svi_luck_begin(g->luck, scratch->of, scratch->base, &setup, NULL);
        g->play.answered = account;
        g->play.user = g;
    }
    g->known = 0;
    svi_buf_clear(&g->taken);
    svi_local_begin(&g->play, &setup);
    return go_on(b, scratch, g, NULL);
}

/* Ends a game, over or not. Returns false if memory for its events ran out: then it has no result,
 * and the batch has failed. */
static bool end(struct sv_batch *b, struct svi_batch_game *g)
{
    const bool ok = svi_local_end(&g->play, NULL) == SV_OK;
    if (!ok) {
        g->played = 0;
        atomic_store(&b->failed, true);
    }
    return ok;
}

/* Games that end before the caller is asked count as played. */
static void begin(struct sv_batch *b, const struct svi_batch_scratch *scratch,
                  struct svi_batch_game *g, unsigned number)
{
    do {
        line_up(b, g, number);
    } while (!svi_batch_begin(b, scratch, g, number) && end(b, g));
}

void svi_rewards(const uint8_t place[], unsigned seats, float *reward)
{
    for (unsigned s = 0; s < seats; s++) {
        unsigned alike = 0;

        for (unsigned o = 0; o < seats; o++) {
            alike += place[o] == place[s];
        }
        reward[s] = 1 - (2 * (float)(place[s] - 1) + (float)(alike - 1)) / (float)(seats - 1);
    }
}

/* Pays for the places of a game that is over, and writes the row of the game in `out`. */
static void pay(const struct sv_batch *b, struct svi_batch_game *g, unsigned number, float *reward)
{
    const struct sv_batch_out *out = b->out;
    const unsigned seats = b->settings.seats;
    const struct sv_position *p = &g->play.state.position;
    uint8_t place[SV_MAX_SEATS];
    float due[SV_MAX_SEATS], luck[SV_MAX_SEATS] = {0};
    sv_places(b->e, p, place);
    svi_rewards(place, seats, due);
    for (unsigned s = 0; s < seats; s++) {
        /* The potential of an end is 0. */
        reward[s] += due[s] - (sv_has(g->known, s) ? g->potential[s] : 0);
        take_luck(b, g, s, reward);
        luck[s] = luck_of(g, s);
    }
    if (out->place != NULL) {
        memcpy(out->place + (size_t)number * seats, place, seats);
    }
    if (out->luck != NULL) {
        memcpy(out->luck + (size_t)number * seats, luck, seats * sizeof *luck);
    }
    if (out->last != NULL) {
        struct sv_observation seen;
        svi_observe_end(&g->history, b->e, p, g->question.seat, &seen);
        sv_observation_floats(&seen, out->last + (size_t)number * SV_OBSERVATION_FLOATS);
    }
    if (g->record != NULL) {
        svi_record_reward(g->record, reward);
        svi_record_end(g->record, number, place, luck);
    }
}

/* ---- all games ------------------------------------------------------------------------------- */

static void reset_some(void *user, unsigned thread, unsigned first, unsigned last)
{
    struct sv_batch *b = user;
    for (unsigned i = first; i < last; i++) {
        struct svi_batch_game *g = &b->game[i];
        if (g->played != 0) {
            (void)svi_local_end(&g->play, NULL);
        }
        g->played = 0;
        if (g->record != NULL) {
            svi_record_clear(g->record, true);
        }
        begin(b, &b->scratch[thread], g, i);
    }
}

bool sv_batch_reset(struct sv_batch *b, const uint8_t seed[SV_SEED_BYTES])
{
    memcpy(b->seed, seed, sizeof b->seed);
    atomic_store(&b->failed, false);
    svi_threads_run(b->threads, reset_some, b, b->settings.games);
    return !atomic_load(&b->failed);
}

static bool is_valid(const struct sv_batch_how *how)
{
    for (unsigned i = 0; i < how->players && i < SV_BATCH_PLAYERS; i++) {
        if (!svi_bot_is_known(how->player[i])) {
            return false;
        }
    }
    return how->games > 0 && how->games <= GAMES_MOST && how->seats >= 2 &&
           how->seats <= SV_MAX_SEATS && how->threads <= THREADS_MOST &&
           how->players <= SV_BATCH_PLAYERS;
}

bool svi_batch_may_play(const struct sv_batch_how *how)
{
    uint64_t callers = 0;
    bool answers = false;
    for (unsigned i = 0; i < how->players; i++) {
        callers |= how->player[i] == NULL ? UINT64_C(1) << i : 0;
    }
    for (unsigned s = 0; s < how->seats; s++) {
        if (how->may[s] == 0 ||
            (how->players < SV_BATCH_PLAYERS && how->may[s] >> how->players != 0)) {
            return false;
        }
        answers |= (how->may[s] & ~callers) == 0;
    }
    return answers;
}

static bool scratch_init(const struct sv_batch *b, struct svi_batch_scratch *scratch)
{
    if (b->settings.shaping != 0) {
        scratch->value = sv_value_create(b->e);
        if (scratch->value == NULL) {
            return false;
        }
    }
    if (b->settings.luck) {
        scratch->of = malloc(sizeof *scratch->of);
        scratch->base = calloc(1, sizeof *scratch->base);
        if (scratch->of == NULL || scratch->base == NULL) {
            return false;
        }
        svi_value_init(scratch->of, b->e, svi_weights_for(b->e));
    }
    return true;
}

struct svi_batch_game *svi_batch_games_create(const struct sv_batch *b)
{
    struct svi_batch_game *games = calloc(b->settings.games, sizeof *games);
    for (unsigned i = 0; games != NULL && i < b->settings.games; i++) {
        struct svi_batch_game *g = &games[i];
        g->luck = b->settings.luck ? calloc(1, sizeof *g->luck) : NULL;
        g->record = b->record ? calloc(1, sizeof *g->record) : NULL;
        if ((g->luck != NULL) != b->settings.luck || (g->record != NULL) != b->record) {
            svi_batch_games_destroy(b, games);
            return NULL;
        }
    }
    return games;
}

void svi_batch_games_destroy(const struct sv_batch *b, struct svi_batch_game *games)
{
    for (unsigned i = 0; games != NULL && i < b->settings.games; i++) {
        if (games[i].played != 0) {
            (void)svi_local_end(&games[i].play, NULL);
        }
        svi_record_destroy(games[i].record);
        svi_buf_finish(&games[i].taken);
        free(games[i].luck);
    }
    free(games);
}

struct sv_batch *sv_batch_create_with(const struct sv_edition *e, const struct sv_batch_how *how,
                                      const uint8_t seed[SV_SEED_BYTES])
{
    struct sv_batch_how own;
    struct sv_batch *b =
        svi_options_read(&own, how, SVI_SIZE_TO(struct sv_batch_how, may), sizeof own) &&
                is_valid(&own)
            ? calloc(1, sizeof *b)
            : NULL;
    if (b == NULL) {
        return NULL;
    }
    b->e = e;
    b->settings = own;
    b->settings.luck = own.luck || own.less_luck;
    b->settings.threads = own.threads != 0 ? own.threads : 1;
    b->settings.players = own.players != 0 ? own.players : 1;
    for (unsigned s = 0; s < own.seats; s++) {
        b->settings.may[s] = own.may[s] != 0 ? own.may[s] : 1;
    }
    b->threads = svi_threads_create(b->settings.threads);
    b->scratch = calloc(b->settings.threads, sizeof *b->scratch);
    b->game = svi_batch_games_create(b);
    bool whole = svi_batch_may_play(&b->settings) && b->threads != NULL && b->scratch != NULL &&
                 b->game != NULL;
    for (unsigned t = 0; whole && t < b->settings.threads; t++) {
        whole = scratch_init(b, &b->scratch[t]);
    }
    if (!whole || !sv_batch_reset(b, seed)) {
        sv_batch_destroy(b);
        return NULL;
    }
    return b;
}

struct sv_batch *sv_batch_create(const struct sv_edition *e, unsigned games, unsigned seats,
                                 const uint8_t seed[SV_SEED_BYTES])
{
    const struct sv_batch_how how = {.games = games, .seats = seats};
    return sv_batch_create_with(e, &how, seed);
}

void sv_batch_destroy(struct sv_batch *b)
{
    if (b == NULL) {
        return;
    }
    svi_batch_games_destroy(b, b->game);
    for (unsigned t = 0; b->scratch != NULL && t < b->settings.threads; t++) {
        sv_value_destroy(b->scratch[t].value);
        free(b->scratch[t].of);
        free(b->scratch[t].base);
    }
    svi_threads_destroy(b->threads);
    free(b->scratch);
    free(b);
}

/* ---- stepping -------------------------------------------------------------------------------- */

bool svi_batch_act(const struct sv_batch *b, const struct svi_batch_scratch *scratch,
                   struct svi_batch_game *g, unsigned action, float *reward)
{
    const struct sv_position *p = &g->play.state.position;
    const uint16_t taken = (uint16_t)(action < SV_ACTION_COUNT ? action : SV_ACTION_DONE);
    svi_buf_append(&g->taken, &taken, sizeof taken);
    g->is_seen = false;
    if (!svi_take(b->e, p, &g->question, &g->now.allowed, &g->answer, action)) {
        svi_allow(b->e, p, &g->question, &g->answer, &g->now.allowed);
        return true;
    }
    if (g->luck != NULL) {
        svi_luck_move(g->luck, scratch->of, scratch->base);
    }
    svi_local_answer(&g->play, g->question.seat, &g->answer);
    return go_on(b, scratch, g, reward);
}

/* Updates what the asked seat sees, and writes it to `floats` unless they are NULL. */
static void see(const struct sv_batch *b, struct svi_batch_game *g, float *floats)
{
    const bool update = floats != NULL && b->shown != NULL;
    struct sv_observation before;
    if (!g->is_seen) {
        if (update) {
            before = g->now.seen;
        }
        sv_observe_with(&g->history, b->e, &g->play.state.position, &g->question, &g->answer,
                        &g->now.seen);
    }
    if (floats != NULL && !(g->is_seen && update)) {
        svi_observation_update(update ? &before : NULL, &g->now.seen, floats);
    }
    g->is_seen = true;
}

static void look(const struct sv_batch *b, struct svi_batch_game *g, unsigned i)
{
    const struct sv_batch_out *out = b->out;
    if (out->seat != NULL) {
        out->seat[i] = g->question.seat;
    }
    if (out->player != NULL) {
        out->player[i] = g->lineup[g->question.seat];
    }
    if (out->seen != NULL || out->floats != NULL) {
        see(b, g, out->floats != NULL ? out->floats + (size_t)i * SV_OBSERVATION_FLOATS : NULL);
    }
    if (out->seen != NULL) {
        out->seen[i] = g->now.seen;
    }
    if (out->mask != NULL) {
        svi_allowed_mask(&g->now.allowed, out->mask + (size_t)i * SV_ACTION_COUNT);
    }
}

/* Takes an action in a game, which begins again if it ends. Returns whether it has ended. */
static bool step(struct sv_batch *b, const struct svi_batch_scratch *scratch,
                 struct svi_batch_game *g, unsigned i, float *reward)
{
    const unsigned action = (unsigned)b->action[i];
    if (g->record != NULL) {
        svi_record_clear(g->record, false);
    }
    if (b->action[i] == SV_ACTION_NONE) {
        return false;
    }
    if (g->record != NULL) {
        see(b, g, NULL);
        const unsigned seat = g->question.seat;
        svi_record_action(g->record, seat, g->lineup[seat], &g->now, action);
    }
    if (svi_batch_act(b, scratch, g, action, reward)) {
        if (g->record != NULL && b->settings.shaping != 0) {
            svi_record_reward(g->record, reward);
        }
        return false;
    }
    if (!end(b, g)) {
        return false;
    }
    pay(b, g, i, reward);
    begin(b, scratch, g, i);
    return true;
}

static void advance_some(void *user, unsigned thread, unsigned first, unsigned last)
{
    struct sv_batch *b = user;
    const struct sv_batch_out *out = b->out;
    const unsigned seats = b->settings.seats;
    for (unsigned i = first; i < last; i++) {
        struct svi_batch_game *g = &b->game[i];
        float reward[SV_MAX_SEATS] = {0};
        const size_t row = (size_t)i * seats;

        if (out->lineup != NULL) {
            memcpy(out->lineup + row, g->lineup, seats);
        }
        if (out->place != NULL) {
            memset(out->place + row, 0, seats);
        }
        if (out->luck != NULL) {
            memset(out->luck + row, 0, seats * sizeof *out->luck);
        }
        const bool done = b->action != NULL && step(b, &b->scratch[thread], g, i, reward);
        if (out->reward != NULL) {
            memcpy(out->reward + row, reward, seats * sizeof *reward);
        }
        if (out->done != NULL) {
            out->done[i] = done;
        }
        if (!atomic_load(&b->failed)) {
            look(b, g, i);
        }
    }
}

bool sv_batch_advance(struct sv_batch *b, const int32_t *action, const struct sv_batch_out *out)
{
    struct sv_batch_out own;
    if (!svi_options_read(&own, out, SVI_SIZE_TO(struct sv_batch_out, last), sizeof own) ||
        atomic_load(&b->failed)) {
        return false;
    }
    /* Floats can be updated if they showed what each game has in `seen`. */
    b->shown = own.update && b->shown == own.floats ? own.floats : NULL;
    b->action = action;
    b->out = &own;
    svi_threads_run(b->threads, advance_some, b, b->settings.games);
    b->out = NULL;
    b->shown = own.floats;
    return !atomic_load(&b->failed);
}

bool sv_batch_record(struct sv_batch *b)
{
    for (unsigned i = 0; i < b->settings.games; i++) {
        struct svi_batch_game *g = &b->game[i];
        g->record = g->record != NULL ? g->record : calloc(1, sizeof *g->record);
        if (g->record == NULL) {
            return false;
        }
    }
    b->record = true;
    return true;
}

size_t sv_batch_trajectories(struct sv_batch *b, struct sv_trajectory *out, size_t room)
{
    size_t count = 0;
    for (unsigned i = 0; b->record && i < b->settings.games; i++) {
        struct sv_trajectory *ended = b->game[i].record->ended;
        const unsigned seats = b->game[i].record->has_ended ? b->settings.seats : 0;
        for (unsigned s = 0; s < seats && count < room; s++) {
            if (ended[s].rows != 0) {
                out[count++] = ended[s];
                ended[s] = (struct sv_trajectory){0};
            }
        }
    }
    return count;
}

void sv_batch_random(const struct sv_batch *b, struct sv_rng *rng, int32_t *action)
{
    for (unsigned i = 0; i < b->settings.games; i++) {
        const struct svi_allowed *allowed = &b->game[i].now.allowed;
        const uint32_t n = sv_rng_below(rng, svi_allowed_count(allowed));
        action[i] = (int32_t)svi_allowed_nth(allowed, n);
    }
}

bool sv_batch_may(struct sv_batch *b, unsigned seat, uint64_t players)
{
    struct sv_batch_how how = b->settings;
    if (seat >= how.seats) {
        return false;
    }
    how.may[seat] = players;
    if (!svi_batch_may_play(&how)) {
        return false;
    }
    b->settings.may[seat] = players;
    return true;
}

void sv_batch_lineup(const struct sv_batch *b, unsigned game, uint8_t player[SV_MAX_SEATS])
{
    memcpy(player, b->game[game].lineup, SV_MAX_SEATS);
}

const struct sv_position *sv_batch_position(const struct sv_batch *b, unsigned game)
{
    return &b->game[game].play.state.position;
}

const struct sv_question *sv_batch_question(const struct sv_batch *b, unsigned game)
{
    return &b->game[game].question;
}

/* ---- threads --------------------------------------------------------------------------------- */

struct worker {
    struct svi_threads *all;
    pthread_t id;
    unsigned number;
};

struct svi_threads {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    svi_work_fn *fn;
    void *user;
    unsigned items, count, started;
    unsigned long round; /* how often work has been given out */
    unsigned busy;       /* workers that are still at work */
    bool stop;
    struct worker worker[];
};

static void do_part(const struct svi_threads *t, svi_work_fn *fn, void *user, unsigned items,
                    unsigned number)
{
    const unsigned first = (unsigned)((unsigned long long)items * number / t->count);
    const unsigned last = (unsigned)((unsigned long long)items * (number + 1) / t->count);
    if (first < last) {
        fn(user, number, first, last);
    }
}

static void *work(void *user)
{
    struct worker *w = user;
    struct svi_threads *t = w->all;
    unsigned long seen = 0;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->round == seen && !t->stop) {
            pthread_cond_wait(&t->begin, &t->lock);
        }
        if (t->stop) {
            break;
        }
        seen = t->round;
        svi_work_fn *fn = t->fn;
        void *its = t->user;
        const unsigned items = t->items;
        pthread_mutex_unlock(&t->lock);
        do_part(t, fn, its, items, w->number);
        pthread_mutex_lock(&t->lock);
        if (--t->busy == 0) {
            pthread_cond_signal(&t->end);
        }
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

struct svi_threads *svi_threads_create(unsigned count)
{
    struct svi_threads *t = calloc(1, sizeof *t + count * sizeof *t->worker);
    if (t == NULL) {
        return NULL;
    }
    t->count = count;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->begin, NULL);
    pthread_cond_init(&t->end, NULL);
    for (t->started = 1; t->started < count; t->started++) {
        struct worker *w = &t->worker[t->started];
        w->all = t;
        w->number = t->started;
        if (pthread_create(&w->id, NULL, work, w) != 0) {
            svi_threads_destroy(t);
            return NULL;
        }
    }
    return t;
}

void svi_threads_destroy(struct svi_threads *t)
{
    if (t == NULL) {
        return;
    }
    pthread_mutex_lock(&t->lock);
    t->stop = true;
    pthread_cond_broadcast(&t->begin);
    pthread_mutex_unlock(&t->lock);
    for (unsigned i = 1; i < t->started; i++) {
        pthread_join(t->worker[i].id, NULL);
    }
    pthread_cond_destroy(&t->end);
    pthread_cond_destroy(&t->begin);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

void svi_threads_run(struct svi_threads *t, svi_work_fn *fn, void *user, unsigned items)
{
    if (t->count > 1) {
        pthread_mutex_lock(&t->lock);
        t->fn = fn;
        t->user = user;
        t->items = items;
        t->busy = t->count - 1;
        t->round++;
        pthread_cond_broadcast(&t->begin);
        pthread_mutex_unlock(&t->lock);
    }
    do_part(t, fn, user, items, 0);
    if (t->count > 1) {
        pthread_mutex_lock(&t->lock);
        while (t->busy != 0) {
            pthread_cond_wait(&t->end, &t->lock);
        }
        pthread_mutex_unlock(&t->lock);
    }
}
