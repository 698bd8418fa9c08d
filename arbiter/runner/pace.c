#include "runner/pace.h"

#define KEPT_PART 20  /* a twentieth of the others' places */
#define ALONE_PART 10 /* a tenth of the time */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Scales a time with questions open by its charged part. */
static int64_t charged(const struct svi_pace *bot, int64_t time_us)
{
    return bot->open_us > 0
               ? (int64_t)((double)time_us * (double)bot->charged_us / (double)bot->open_us)
               : 0;
}

unsigned svi_pace_percent(const struct svi_pace *bot)
{
    return bot->matches_us > 0 ? (unsigned)(charged(bot, bot->awaited_us) * 100 / bot->matches_us)
                               : 0;
}

static bool is_slow(const struct svi_pace_watch *w, const struct svi_pace *bot)
{
    const bool known = bot->look.answers >= SVI_PACE_ANSWERS || bot->cost_us >= SVI_PACE_COST_US;
    return known && (bot->look.behind ||
                     charged(bot, bot->awaited_us) * 100 > bot->matches_us * (int64_t)w->share);
}

static void fade(struct svi_pace_watch *w)
{
    if (w->spent_us < SVI_PACE_FADE_US) {
        return;
    }
    w->spent_us /= 2;
    w->alone_us /= 2;
    for (unsigned i = 0; i < w->n; i++) {
        struct svi_pace *bot = &w->bot[i];
        bot->matches_us /= 2;
        bot->awaited_us /= 2;
        bot->blocked_us /= 2;
        bot->open_us /= 2;
        bot->charged_us /= 2;
    }
}

/* Adds what was charged since the last look. It can be negative, as a later excuse takes back part
 * of what an open question was charged. */
static void take_charge(struct svi_pace *bot)
{
    const int64_t since_us = bot->look.charged_us - bot->seen_us;
    const unsigned waiting = bot->look.awaited > 0 ? bot->look.awaited : 1;
    bot->seen_us = bot->look.charged_us;
    bot->charged_us += since_us;
    bot->charged_us = bot->charged_us > 0 ? least(bot->charged_us, bot->open_us) : 0;
    bot->cost_us += since_us * waiting;
    bot->cost_us = bot->cost_us > 0 ? bot->cost_us : 0;
}

void svi_pace_take(struct svi_pace_watch *w, unsigned in_flight, int64_t now_us)
{
    const int64_t gone_us = w->looked_us != 0 ? now_us - w->looked_us : 0;
    const int64_t since_us = in_flight > 0 ? least(gone_us, SVI_PACE_LOOK_US) : 0;
    unsigned for_slow = 0, for_others = 0;
    w->looked_us = now_us;
    fade(w);
    w->spent_us += since_us;
    for (unsigned i = 0; i < w->n; i++) {
        struct svi_pace *bot = &w->bot[i];
        bot->matches_us += since_us * bot->look.matches;
        bot->awaited_us += since_us * bot->look.awaited;
        bot->blocked_us += since_us * bot->look.blocked;
        bot->open_us += bot->look.awaited > 0 ? since_us : 0;
        take_charge(bot);
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
        const bool keeps = w->spent_us >= SVI_PACE_LEAST_US &&
                           charged(bot, bot->blocked_us) * KEPT_PART > others * w->spent_us;
        bot->slow = is_slow(w, bot) && (alone || keeps);
        any |= bot->slow;
    }
    return any;
}
