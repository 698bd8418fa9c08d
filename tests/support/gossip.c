/* A bot that talks: it says something beside each of its answers, which are the defaults, and logs
 * all that it has heard since the last one.
 *
 *     gossip [deaf]
 *
 * deaf: it has no callback for what others say, so it may not talk either. */
#include <solvent/bot.h>

#include <stdio.h>
#include <stdlib.h>

#define MOST 256

struct memory {
    char heard[MOST][SV_MAX_SAY + 8];
    unsigned n;
};

static void start(struct sv_match *m)
{
    m->user = calloc(1, sizeof(struct memory));
    if (m->user == NULL || sv_say(m, "too early")) {
        abort();
    }
}

static void hear(struct sv_match *m, unsigned seat, const char *text)
{
    struct memory *memory = m->user;
    if (memory->n == MOST || sv_say(m, "in between")) {
        abort();
    }
    (void)snprintf(memory->heard[memory->n++], sizeof memory->heard[0], "%u: %s", seat, text);
}

static void talk(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct memory *memory = m->user;
    (void)a;
    for (unsigned i = 0; i < memory->n; i++) {
        sv_log(m, "heard %s", memory->heard[i]);
    }
    memory->n = 0;
    if (sv_say(m, "%s of %s\nin round %u", sv_decision_name(q->kind), m->name[m->seat],
               m->position->round)) {
        sv_note(m, "said", !sv_say(m, "once more"));
    }
}

static void end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    free(m->user);
}

int main(int argc, char **argv)
{
    const struct sv_bot bot = {.size = sizeof bot,
                               .name = "gossip",
                               .match_start = start,
                               .match_end = end,
                               .manage = talk,
                               .buy = talk,
                               .trade = talk,
                               .said = argc > 1 ? NULL : hear};
    argv[1] = NULL;
    return sv_bot_main(1, argv, &bot);
}
