#include "tests/session/session_rig.h"

#include "edition/edition_file.h"

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    struct host_rig *f = user;
    if (svi_match_ready(svi_match_of(seat))) {
        svi_match_list_add(&f->ready, svi_match_of(seat));
    }
}

static void on_misdeed(void *user, struct svi_bot_session *session,
                       const struct svi_misdeed *misdeed)
{
    struct host_rig *f = user;
    assert_true(session == &f->session[0] || session == &f->session[1]);
    assert_int_equal(misdeed->seat == NULL, misdeed->kind == SVI_MISDEED_STRAY);
    f->misdeeds[misdeed->kind]++;
}

static const struct svi_bot_session_owner OWNER = {.settled = on_settled, .misdeed = on_misdeed};
static const struct svi_hello HELLO = {
    .protocol = SVI_PROTOCOL, .name = "bot", .answers = SV_ANSWERS_ALL, .matches = 8};

void host_rig_open(struct host_rig *f, unsigned k, unsigned most)
{
    svi_bot_session_init(&f->session[k], &f->limits, &OWNER, f, most);
    svi_bot_session_open(&f->session[k], 0, 0);
    svi_bot_session_welcome(&f->session[k], &HELLO);
}

int host_rig_set_up(void **state)
{
    struct host_rig *f = calloc(1, sizeof *f);
    struct svi_error error;
    assert_non_null(f);
    assert_ok(svi_edition_load("classic", &f->edition, &error));
    assert_ok(svi_edition_override(&f->edition, "first_player", "seat0", &error));
    assert_true(svi_edition_cache_init(&f->board, &f->edition, 0));
    f->limits = (struct svi_clock_limits){.decision_us = 100000, .bank_us = 1000000, .strikes = 3};
    for (unsigned i = 0; i < HOST_RIG_BOTS; i++) {
        host_rig_open(f, i, 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        svi_match_init(&f->match[i]);
    }
    *state = f;
    return 0;
}

int host_rig_tear_down(void **state)
{
    struct host_rig *f = *state;
    for (unsigned i = 0; i < 3; i++) {
        svi_match_finish(&f->match[i]);
    }
    for (unsigned i = 0; i < HOST_RIG_BOTS; i++) {
        svi_bot_session_finish(&f->session[i]);
    }
    svi_edition_cache_finish(&f->board);
    free(f);
    return 0;
}

void host_rig_decide(struct host_rig *f, struct svi_bot_session_seat *seat)
{
    svi_clock_drop(&seat->session->clocks, &seat->clock, 0);
    seat->by_default = true;
    svi_bot_session_settle(seat, SV_VERDICT_OK, SV_OK);
    while (svi_match_list_take(&f->ready) != NULL) {
    }
}

enum sv_status host_rig_begin_match(struct host_rig *f, unsigned k, const struct svi_job *job,
                                    struct svi_bot_session *const *sessions)
{
    static const char *const names[SV_MAX_SEATS] = {"good", "bad", "third"};
    return svi_match_begin(&f->match[k], job, names, sessions, &f->board, 0);
}

struct svi_match *host_rig_begin(struct host_rig *f, unsigned k)
{
    struct svi_match *m = &f->match[k];
    struct svi_job job = {.edition = &f->edition, .seats = 2, .bot = {0, 1}};
    struct svi_bot_session *const sessions[] = {&f->session[0], &f->session[1]};
    struct svi_bot_session_seat *seat = m->bots.seat;
    memset(job.seed, (int)k + 1, sizeof job.seed);
    assert_ok(host_rig_begin_match(f, k, &job, sessions));
    assert_ok(svi_match_step(m, 0));
    while (seat[0].phase != SVI_SEAT_ASKED || seat[1].phase != SVI_SEAT_ASKED) {
        assert_false(svi_game_over(&m->game));
        host_rig_decide(f, &seat[seat[0].phase == SVI_SEAT_ASKED ? 0 : 1]);
        assert_ok(svi_match_step(m, 0));
    }
    memset(m->tally, 0, sizeof m->tally);
    for (unsigned i = 0; i < HOST_RIG_BOTS; i++) {
        svi_bot_session_sent(&f->session[i], 0);
    }
    return m;
}

void host_rig_put_default(struct svi_buf *buf, const struct svi_bot_session_seat *seat)
{
    const struct sv_answer a = {.kind = seat->asked.kind};
    svi_put_reply(buf, seat->id, seat->question, &seat->game->state->position, &a, true);
}

const char *host_rig_take(struct host_rig *f, unsigned bot, const void *bytes, size_t size)
{
    return svi_bot_session_frame(&f->session[bot], bytes, size, 1000);
}

const char *host_rig_take_buf(struct host_rig *f, unsigned bot, struct svi_buf *buf)
{
    const char *lost = host_rig_take(f, bot, buf->data, buf->size);
    svi_buf_finish(buf);
    return lost;
}

void host_rig_answer(struct host_rig *f, unsigned bot, struct svi_buf *buf,
                     const struct svi_bot_session_seat *seat)
{
    host_rig_put_default(buf, seat);
    assert_null(host_rig_take_buf(f, bot, buf));
}
