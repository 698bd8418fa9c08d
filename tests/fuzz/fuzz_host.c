/* libFuzzer over the arbiter's session session with matches behind it: the input is what two bots
 * do, step by step, and everything that they send is somehow wrong. Whatever it is, every question
 * gets one verdict, what has been kept for a bot is bounded, nothing a bot sends makes us send
 * more, and every game that ends has a record that verifies.
 *
 * A step is a byte, in its bits: what (0-2), which bot (3), which of its pending questions (4-7);
 * then what that step takes of the input, up to its end. */
#include "runner/live_match.h"

#include "edition/edition_file.h"
#include "game/pack.h"
#include "record/replay.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BOTS 2u
#define MATCHES 2u
#define STRIKES 4u
#define REMARKS                                                                                    \
    (SVI_LOG_BUDGET + 4096u) /* remarks that may wait beside an answer, with overhead for each */
#define REFUSAL 512u         /* most bytes in answer to a frame: a welcome or a refusal */
#define PATIENCE 40u         /* strays that are left to each connection */

enum what { FRAME, DEFAULT, ANSWER, REMARK, TIME, PROPER, CONNECTION, AGAIN };

struct table {
    struct svi_bot_session session[BOTS];
    struct svi_match match[MATCHES];
    struct svi_match_list ready;
    struct svi_buf last[BOTS]; /* the frame that came last */
    int64_t now_us;
    uint64_t settled, dropped; /* questions */
    uint64_t unasked;          /* of those settled: bots that were still being led to them */
    unsigned losses;
    uint32_t serial; /* of matches */
};

static struct sv_edition edition;
static struct svi_edition_cache board;
static struct table t;

static void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* ---- the owner ------------------------------------------------------------------------------- */

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    (void)user;
    t.settled++;
    check(seat->phase == SVI_SEAT_SETTLED ||
          (seat->phase == SVI_SEAT_IDLE && seat->verdict == SV_VERDICT_DEAD));
    check(!sv_has(seat->game->waiting, seat->number));
    if (svi_match_ready(svi_match_of(seat))) {
        svi_match_list_add(&t.ready, svi_match_of(seat));
    }
}

static void on_misdeed(void *user, struct svi_bot_session *session,
                       const struct svi_misdeed *misdeed)
{
    (void)user;
    check(session == &t.session[0] || session == &t.session[1]);
    check((misdeed->seat == NULL) == (misdeed->kind == SVI_MISDEED_STRAY));
}

/* As replace() will have it. */
static bool spares(void *user, struct svi_bot_session *session)
{
    (void)user;
    (void)session;
    return t.losses % 2 == 0;
}

static const struct svi_bot_session_owner owner = {
    .settled = on_settled, .misdeed = on_misdeed, .spares = spares};
static const struct svi_clock_limits limits = {
    .decision_us = 50000, .bank_us = 500000, .strikes = STRIKES, .match_us = 3000000};

static void begin(struct svi_match *m)
{
    static const char *const names[] = {"bot", "other", "third"};
    const unsigned k = (unsigned)(m - t.match);
    struct svi_job job = {.edition = &edition, .seats = 2 + k % 2};
    struct svi_bot_session *sessions[SV_MAX_SEATS];
    for (unsigned i = 0; i < job.seats; i++) {
        job.bot[i] = (i + k) % BOTS; /* with three seats one bot has two */
        sessions[i] = t.session[job.bot[i]].state == SVI_BOT_SESSION_UP &&
                              svi_bot_session_has_room(&t.session[job.bot[i]], 1)
                          ? &t.session[job.bot[i]]
                          : NULL;
    }
    t.serial++;
    memcpy(job.seed, &t.serial, sizeof t.serial);
    check(svi_match_begin(m, &job, names, sessions, &board, t.now_us) == SV_OK);
    svi_match_list_add(&t.ready, m);
}

static void end(struct svi_match *m)
{
    static struct svi_replay replay;
    static struct svi_game again;
    struct svi_outcome done;
    for (unsigned i = 0; i < m->job.seats; i++) {
        t.dropped += m->bots.seat[i].phase == SVI_SEAT_ASKED;
    }
    svi_match_end(m, &done, t.now_us);
    check(svi_replay_reopen(&replay, done.replay, done.replay_size) == SV_OK);
    check(svi_replay_run(&replay, &again, NULL) == SV_OK);
}

