/* A reference bot that answers for another bot (<solvent/policy.h>): it has its own copy of the
 * match, so that both keep data of their own behind sv_match.user. */
#include <solvent/policy.h>

#include <stdlib.h>

struct sv_adviser {
    const struct sv_bot *bot;
    struct sv_match match; /* the bot's */
};

struct sv_adviser *sv_adviser_create(const struct sv_bot *bot, const struct sv_match *m)
{
    struct sv_adviser *adviser = malloc(sizeof *adviser);
    if (adviser != NULL) {
        adviser->bot = bot;
        adviser->match = *m;
        adviser->match.user = bot->user;
        if (bot->match_start != NULL) {
            bot->match_start(&adviser->match);
        }
    }
    return adviser;
}

/* Gives the bot the match as it is now, its own data apart. */
static void follow(struct sv_adviser *adviser, const struct sv_match *m)
{
    void *user = adviser->match.user;
    adviser->match = *m;
    adviser->match.user = user;
}

void sv_adviser_event(struct sv_adviser *adviser, const struct sv_match *m,
                      const struct sv_event *ev)
{
    if (adviser->bot->event != NULL) {
        follow(adviser, m);
        adviser->bot->event(&adviser->match, ev);
    }
}

void sv_adviser_answer(struct sv_adviser *adviser, struct sv_match *m, const struct sv_question *q,
                       struct sv_answer *a)
{
    follow(adviser, m);
    sv_bot_decide(adviser->bot, &adviser->match, q, a);
    m->rng = adviser->match.rng;
}

void sv_adviser_destroy(struct sv_adviser *adviser, const struct sv_result *result)
{
    if (adviser != NULL) {
        if (adviser->bot->match_end != NULL) {
            adviser->bot->match_end(&adviser->match, result);
        }
        free(adviser);
    }
}
