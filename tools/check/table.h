/* A game that `solvent check` plays: the bot under test in one seat, bots of our own, in process, in the others. */
#ifndef SVI_TOOLS_CHECK_TABLE_H
#define SVI_TOOLS_CHECK_TABLE_H

#include "wire/wire.h"

#include <solvent/bot.h>

/* What is done to the position once, in a window in the middle of the game; legal always. */
enum svi_check_twist {
    SVI_CHECK_AS_IT_IS,
    SVI_CHECK_MORTGAGED, /* everything owned is mortgaged, nothing is built */
    SVI_CHECK_BROKE,     /* everybody has one dollar */
};

/* What to play. */
struct svi_check_job {
    const struct sv_edition *edition;
    unsigned seats, seat; /* players; where the bot under test sits */
    uint32_t seed;
    enum svi_check_twist twist;
};

struct svi_check_table {
    struct svi_check_job job;
    uint64_t id;       /* of the match on the wire */
    uint32_t question; /* number of the last one asked */
    bool waiting;      /* for the bot under test */
    bool over;
    struct sv_question asked;
    struct sv_state state;
    const struct sv_bot *bot[SV_MAX_SEATS]; /* NULL: under test */
    struct sv_match match[SV_MAX_SEATS];
    struct sv_answer answer[SV_MAX_SEATS]; /* to the open questions */
    uint8_t luck[SV_SEED_BYTES];
    uint8_t seen[SVI_MAX_BLOCK];
    bool twisted;
};

/* Starts a game. `answers` are the kinds of decision that the bot under test answers. */
void svi_check_table_init(struct svi_check_table *t, const struct svi_check_job *job, uint64_t id,
                          uint32_t answers);

/* Lets the bots in process end their match. */
void svi_check_table_finish(struct svi_check_table *t);

/* Appends the message that starts the match. */
void svi_check_table_start(const struct svi_check_table *t, const uint8_t edition[32],
                           struct svi_buf *out);

/* Moves on until the bot under test is asked (waiting) or the game is over. Nobody is waited for before. */
void svi_check_table_step(struct svi_check_table *t);

/* Appends the question that is waited for, or the end. */
void svi_check_table_ask(struct svi_check_table *t, bool model, struct svi_buf *out);
void svi_check_table_end(const struct svi_check_table *t, struct svi_buf *out);

/* The answer that was waited for; NULL: the default is taken in its place. */
void svi_check_table_answer(struct svi_check_table *t, const struct sv_answer *answer);

#endif
