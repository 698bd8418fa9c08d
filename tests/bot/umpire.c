#include "tests/bot/umpire.h"
#include "tests/base/testing.h"

#include "edition/edition_file.h"

#define EDITIONS 4u

/* Loaded and encoded once; kept. */
static struct svi_edition_cache boards[EDITIONS];
static unsigned n_boards;

const struct sv_edition *umpire_edition(const char *name)
{
    static struct sv_edition loaded[EDITIONS];
    struct svi_error error;
    for (unsigned i = 0; i < n_boards; i++) {
        if (strcmp(loaded[i].name, name) == 0) {
            return &loaded[i];
        }
    }
    assert_true(n_boards < EDITIONS);
    assert_ok(svi_edition_load(name, &loaded[n_boards], &error));
    assert_true(svi_edition_cache_init(&boards[n_boards], &loaded[n_boards], n_boards));
    return &loaded[n_boards++];
}

static const struct svi_edition_cache *board_of(const struct sv_edition *e)
{
    unsigned i = 0;
    while (boards[i].edition != e) {
        assert_true(++i < n_boards);
    }
    return &boards[i];
}

/* ---- the connection ----------------------------------------------------------------------- */

static void take_event(void *user, const struct sv_event *ev)
{
    svi_event_log_add(&((struct umpire *)user)->events, ev);
}

/* Gives all answers to the game, clockwise from the seat whose turn it is. */
static void move_on(struct umpire *u)
{
    const struct sv_edition *e = u->match.game.edition;
    unsigned asked = sv_pending(&u->state);
    unsigned first = u->state.position.turn_seat;
    struct sv_answer answer[SV_MAX_SEATS];
    const struct sv_sink sink = {take_event, u};
    for (unsigned s = 0; s < u->setup.seats; s++) {
        if (sv_has(asked, s)) {
            answer[s] = *svi_match_view_answer(&u->match.seat[s]);
        }
    }
    for (unsigned i = 0; i < u->setup.seats; i++) {
        unsigned s = (first + i) % u->setup.seats;
        struct svi_bot_session_seat *seat = &u->match.seat[s];

        if (!sv_has(asked, s)) {
            continue;
        }
        if (sv_apply(e, &u->state, s, &answer[s], &sink) != SV_OK) {
            u->illegal[s]++;
            sv_answer_default(e, &u->state.position, &seat->asked, &answer[s]);
            assert_ok(sv_apply(e, &u->state, s, &answer[s], &sink));
        }
        svi_match_view_pass(seat);
    }
}

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    struct umpire *u = (struct umpire *)svi_match_view_of(seat);
    (void)user;
    assert_int_equal(seat->verdict, SV_VERDICT_OK);
    u->replies++;
    if (u->match.game.settled == sv_pending(&u->state)) {
        move_on(u);
    }
}

static void on_misdeed(void *user, struct svi_bot_session *session,
                       const struct svi_misdeed *misdeed)
{
    (void)user;
    (void)session;
    fail_msg("the bot has done wrong, by misdeed %d: %s", (int)misdeed->kind,
             sv_status_text(misdeed->status));
}

void umpire_open(struct umpire *u, const struct umpire_bot *bot)
{
    static const struct svi_clock_limits limits = {.decision_us = 1000000, .strikes = UINT32_MAX};
    static const struct svi_bot_session_owner owner = {.settled = on_settled,
                                                       .misdeed = on_misdeed};
    const struct svi_hello hello = {.protocol = SVI_PROTOCOL,
                                    .name = "bot",
                                    .answers = bot->answers,
                                    .matches = SVI_BOT_SESSION_MATCHES,
                                    .model = bot->model,
                                    .events = bot->events};
    memset(u, 0, sizeof *u);
    u->session = &u->own;
    svi_bot_session_init(u->session, &limits, &owner, NULL, 0);
    svi_bot_session_open(u->session, 0, 0);
    svi_bot_session_welcome(u->session, &hello);
}

void umpire_share(struct umpire *u, const struct umpire *other)
{
    memset(u, 0, sizeof *u);
    u->session = other->session;
}

void umpire_finish(struct umpire *u)
{
    svi_match_view_finish(&u->match);
    svi_bot_session_finish(&u->own);
    svi_event_log_finish(&u->events);
}

void umpire_put(struct umpire *u, struct svi_buf *frame)
{
    assert_false(u->session->out.failed);
    svi_buf_append(frame, u->session->out.data, u->session->out.size);
    svi_bot_session_sent(u->session, 0);
}

void umpire_take(struct umpire *u, const void *bytes, size_t size)
{
    assert_null(size != 0 ? svi_bot_session_frame(u->session, bytes, size, 0) : NULL);
}

/* ---- the game ----------------------------------------------------------------------------- */

void umpire_start(struct umpire *u, const struct sv_edition *e, const char *seed, unsigned seats)
{
    static const char name[SV_MAX_SEATS][SV_MAX_NAME] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    uint8_t salt[SV_SALT_BYTES];
    const struct sv_sink sink = {take_event, u};

    svi_event_log_finish(&u->events);
    u->setup = (struct sv_setup){.seats = (uint8_t)seats};
    sv_luck_seed_text(seed, u->setup.seed);
    sv_luck_salt(u->setup.seed, 0, salt);
    for (unsigned s = 0; s < seats; s++) {
        u->setup.answers[s] = u->session->kinds;
        memcpy(u->setup.when[s], u->session->when, sizeof u->setup.when[s]);
    }
    assert_ok(sv_game_start(e, &u->state, &u->setup, &sink));
    svi_match_view_begin(&u->match, &(struct svi_match_view_setup){.board = board_of(e),
                                                                   .state = &u->state,
                                                                   .name = name,
                                                                   .seed = u->setup.seed,
                                                                   .salt = salt,
                                                                   .seats = seats,
                                                                   .events = &u->events});
}

void umpire_put_start(struct umpire *u, unsigned seat, struct svi_buf *frame)
{
    svi_match_view_seat(&u->match, seat, u->session);
    umpire_put(u, frame);
}

void umpire_put_wrong_start(const struct umpire *u, uint64_t match, struct svi_buf *frame)
{
    struct svi_start start = u->match.start;
    start.match = match;
    svi_put_start(frame, &start);
}

bool umpire_put_ask(struct umpire *u, unsigned seat, struct svi_buf *frame)
{
    const size_t before = frame->size;
    if (!sv_has(sv_pending(&u->state), seat) || u->match.seat[seat].phase != SVI_SEAT_IDLE) {
        return false;
    }
    umpire_put(u, frame);
    svi_match_view_ask(&u->match, 1u << seat, 0);
    u->asks++;
    umpire_put(u, frame);
    return frame->size != before;
}

void umpire_put_end(struct umpire *u, struct svi_buf *frame)
{
    struct sv_result result = {.why = u->state.position.over};
    assert_true(umpire_over(u));
    sv_places(u->match.game.edition, &u->state.position, result.place);
    for (unsigned s = 0; s < u->setup.seats; s++) {
        result.worth[s] = sv_worth(u->match.game.edition, &u->state.position, s);
    }
    svi_match_view_end(&u->match, &result, 0);
    umpire_put(u, frame);
}
