/* A bot that takes its time: a tenth of a second for whatever it may buy, and the default. */
#include <solvent/bot.h>

#include <time.h>

static void wait_and_buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    static const struct timespec tenth = {.tv_nsec = 100000000};
    (void)m;
    (void)q;
    (void)a;
    (void)nanosleep(&tenth, NULL);
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {.name = "slowly", .buy = wait_and_buy};
    return sv_bot_main(argc, argv, &bot);
}