/* RULES 12.10. */
static bool sends(const struct svi_game *g)
{
    return svi_course_travels(g->edition, &g->state.position, &g->state.course,
                              svi_game_pending(g));
}

/* Moves all games on. Those that are over begin anew while `more`. */
static void turn(bool more)
{
    struct svi_match *m;
    unsigned begun = 0;
    while ((m = svi_match_list_take(&t.ready)) != NULL) {
        check(svi_match_step(m, t.now_us) == SV_OK);
        check(svi_game_over(&m->game) || sends(&m->game));
        if (svi_game_over(&m->game)) {
            end(m);
            if (more && begun++ < MATCHES &&
                (t.session[0].state == SVI_BOT_SESSION_UP ||
                 t.session[1].state == SVI_BOT_SESSION_UP)) {
                begin(m);
            }
        }
    }
    for (unsigned b = 0; b < BOTS; b++) {
        check(!t.session[b].out.failed);
        svi_bot_session_sent(&t.session[b], t.now_us);
    }
}

/* ---- what must hold -------------------------------------------------------------------------- */

/* Its bot has been asked the question that is open. */
static bool is_asked(const struct svi_bot_session_seat *s)
{
    return s->phase == SVI_SEAT_ASKED && s->session != NULL && !s->recovery.running;
}

static void check_seat(const struct svi_match *m, unsigned i)
{
    const struct svi_bot_session_seat *s = &m->bots.seat[i];
    check(s->phase <= SVI_SEAT_SETTLED);
    check(sv_has(m->bots.game.waiting, i) == (s->phase == SVI_SEAT_ASKED));
    check(sv_has(m->bots.game.settled, i) == (s->phase == SVI_SEAT_SETTLED));
    check(!s->away && (s->phase != SVI_SEAT_ASKED || s->session != NULL));
    check((s->phase != SVI_SEAT_ASKED && !s->recovery.running) ||
          (svi_bot_session_find(s->session, s->id) == s && s->clock.asked));
    check(s->phase != SVI_SEAT_SETTLED || s->verdict < SV_VERDICT_COUNT);
    check(s->verdict != SV_VERDICT_MALFORMED || s->fault != SV_OK);
    check(s->strikes <= STRIKES && s->log_entries.waiting.cap <= 2 * REMARKS);
}

static void check_all(void)
{
    uint64_t asked = 0, questions = 0;
    for (unsigned k = 0; k < MATCHES; k++) {
        for (unsigned i = 0; i < t.match[k].job.seats; i++) {
            check_seat(&t.match[k], i);
            asked += is_asked(&t.match[k].bots.seat[i]);
        }
    }
    for (unsigned b = 0; b < BOTS; b++) {
        const struct svi_bot_session *session = &t.session[b];
        questions += session->questions;
        check(session->n_seats <= 2 * MATCHES &&
              session->connection_strays <= SVI_BOT_SESSION_STRAYS + 1 &&
              session->dropped_remarks <= SVI_BOT_SESSION_DROPPED + 1);
        check(session->state == SVI_BOT_SESSION_UP || session->n_seats == 0);
    }
    check(questions + t.unasked == t.settled + t.dropped + asked); /* one verdict each */
}

/* ---- the bots -------------------------------------------------------------------------------- */

static void open_host(unsigned b)
{
    const struct svi_hello hello = {.protocol = SVI_PROTOCOL,
                                    .name = "bot",
                                    .answers = SV_ANSWERS_ALL,
                                    .matches = 8,
                                    .events = b == 0,
                                    .talk = true};
    struct svi_buf frame = {0};
    svi_bot_session_open(&t.session[b], 1000, t.now_us);
    svi_put_hello(&frame, &hello);
    check(svi_bot_session_frame(&t.session[b], frame.data, frame.size, t.now_us) == NULL);
    svi_buf_finish(&frame);
    t.session[b].connection_strays =
        SVI_BOT_SESSION_STRAYS - PATIENCE; /* as if it had babbled: floods are short */
}

/* Those questions of bot b that are about to be settled and that it has not come to yet. */
static void count_led(unsigned b)
{
    for (unsigned k = 0; k < MATCHES; k++) {
        for (unsigned i = 0; i < t.match[k].job.seats; i++) {
            const struct svi_bot_session_seat *s = &t.match[k].bots.seat[i];
            t.unasked +=
                s->session == &t.session[b] && s->recovery.running && s->phase == SVI_SEAT_ASKED;
        }
    }
}

