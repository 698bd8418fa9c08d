/* A bot that says why on stderr and aborts, when it is asked to buy for the Nth time in a match:
 * crasher [N] (5). */
#include <solvent/bot.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static intptr_t fatal = 5;

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const intptr_t asked = (intptr_t)m->user + 1;
    (void)a;
    m->user = (void *)asked;
    fprintf(stderr, "space %u looks good\n", q->space);
    if (asked == fatal) {
        fprintf(stderr, "crasher: cannot go on\x1b[1m\n");
        abort();
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {.name = "crasher", .matches = 1, .buy = buy};
    fatal = argc > 1 ? (intptr_t)strtol(argv[1], NULL, 10) : fatal;
    argv[1] = NULL;
    return sv_bot_main(1, argv, &bot);
}
