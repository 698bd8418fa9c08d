/* A bot that takes its time: a tenth of a second for whatever it may buy, or as many milliseconds
 * as its argument says, and the default. */
#include <solvent/bot.h>

#include <stdlib.h>
#include <time.h>

static unsigned pause_ms = 100;

static void wait_and_buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct timespec pause = {.tv_nsec = 1000000L * pause_ms};
    (void)m;
    (void)q;
    (void)a;
    (void)nanosleep(&pause, NULL);
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {.name = "slowly", .buy = wait_and_buy};
    if (argc > 1 && argv[1][0] != '-') {
        pause_ms = (unsigned)strtoul(argv[1], NULL, 10);
        argc = 1;
    }
    return sv_bot_main(argc, argv, &bot);
}
