/* A game that `solvent check` plays: the bot under test in one seat, bots of our own, in process,
 * in the others. It is no task of arbiter/probe, as a check changes the position by hand and decides
 * which questions stand in which frame. */
#ifndef SVI_TOOLS_CHECK_TABLE_H
#define SVI_TOOLS_CHECK_TABLE_H

#include "record/record.h"
#include "session/match_view.h"

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
    bool recorded; /* the game is recorded, too */
};

struct svi_check_table {
    struct svi_match_view
        match; /* as the bot under test knows it; first: svi_check_table_of() relies on it */
    struct svi_check_job job;
    bool over;
    struct svi_game game;
    const struct sv_bot *bot[SV_MAX_SEATS]; /* NULL: under test */
    struct sv_match own[SV_MAX_SEATS];      /* the matches of the others */
    struct sv_answer answer[SV_MAX_SEATS];  /* to the open questions */
    struct svi_event_log events;            /* for the bot under test */
    bool twisted;
    bool unsendable; /* our own library refuses the course of a question (RULES 12.10) */
};

/* The table of a seat. */
static inline struct svi_check_table *svi_check_table_of(struct svi_bot_session_seat *seat)
{
    return (struct svi_check_table *)svi_match_view_of(seat);
}

/* Starts game `number` with the bot under test, which is told. `board` is that of the job's
 * edition. */
void svi_check_table_init(struct svi_check_table *t, const struct svi_check_job *job,
                          uint64_t number, const struct svi_edition_cache *board,
                          struct svi_bot_session *session);

/* Lets the bots in process end their match. */
void svi_check_table_finish(struct svi_check_table *t);

/* Whether the bot under test is waited for. */
static inline bool svi_check_table_waits(const struct svi_check_table *t)
{
    return t->match.game.waiting != 0;
}

/* The seat of the bot under test. */
static inline struct svi_bot_session_seat *svi_check_table_seat(struct svi_check_table *t)
{
    return &t->match.seat[t->job.seat];
}

/* Moves on until the bot under test has been asked, or the game is over and it has been told.
 * Nobody is waited for before. */
void svi_check_table_step(struct svi_check_table *t);

/* The bot's question is settled: what it has answered, or the default in its place, is played. */
void svi_check_table_answer(struct svi_check_table *t);

#endif