/* The connection is over, and the bot comes back at once. Every other time it goes on with its
 * matches. */
static void replace(unsigned b)
{
    const bool again = t.losses++ % 2 == 0;
    for (unsigned k = 0; k < MATCHES; k++) {
        for (unsigned i = 0; i < t.match[k].job.seats; i++) {
            const struct svi_bot_session_seat *s = &t.match[k].bots.seat[i];
            t.dropped += again && s->session == &t.session[b] && is_asked(s);
        }
    }
    if (!again) {
        count_led(b);
    }
    svi_bot_session_close(&t.session[b], again, t.now_us);
    open_host(b);
    for (unsigned k = 0; k < MATCHES; k++) {
        for (unsigned i = 0; i < t.match[k].job.seats; i++) {
            check(!t.match[k].bots.seat[i].away || again || t.match[k].job.bot[i] != b);
            if (t.match[k].bots.seat[i].away && t.match[k].job.bot[i] == b) {
                svi_match_view_seat_again(&t.match[k].bots, i, &t.session[b], t.now_us);
            }
        }
    }
}

/* The connection is over when somebody says so: whether it is. */
static bool lose(unsigned b, const char *why)
{
    if (why != NULL) {
        check(*why != '\0');
        replace(b);
    }
    return why != NULL;
}

/* Whether the connection is over. */
static bool send_frame(unsigned b, const uint8_t *bytes, size_t size)
{
    uint8_t *exact = malloc(size != 0 ? size : 1); /* reading past it is found */
    const size_t before = t.session[b].out.size;
    bool recovery_advanced = false;
    for (unsigned k = 0; k < MATCHES; k++) {
        for (unsigned i = 0; i < t.match[k].job.seats; i++) {
            recovery_advanced |= t.match[k].bots.seat[i].recovery.running;
        }
    }
    check(exact != NULL);
    if (size != 0) {
        memcpy(exact, bytes, size);
    }
    const char *lost = svi_bot_session_frame(&t.session[b], exact, size, t.now_us);
    free(exact);
    check(recovery_advanced || t.session[b].out.size <= before + REFUSAL);
    return lose(b, lost);
}

static void send_buf(unsigned b, struct svi_buf *frame)
{
    (void)send_frame(b, frame->data, frame->size);
    svi_buf_finish(&t.last[b]);
    t.last[b] = *frame;
}

/* One of the questions that a bot owes answers to, or NULL. */
static const struct svi_bot_session_seat *pending(unsigned b, unsigned which)
{
    const struct svi_clock *c = t.session[b].clocks.oldest;
    for (; c != NULL && which > 0 && c->newer != NULL; which--) {
        c = c->newer;
    }
    return (const struct svi_bot_session_seat *)(const void *)c;
}

/* Takes the next bytes of the input, after a length of two bytes. */
static const uint8_t *take(struct svi_cursor *in, size_t *size)
{
    const size_t low = svi_get_raw_byte(in);
    const size_t wanted = low | (size_t)svi_get_raw_byte(in) << 8;
    *size = wanted < svi_cursor_left(in) ? wanted : svi_cursor_left(in);
    return svi_get_raw(in, *size);
}

/* A message that begins as a reply to a pending question and goes on as the input wants. */
static void send_begun(struct svi_cursor *in, unsigned b, unsigned which, uint8_t type)
{
    const struct svi_bot_session_seat *s = pending(b, which);
    const struct sv_answer none = {0};
    struct svi_buf frame = {0};
    size_t size;
    const uint8_t values = svi_get_raw_byte(in) & 7;
    const uint8_t *bytes = take(in, &size);
    svi_put_reply(&frame, s != NULL ? s->id : 1, s != NULL ? s->question : 1,
                  &t.match[0].game.state.position, &none, true);
    /* the array then claims `values` more elements */
    frame.data[0] = (uint8_t)(frame.data[0] + values);
    frame.data[1] = type;
    svi_buf_append(&frame, bytes, size);
    send_buf(b, &frame);
}

