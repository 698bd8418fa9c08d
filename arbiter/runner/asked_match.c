#include "runner/asked_match.h"

#include "record/step.h"
#include "runner/live_match.h"
#include "wire/answer_codec.h"

/* Whether the record's next step is a forfeit, which nothing that is said comes before. */
static bool forfeit_is_next(const struct svi_replay *r)
{
    return r->at < r->size && (r->bytes[r->at] & SVI_STEP_VERDICT) == SVI_STEP_FORFEIT;
}

/* The seats of a set that have a bot, or one whose process is being replaced. */
static unsigned with_bots(const struct svi_match *m, unsigned seats)
{
    unsigned set = 0;
    for (unsigned s = 0; s < m->job.seats; s++) {
        const struct svi_bot_session_seat *seat = &m->bots.seat[s];
        set |= (unsigned)(sv_has(seats, s) && (seat->session != NULL || seat->away)) << s;
    }
    return set;
}

/* What was answered for these seats is settled, whoever's answer counted. */
static void pass(struct svi_match *m, unsigned seats)
{
    for (unsigned s = 0; s < m->job.seats; s++) {
        if (sv_has(seats & m->bots.game.settled, s)) {
            svi_match_view_pass(&m->bots.seat[s]);
        }
    }
}

/* As svi_match_step(), for a match whose job is one to be asked. */
static enum sv_status step(struct svi_match *m, int64_t now_us)
{
    struct svi_asked_match *asked = m->job.asked;
    enum sv_status status = SV_OK;
    while (status == SV_OK && !svi_game_over(&m->game)) {
        const unsigned pending = svi_game_pending(&m->game);
        m->bots.game.forfeits = 0; /* the record says who forfeits */
        if (forfeit_is_next(asked->replay)) {
            asked->unlike |= pending;
        } else {
            svi_match_view_ask(&m->bots, with_bots(m, pending & ~m->bots.game.settled), now_us);
            m->asked = m->game.decisions;
            if (svi_event_log_failed(&m->events)) {
                return SV_E_SYSTEM;
            }
            if (!svi_match_ready(m)) {
                break;
            }
        }
        const unsigned next = svi_game_next(&m->game);
        status = svi_replay_next(asked->replay, &m->game);
        asked->unlike &= ~(1u << next) | svi_game_pending(&m->game);
        pass(m, 1u << next | ~svi_game_pending(&m->game));
    }
    return status == SV_OK ? SV_OK : SV_E_SYSTEM;
}

/* Whether the bot's answer is what the record has: the same one, or likewise none that is taken. */
static enum svi_asked_verdict compare(const struct svi_match *m, struct svi_bot_session_seat *seat,
                                      const struct sv_event *ev, const struct sv_answer **now)
{
    if (seat->phase != SVI_SEAT_SETTLED) {
        return ev->verdict == SV_VERDICT_OK ? SVI_ASKED_OTHER : SVI_ASKED_LATE; /* lost */
    }
    if (seat->verdict == SV_VERDICT_LATE || seat->verdict == SV_VERDICT_OVERTIME) {
        return SVI_ASKED_LATE;
    }
    *now = seat->verdict == SV_VERDICT_OK ? svi_match_view_answer(seat) : NULL;
    bool same;
    switch (ev->verdict) {
    case SV_VERDICT_OK:
        same = *now != NULL && svi_answer_same(*now, ev->answer);
        break;
    case SV_VERDICT_ILLEGAL:
        same = *now != NULL && !seat->by_default &&
               sv_check(m->game.edition, &m->game.state.position, &seat->asked, *now) != SV_OK;
        break;
    default:
        same = seat->verdict == ev->verdict;
        break;
    }
    return same ? SVI_ASKED_SAME : SVI_ASKED_OTHER;
}

/* The game reports an event of such a match. */
static void take(struct svi_match *m, const struct sv_event *ev)
{
    const struct svi_asked_match *asked = m->job.asked;
    if (ev->type != SV_EVENT_ANSWER || !sv_has(asked->seats & ~asked->unlike, ev->seat) ||
        (ev->verdict != SV_VERDICT_OK && ev->verdict != SV_VERDICT_ILLEGAL &&
         ev->verdict != SV_VERDICT_MALFORMED)) {
        return; /* nobody answered that */
    }
    struct svi_asked_answer answer = {.game = &m->game,
                                      .seat = ev->seat,
                                      .decision = m->game.decisions,
                                      .kind = ev->kind,
                                      .recorded = ev->answer};
    answer.verdict = compare(m, &m->bots.seat[ev->seat], ev, &answer.now);
    asked->answered(asked->user, &answer);
}

void svi_asked_match_init(struct svi_asked_match *asked)
{
    asked->step = step;
    asked->take = take;
}
