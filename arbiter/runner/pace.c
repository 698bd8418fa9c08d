#include "runner/pace.h"

#define KEPT_PART 20  /* of the places of others */
#define ALONE_PART 10 /* of the time */

/* Whether the matches of a bot wait for it for more than its share. */
static bool is_slow(const struct svi_pace_watch *w, const struct svi_pace *bot)
{
    return bot->awaited_us > 0 && bot->awaited_us * 100 > bot->matches_us * (int64_t)w->share;
}

static void fade(struct svi_pace_watch *w)
{
    if (w->spent_us < SVI_PACE_FADE_US) {
        return;
    }
    w->spent_us /= 2;
    w->alone_us /= 2;
    for (unsigned i = 0; i < w->n; i++) {
        w->bot[i].matches_us /= 2;
        w->bot[i].awaited_us /= 2;
        w->bot[i].kept_us /= 2;
    }
}

void svi_pace_take(struct svi_pace_watch *w, unsigned in_flight, int64_t now_us)
{
    int64_t since_us = w->looked_us != 0 ? now_us - w->looked_us : 0;
    unsigned for_slow = 0, for_others = 0;
    since_us = since_us < SVI_PACE_LOOK_US ? since_us : SVI_PACE_LOOK_US;
    w->looked_us = now_us;
    if (in_flight == 0) {
        return;
    }
    fade(w);
    w->spent_us += since_us;
    for (unsigned i = 0; i < w->n; i++) {
        struct svi_pace *bot = &w->bot[i];
        bot->matches_us += since_us * bot->look.matches;
        bot->awaited_us += since_us * bot->look.awaited;
        bot->kept_us += since_us * bot->look.kept;
        bot->open_us += bot->look.awaited > 0 ? since_us : 0;
        *(is_slow(w, bot) ? &for_slow : &for_others) += bot->look.awaited;
    }
    w->alone_us += for_others == 0 && for_slow > 0 ? since_us : 0;
}

bool svi_pace_judge(struct svi_pace_watch *w)
{
    const bool alone = w->alone_us >= SVI_PACE_LEAST_US && w->alone_us * ALONE_PART >= w->spent_us;
    int64_t places = 0;
    bool any = false;
    for (unsigned i = 0; i < w->n; i++) {
        places += w->bot[i].look.places;
    }
    for (unsigned i = 0; i < w->n; i++) {
        struct svi_pace *bot = &w->bot[i];
        const int64_t others = places - bot->look.places;
        const bool keeps =
            w->spent_us >= SVI_PACE_LEAST_US && bot->kept_us * KEPT_PART > others * w->spent_us;
        bot->slow = is_slow(w, bot) && (alone || keeps);
        any |= bot->slow;
    }
    return any;
}
