/* Games played on by policies (<solvent/search.h>). */
#include <solvent/search.h>

#include "base/error.h"
#include "bot/decide.h"
#include "game/game.h"

#include <string.h>

enum sv_status sv_players_init(struct sv_players *out, const struct sv_edition *e,
                               const struct sv_bot *const bots[], unsigned seats)
{
    if (seats < 2 || seats > SV_MAX_SEATS) {
        return SV_E_ARGUMENT;
    }
    for (unsigned s = 0; s < seats; s++) {
        if (!svi_bot_is_known(bots[s])) {
            return SV_E_ARGUMENT;
        }
    }
    memset(out, 0, sizeof *out);
    out->seats = (uint8_t)seats;
    for (unsigned s = 0; s < seats; s++) {
        struct sv_match *m = &out->match[s];

        out->bot[s] = bots[s];
        m->edition = e;
        m->position = &svi_no_position;
        m->id = m->seat = (uint8_t)s;
        m->seats = (uint8_t)seats;
        if (bots[s] != NULL) {
            m->user = bots[s]->user;
            if (bots[s]->name != NULL) {
                strncpy(m->name[s], bots[s]->name, SV_MAX_NAME - 1);
            }
            if (bots[s]->match_start != NULL) {
                bots[s]->match_start(m);
            }
        }
    }
    return SV_OK;
}

void sv_players_finish(struct sv_players *players)
{
    for (unsigned s = 0; s < players->seats; s++) {
        const struct sv_bot *bot = players->bot[s];

        if (bot != NULL && bot->match_end != NULL) {
            bot->match_end(&players->match[s], NULL);
        }
    }
    memset(players, 0, sizeof *players);
}

/* Each seat has random numbers of its own. */
static void shuffle_players(struct sv_players *players, const uint8_t key[SV_KEY_BYTES])
{
    for (unsigned s = 0; s < players->seats; s++) {
        players->match[s].rng = (struct sv_rng){.index = (uint64_t)s << 48};
        memcpy(players->match[s].rng.key, key, SV_KEY_BYTES);
    }
}

static void decide(const struct sv_edition *e, struct sv_state *st, struct sv_players *players,
                   const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_bot *bot = players->bot[q->seat];
    struct sv_match *m = &players->match[q->seat];
    bool is_default;
    if (bot == NULL) {
        sv_answer_default(e, &st->position, q, a);
        return;
    }
    m->edition = e;
    m->position = &st->position;
    m->course = bot->model ? &st->course : NULL;
    svi_bot_decide(bot, m, q, a, &is_default);
    m->position = &svi_no_position;
    m->course = NULL;
    if (!is_default && sv_check(e, &st->position, q, a) != SV_OK) {
        sv_answer_default(e, &st->position, q, a);
    }
}

enum sv_stop sv_run(const struct sv_edition *e, struct sv_state *st, struct sv_players *players,
                    const uint8_t key[SV_KEY_BYTES], const struct sv_until *until,
                    const struct sv_sink *sink)
{
    const struct sv_position *p = &st->position;
    shuffle_players(players, key);
    for (uint64_t given = 0; sv_pending(st) != 0; given++) {
        const unsigned seat = sv_first(sv_pending(st));
        struct sv_question q;
        struct sv_answer a;

        if (until->round != 0 && p->round >= until->round) {
            return SV_STOP_ROUND;
        }
        if (until->turn != 0 && p->turn >= until->turn) {
            return SV_STOP_TURN;
        }
        (void)sv_ask(e, st, seat, &q);
        if (sv_has(until->seats, seat) && (until->kinds == 0 || sv_has(until->kinds, q.kind))) {
            return SV_STOP_QUESTION;
        }
        if (until->answers != 0 && given == until->answers) {
            return SV_STOP_ANSWERS;
        }
        decide(e, st, players, &q, &a);
        svi_apply_judged(e, st, seat, &a, sink);
    }
    return SV_STOP_OVER;
}

/* Limits each seat's questions to those that its policy answers. A game without questions would run
 * past every limit to its end. So a seat whose policy leaves windows alone is still asked in its
 * own turn, and the default is taken. */
static void ask_players(struct sv_state *st, const struct sv_players *players, bool limited)
{
    for (unsigned s = 0; s < players->seats; s++) {
        const struct sv_bot *bot = players->bot[s];
        uint32_t answers = bot != NULL ? sv_bot_answers(bot) : 0;
        uint8_t when[SV_DECISION_COUNT] = {0};

        if (bot != NULL) {
            sv_bot_whens(bot, when);
        }
        if (limited && !sv_has(answers, SV_DECISION_MANAGE)) {
            answers |= UINT32_C(1) << SV_DECISION_MANAGE;
            when[SV_DECISION_MANAGE] = SV_WHEN_OWN_TURN;
        }
        if (!sv_has(st->position.forfeited, s)) {
            sv_ask_only(st, s, answers, when);
        }
    }
}

enum sv_status sv_playout(const struct sv_edition *e, const struct sv_position *p,
                          const struct sv_course *c, unsigned asked, unsigned seat,
                          const struct sv_answer *answer, struct sv_players *players,
                          const uint8_t key[SV_KEY_BYTES], const struct sv_until *until,
                          struct sv_state *out, enum sv_stop *stop)
{
    if (players->seats != p->seats || !sv_has(asked, seat)) {
        return SV_E_ARGUMENT;
    }
    SVI_TRY(sv_determinise(e, p, c, asked, key, out));
    ask_players(out, players, until->round != 0 || until->turn != 0);
    SVI_TRY(sv_apply(e, out, seat, answer, NULL));
    const enum sv_stop why = sv_run(e, out, players, key, until, NULL);
    if (stop != NULL) {
        *stop = why;
    }
    return SV_OK;
}
