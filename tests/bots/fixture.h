/* Tables to put before a bot. */
#ifndef TESTS_BOTS_FIXTURE_H
#define TESTS_BOTS_FIXTURE_H

#include <solvent/policy.h>

/* A built-in edition, loaded once. */
const struct sv_edition *fixture_edition(const char *name);

/* Plays a game whose seed is the text "WORD DEAL"; fails the test when a bot answers illegally, and
 * names the edition `what` then. */
void fixture_play(const struct sv_edition *e, const char *what, const char *word, unsigned deal,
                  unsigned seats, const struct sv_bot *const seated[], struct sv_result *result);

/* Players that sit at a fresh table: nothing owned, everybody on GO with the cash of the start. */
struct fixture {
    const struct sv_edition *edition;
    struct sv_state state;
    struct sv_position *p;
    struct sv_match match; /* of the bot whose answers are looked at */
};

void fixture_init(struct fixture *f, const char *edition, unsigned seats);

/* Gives a deed to a seat, or a set of deeds. */
void fixture_own(struct fixture *f, unsigned seat, unsigned space);
void fixture_own_all(struct fixture *f, unsigned seat, uint64_t deeds);

/* Gives a whole group to a seat, each street at `level`. */
void fixture_own_group(struct fixture *f, unsigned seat, const char *group, unsigned level);

/* Returns the answer of the bot, in seat 0, and fails the test when it is illegal. The match starts
 * and ends here. */
struct sv_answer fixture_ask(struct fixture *f, const struct sv_bot *bot,
                             const struct sv_question *q);

#endif