/* The default, in short or in full. */
static void send_answer(unsigned b, unsigned which, bool in_short)
{
    const struct svi_bot_session_seat *s = pending(b, which);
    struct svi_buf frame = {0};
    struct sv_answer a;
    if (s != NULL) {
        const struct sv_position *p = &s->game->state->position;
        sv_answer_default(&edition, p, &s->asked, &a);
        svi_put_reply(&frame, s->id, s->question, p, &a, in_short);
        send_buf(b, &frame);
    }
}

static void pass_time(struct svi_cursor *in)
{
    const int64_t step = svi_get_raw_byte(in);
    t.now_us += step * step * 100; /* up to 6.5 s */
    for (unsigned b = 0; b < BOTS; b++) {
        (void)lose(b, svi_bot_session_tick(&t.session[b], t.now_us));
        check(svi_bot_session_deadline(&t.session[b]) > t.now_us ||
              t.session[b].state != SVI_BOT_SESSION_UP);
    }
}

/* The connection is cut, and the next begins with whatever the input has. */
static void reconnect(struct svi_cursor *in, unsigned b)
{
    size_t size;
    const uint8_t *bytes = take(in, &size);
    count_led(b);
    svi_bot_session_close(&t.session[b], false, t.now_us);
    svi_bot_session_open(&t.session[b], 1000, t.now_us);
    (void)send_frame(b, bytes, size);
}

static void step(struct svi_cursor *in)
{
    const uint8_t byte = svi_get_raw_byte(in);
    const unsigned b = byte >> 3 & 1u, which = byte >> 4;
    struct svi_buf frame = {0};
    size_t size;
    const uint8_t *bytes;
    switch ((enum what)(byte & 7u)) {
    case FRAME:
        bytes = take(in, &size);
        svi_buf_append(&frame, bytes, size);
        send_buf(b, &frame);
        break;
    case ANSWER:
        send_begun(in, b, which, SVI_MESSAGE_REPLY);
        break;
    case REMARK:
        send_begun(in, b, which,
                   (which & 1) != 0   ? SVI_MESSAGE_NOTE
                   : (which & 8) != 0 ? SVI_MESSAGE_SAY
                                      : SVI_MESSAGE_LOG);
        break;
    case DEFAULT:
    case PROPER:
        send_answer(b, which, (byte & 7u) == DEFAULT);
        break;
    case TIME:
        pass_time(in);
        break;
    case CONNECTION:
        reconnect(in, b);
        break;
    case AGAIN: /* a fault that ends one connection would end each next one too, which takes long */
        for (unsigned n = 0; n <= which * 4; n++) {
            if (send_frame(b, t.last[b].data, t.last[b].size)) {
                break;
            }
        }
        break;
    }
}

static void set_up(void)
{
    struct svi_error error;
    if (board.bytes.size == 0) {
        check(svi_edition_load("classic", &edition, &error) == SV_OK);
        check(svi_edition_override(&edition, "max_rounds", "6", &error) == SV_OK);
        check(svi_edition_cache_init(&board, &edition, 0));
    }
    memset(&t, 0, sizeof t);
    for (unsigned b = 0; b < BOTS; b++) {
        svi_bot_session_init(&t.session[b], &limits, &owner, &t, 0);
        t.session[b].talk = true;
        open_host(b);
    }
    for (unsigned k = 0; k < MATCHES; k++) {
        svi_match_init(&t.match[k]);
        begin(&t.match[k]);
    }
    turn(true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct svi_cursor in = svi_cursor_over(data, size);
    set_up();
    while (svi_cursor_left(&in) > 0) {
        step(&in);
        check_all();
        turn(true);
        check_all();
    }
    for (unsigned b = 0; b < BOTS; b++) {
        count_led(b);
        svi_bot_session_close(&t.session[b], false, t.now_us);
        svi_buf_finish(&t.last[b]);
    }
    for (unsigned k = 0; k < MATCHES; k++) {
        if (!svi_game_over(&t.match[k].game)) { /* all have forfeited */
            svi_match_list_add(&t.ready, &t.match[k]);
        }
    }
    turn(false);
    check_all();
    for (unsigned k = 0; k < MATCHES; k++) {
        check(svi_game_over(&t.match[k].game));
        svi_match_finish(&t.match[k]);
    }
    for (unsigned b = 0; b < BOTS; b++) {
        svi_bot_session_finish(&t.session[b]);
    }
    return 0;
}
