/* sv_bot.check: who gives an answer that is not legal is told and stopped. */
#include "tests/base/testing.h"

#include <solvent/bot.h>

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void too_much(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    a->bid = q->limit + 1;
}

static void decline(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m, (void)q;
    a->choice = SV_CHOICE_BUY_DECLINE;
}

/* Plays a game of two in a process of its own; returns its wait status, and
 * what it has said. */
static int play(const struct sv_bot *bot, char *said, size_t size)
{
    const struct sv_bot *const bots[2] = {bot, bot};
    const uint8_t seed[SV_SEED_BYTES] = {1};
    ssize_t got, all = 0;
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        (void)signal(SIGABRT, SIG_DFL);
        (void)dup2(ends[1], STDERR_FILENO);
        _exit(sv_play(sv_edition_builtin("classic"), seed, 2, bots, NULL, NULL, NULL) == SV_OK ? 0
                                                                                               : 1);
    }
    close(ends[1]);
    while ((got = read(ends[0], said + all, size - 1 - (size_t)all)) > 0) {
        all += got;
    }
    said[all] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

TEST(who_asks_for_it_is_stopped)
{
    struct sv_bot bot = {.name = "bidder", .check = true, .buy = decline, .bid = too_much};
    char said[400];
    int status = play(&bot, said, sizeof said);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_contains(said, "bidder: match ");
    assert_contains(said, "turn 1: the answer to bid is not legal: the bid of $1501 is above "
                          "the highest, $1500 (rule 4.2)\n");
}

TEST(others_go_on)
{
    struct sv_bot bot = {.name = "bidder", .buy = decline, .bid = too_much};
    char said[400];
    assert_int_equal(play(&bot, said, sizeof said), 0);
    assert_string_equal(said, "");
    bot.check = true;
    bot.bid = NULL;
    assert_int_equal(play(&bot, said, sizeof said), 0); /* legal answers */
    assert_string_equal(said, "");
}
