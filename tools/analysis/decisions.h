/* The decisions of a recorded game, each as its seat saw it: the public position with what could be
 * answered, and nothing of what chance or others were about to do.
 *
 *     struct svi_decisions d = {0};
 *     if (svi_decisions_read(&d, bytes, size, &error) == SV_OK) { ... d.list[i] ... }
 *     svi_decisions_finish(&d);
 *
 * Analyses, comparisons and `own` (tools/analysis/own.h) begin with them. */
#ifndef SVI_TOOLS_ANALYSIS_DECISIONS_H
#define SVI_TOOLS_ANALYSIS_DECISIONS_H

#include "luck/game_luck.h"

struct svi_decision {
    uint32_t number; /* from 1, as `solvent verify` counts */
    uint32_t event;  /* event of the answer, as --format jsonl counts */
    uint32_t round;  /* number of the first decision of its round of questions */
    uint8_t verdict; /* enum sv_verdict */
    uint8_t asked;   /* set of seats that were asked at the same time; their answers are hidden */
    struct sv_question question;
    struct sv_answer answer;     /* the answer carried out, which is the default if none came */
    struct sv_position position; /* when the question was asked */
    struct sv_course course;     /* when the question was asked */
};

/* What chance did at an event of the game, in points by seat. */
struct svi_luck_step {
    uint32_t event; /* 0: who begins */
    uint8_t chance, thrower, dice[3];
    uint32_t turn, round;
    double points[SV_MAX_SEATS];
};

/* All decisions of a game. Owns its arrays, which are valid until the next game is read. */
struct svi_decisions {
    struct svi_decision *list;
    uint32_t n;
    struct svi_luck_step *luck; /* in the order of the game */
    uint32_t n_luck;
    unsigned seats;
    char name[SV_MAX_SEATS][SV_MAX_NAME];
    struct sv_edition edition;
    uint8_t edition_hash[32];
    uint8_t digest[SVI_DIGEST_BYTES]; /* names the game */
    uint8_t why;                      /* enum sv_why: how it ended */
    uint32_t rounds, events;
    uint8_t place[SV_MAX_SEATS];
    double points[SV_MAX_SEATS];    /* 1 for the first, 0 for the last */
    struct svi_game_luck accounted; /* the luck of the whole game */
    bool forfeited;                 /* a seat has forfeited, and the list ends there */
    uint32_t forfeit_event;         /* the event of the forfeit */
    uint32_t room, luck_room;       /* private, as are the fields below */
    struct svi_replay_luck *reader; /* keeps its tables for the next game */
    bool failed;                    /* memory was missing */
};

/* Reads a .svr file, whose bytes may go after the call. `d` must be all 0, or have been read
 * before. Returns SV_E_SYSTEM if there is no memory; else the error of the replay (record/replay.h)
 * if the file is damaged or no record. `error` then has a line without the file's name. The members
 * of `d` are not valid then; the next game can still be read into it. Finish `d` even then. */
enum sv_status svi_decisions_read(struct svi_decisions *d, const uint8_t *bytes, size_t size,
                                  struct svi_error *error);
void svi_decisions_finish(struct svi_decisions *d);

/* Returns the set of seats of a bot, of all bots for NULL. */
unsigned svi_seats_of(const struct svi_decisions *d, const char *bot);

#endif
