#include "tools/fit/watch.h"

#include "policy/evaluator.h"

#include <stdio.h>
#include <stdlib.h>

/* The game that this thread watches, from the learner's seat. */
static _Thread_local struct {
    void (*fn)(void *user, const struct svi_watched *offer);
    void *user;
    struct svi_watched open;
    bool is_open;
} watch;

#define WATCHED 0x0au /* seats of the bot */

static void event(struct sv_match *m, const struct sv_event *ev)
{
    const struct svi_evaluator *evaluator = m->user;
    if (ev->type == SV_EVENT_OFFER) {
        watch.is_open = sv_has(WATCHED, ev->to) &&
                        svi_rivals_terms(evaluator->rivals, ev->seat, ev->offer, watch.open.terms);
        watch.open.expected = sv_rivals_accepts(evaluator->rivals, ev->seat, ev->offer);
    } else if (ev->type == SV_EVENT_OFFER_END && watch.is_open && ev->why != SV_WHY_VOID) {
        watch.open.accepted = ev->why == SV_WHY_ACCEPTED;
        watch.fn(watch.user, &watch.open);
        watch.is_open = false;
    }
    sv_policy_learner.event(m, ev);
}

void svi_watch(const struct sv_edition *e, unsigned number, const struct sv_bot *bot,
               void (*fn)(void *user, const struct svi_watched *offer), void *user)
{
    struct sv_bot watcher = sv_policy_learner;
    const struct sv_bot *const seated[4] = {&watcher, bot, &sv_policy_random, bot};
    uint8_t seed[SV_SEED_BYTES];
    char text[40];
    watcher.event = event;
    watch.fn = fn;
    watch.user = user;
    watch.is_open = false;
    (void)snprintf(text, sizeof text, "watch %u", number);
    sv_luck_seed_text(text, seed);
    if (sv_play(e, seed, 4, seated, NULL, NULL, NULL) != SV_OK) {
        (void)fprintf(stderr, "watch: out of memory\n");
        exit(3);
    }
}
