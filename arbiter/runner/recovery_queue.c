#include "runner/recovery_queue.h"

#include <assert.h>
#include <stddef.h>

/* Returns whether a seat is taken up before another. The seats of one match stand together. */
static bool is_before(struct svi_bot_session_seat *a, struct svi_bot_session_seat *b)
{
    const uint64_t first = svi_match_of(a)->serial, second = svi_match_of(b)->serial;
    return first != second ? first < second : a->number < b->number;
}

/* Ends the output so far with a line that says that another process goes on. */
static void mark_printed(struct svi_output_tail *printed)
{
    svi_output_tail_remark(printed,
                           "[solvent] the process is lost; another process resumes the match");
}

unsigned svi_recovery_collect(struct svi_bot_process *bot)
{
    const struct svi_bot_session *session = &bot->session;
    unsigned matches = 0;
    for (unsigned i = 0, left = session->n_seats; left > 0; i++) {
        struct svi_bot_session_seat *seat = session->slot[i];
        if (seat == NULL) {
            continue;
        }
        left--;
        if (seat->out) {
            continue;
        }
        struct svi_bot_session_seat **at = &bot->lost_seats;
        while (*at != NULL && is_before(*at, seat)) {
            at = &(*at)->next_lost;
        }
        seat->next_lost = *at;
        *at = seat;
    }
    for (struct svi_bot_session_seat *s = bot->lost_seats; s != NULL; s = s->next_lost) {
        mark_printed(&svi_match_of(s)->printed[s->number]);
        matches += s->next_lost == NULL || s->next_lost->game != s->game;
    }
    return matches;
}

void svi_recovery_take_up(struct svi_bot_process *bot, int64_t now_us)
{
    struct svi_match *m = svi_match_of(bot->lost_seats);
    assert(bot->state == SVI_BOT_PROCESS_UP && bot->begun == 0);
    bot->begun = 1;
    bot->alone = true;
    while (bot->lost_seats != NULL && svi_match_of(bot->lost_seats) == m) {
        struct svi_bot_session_seat *seat = bot->lost_seats;
        bot->lost_seats = seat->next_lost;
        svi_match_view_seat_again(&m->bots, seat->number, &bot->session, now_us);
    }
}

void svi_recovery_remove(struct svi_bot_process *bot, const struct svi_match *m)
{
    struct svi_bot_session_seat **at = &bot->lost_seats;
    while (*at != NULL) {
        if (svi_match_of(*at) == m) {
            *at = (*at)->next_lost;
        } else {
            at = &(*at)->next_lost;
        }
    }
}

void svi_recovery_give_up(struct svi_bot_process *bot)
{
    while (bot->lost_seats != NULL) {
        struct svi_bot_session_seat *seat = bot->lost_seats;
        bot->lost_seats = seat->next_lost;
        svi_bot_session_give_up(&bot->session, seat);
    }
}
