/* A game of `solvent check`: the bot under test in one seat, in-process bots of ours in the others.
 * The game does not use tasks of arbiter/probe, as a check changes positions and decides which
 * questions share a frame. Sessions of play.c make and finish tables. Without memory for a record,
 * a game goes on without it. */
#ifndef SVI_TOOLS_CHECK_CHECK_GAME_H
#define SVI_TOOLS_CHECK_CHECK_GAME_H

#include "record/record.h"
#include "session/match_view.h"

#include <solvent/bot.h>

/* A legal change to the position, made once, in a window in the middle of the game. */
enum svi_check_twist {
    SVI_CHECK_AS_IT_IS,
    SVI_CHECK_MORTGAGED, /* all deeds are mortgaged, all buildings are gone */
    SVI_CHECK_BROKE,     /* each player has one dollar */
};

/* A game to play. */
struct svi_check_job {
    const struct sv_edition *edition;
    unsigned seats, seat; /* number of players, and seat of the bot under test */
    uint32_t seed;
    enum svi_check_twist twist;
    bool recorded; /* the game is also recorded */
};

struct svi_check_table {
    struct svi_match_view
        /* The match as the bot under test sees it. Must be the first member, because
         * svi_check_table_of() relies on it. */
        match;
    struct svi_check_job job;
    bool over;
    struct svi_game game;
    const struct sv_bot *bot[SV_MAX_SEATS]; /* NULL: the bot under test */
    struct sv_match own[SV_MAX_SEATS];      /* matches of the other bots */
    struct sv_answer answer[SV_MAX_SEATS];  /* answers to the open questions */
    struct svi_event_log events;            /* events to send to the bot under test */
    bool twisted;
    bool unsendable; /* Our own library refuses the course of a question (RULES 12.10). */
};

/* Returns the table of a seat. */
static inline struct svi_check_table *svi_check_table_of(struct svi_bot_session_seat *seat)
{
    return (struct svi_check_table *)svi_match_view_of(seat);
}

/* Starts game `number` and announces it to the bot under test. `board` belongs to the job's
 * edition; both and `session` must outlive the table. */
void svi_check_table_init(struct svi_check_table *t, const struct svi_check_job *job,
                          uint64_t number, const struct svi_edition_cache *board,
                          struct svi_bot_session *session);

/* Ends the matches of the in-process bots and frees the game. */
void svi_check_table_finish(struct svi_check_table *t);

/* Returns whether the bot under test owes an answer. */
static inline bool svi_check_table_waits(const struct svi_check_table *t)
{
    return t->match.game.waiting != 0;
}

/* Returns the seat of the bot under test, a part of the table. */
static inline struct svi_bot_session_seat *svi_check_table_seat(struct svi_check_table *t)
{
    return &t->match.seat[t->job.seat];
}

/* Plays on until the bot under test has a question, or the game is over and the bot has been told.
 * The bot must owe no answer. */
void svi_check_table_step(struct svi_check_table *t);

/* Plays on after the bot's question is settled: plays its answer, or the default instead. */
void svi_check_table_answer(struct svi_check_table *t);

/* ---- kept games ------------------------------------------------------------------------------ */

/* Files that `check --keep` writes for a failed point: the game up to the fault as a replay, and a
 * text with its seed and the command that asks the bot the same question again. The texts stay the
 * caller's. */
struct svi_check_keep {
    const char *folder;  /* NULL: keeps nothing */
    const char *command; /* the bot's command as given */
    unsigned points;     /* points kept so far */
};

/* Keeps the game of `table` under the name of a point, with the fault in words. The kept game is
 * finished by defaults; the table's own game is not changed. Reports each file that cannot be
 * written on stderr; without the folder, it keeps nothing from then on. */
void svi_check_keep(struct svi_check_keep *keep, const char *point, const char *fault,
                    struct svi_check_table *table);

#endif
