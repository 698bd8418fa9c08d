/* A match with a person in it (NAME@tui): the runner has a thread of its own, the terminal this
 * one. */
#ifndef SVI_TOOLS_CLI_MATCH_PERSON_H
#define SVI_TOOLS_CLI_MATCH_PERSON_H

#include "process/scratch_dir.h"
#include "runner/local_seat.h"
#include "runner/runner.h"
#include "tools/console/exit.h"
#include "tools/tui/play.h"

struct svi_match_person {
    struct svi_tui_play *play;
    struct svi_run_config *config;
    struct svi_local_seat local_seat;
    struct svi_scratch_dir
        logs; /* for what bots print, which has no place on the screen; gone at the end */
    atomic_bool stop;
    enum sv_status played;
    char *error;
    size_t error_size;
    bool left; /* before the end */
};

/* Seats the person: `config`, all filled, and the spec of that seat are changed for that. Unless
 * DONE a line is in `error`, and there is nothing to finish. */
enum svi_exit svi_match_person_begin(struct svi_match_person *person, struct svi_run_config *config,
                                     struct svi_bot_spec *specs, unsigned seat, char *error,
                                     size_t error_size);

/* Plays the match, as svi_run() does, shows it, and gives the terminal back. With person->left
 * `error` is "" or has why it could not be shown. */
enum sv_status svi_match_person_play(struct svi_match_person *person, char *error,
                                     size_t error_size);

#endif
