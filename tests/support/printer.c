/* A bot that prints: at the start of each match and before each answer a line that no other match
 * has, and says the same with sv_log(), so that the record tells what belongs where. It answers the
 * defaults.
 *
 *     printer [late | much | crash | flood]
 *
 * late: prints in match_end too. much: 40 KiB with each answer. crash: aborts at the 30th answer of
 * one match in five, with a last word. flood: a thread that prints all the time, besides. */
#include <solvent/bot.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *mode = "";

static bool is(const char *name)
{
    return strcmp(mode, name) == 0;
}

struct own {
    unsigned answers;
    bool fatal;
};

static void start(struct sv_match *m)
{
    struct own *own = calloc(1, sizeof *own);
    if (own == NULL) {
        abort();
    }
    m->user = own;
    struct sv_rng luck =
        m->rng; /* of the match alone, so that it comes again when the match does */
    own->fatal = sv_rng_below(&luck, 5) == 0;
    sv_log(m, "match %llu begins in seat %u", (unsigned long long)m->id, m->seat);
    fprintf(stderr, "match %llu begins in seat %u\n", (unsigned long long)m->id, m->seat);
}

static void print(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const unsigned long long id = m->id;
    const char *kind = sv_decision_name(q->kind);
    struct own *own = m->user;
    (void)a;
    sv_log(m, "match %llu: %s, number %u", id, kind, ++own->answers);
    if (own->answers % 2 == 0) {
        printf("match %llu: %s, number %u\n", id, kind, own->answers);
    } else { /* in pieces, through both streams */
        printf("match %llu: ", id);
        fputs(kind, stderr);
        fprintf(stderr, ", number %u", own->answers);
        putchar('\n');
    }
    for (unsigned i = 0; is("much") && i < 1024; i++) {
        fprintf(stderr, "match %10llu: line %10u\n", id, i);
    }
    if (is("crash") && own->fatal && own->answers == 30) {
        fprintf(stderr, "match %llu: I die", id);
        abort();
    }
}

static void end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    if (is("late")) {
        fprintf(stderr, "match %llu is over\n", (unsigned long long)m->id);
    }
    free(m->user);
}

static void *flood(void *user)
{
    static char lines[65536];
    (void)user;
    memset(lines, '\n', sizeof lines);
    while (write(STDERR_FILENO, lines, sizeof lines) > 0) {
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {.name = "printer",
                                      .match_start = start,
                                      .match_end = end,
                                      .buy = print,
                                      .bid = print,
                                      .manage = print};
    pthread_t thread;
    setvbuf(stdout, NULL, _IONBF, 0);
    mode = argc > 1 ? argv[1] : mode;
    argv[1] = NULL;
    if (is("flood") && pthread_create(&thread, NULL, flood, NULL) != 0) {
        return 1;
    }
    return sv_bot_main(1, argv, &bot);
}
