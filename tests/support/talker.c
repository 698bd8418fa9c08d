/* A bot that talks: what it was asked, and some figures, beside its answers; they are the defaults.
 *
 *     talker [LINES [BYTES [FALLBACKS]]]
 *
 * LINES (1) logs with each answer, padded to BYTES. Each answer in a round that FALLBACKS divides is
 * marked as a fallback. All it says follows from what it sees. */
#include <solvent/bot.h>

#include <stdlib.h>
#include <string.h>

static int lines = 1, bytes, fallbacks;

static void start(struct sv_match *m)
{
    sv_log(m, "seat %u of %u at a table of \"%s\"\n", m->seat, m->seats, m->edition->name);
    sv_note(m, "seats", m->seats);
}

static void talk(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    char padding[SV_MAX_LOG] = "";
    (void)a;
    memset(padding, '.', bytes > 0 && bytes < SV_MAX_LOG ? (size_t)bytes : 0);
    for (int i = 0; i < lines; i++) {
        sv_log(m, "%s in round %u,\nwith %d in cash\x01%s", sv_decision_name(q->kind),
               m->position->round, m->position->cash[m->seat], padding);
    }
    if (fallbacks > 0 && (int)m->position->round % fallbacks == 0) {
        sv_note(m, SV_FALLBACK, m->position->round);
    }
    sv_note(m, "worth", sv_worth(m->edition, m->position, m->seat));
}

static void end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    sv_log(m, "too late");
}

int main(int argc, char **argv)
{
    static struct sv_bot bot = {.size = sizeof bot,
                                .name = "talker",
                                .match_start = start,
                                .match_end = end,
                                .manage = talk,
                                .buy = talk};

    lines = argc > 1 ? (int)strtol(argv[1], NULL, 10) : lines;
    bytes = argc > 2 ? (int)strtol(argv[2], NULL, 10) : bytes;
    fallbacks = argc > 3 ? (int)strtol(argv[3], NULL, 10) : fallbacks;
    bot.fallback = fallbacks > 0;
    argv[1] = NULL;
    return sv_bot_main(1, argv, &bot);
}
