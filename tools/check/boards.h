/* The editions that `solvent check` plays: all built-in ones, with short games, and odd editions
 * made from them. */
#ifndef SVI_TOOLS_CHECK_BOARDS_H
#define SVI_TOOLS_CHECK_BOARDS_H

#include "base/error.h"

#include <solvent/edition.h>

#include <stdbool.h>
#include <stddef.h>

/* An odd edition: a built-in one with some switches set, and optionally more spaces. */
struct svi_check_board {
    const char *title; /* title for output */
    const char *base;
    const char *rules[8][2]; /* switches and their values; ended by NULL */
    bool grown;              /* streets are added until the board has SV_MAX_SPACES spaces */
};

extern const struct svi_check_board svi_check_boards[];
extern const unsigned svi_check_board_count;

/* Loads a built-in edition with a reduced limit of rounds. Returns false with a line in `error` on
 * failure. */
bool svi_check_edition(struct sv_edition *e, const char *name, struct svi_error *error);

/* Makes an odd edition. Returns false with a line in `error` on failure. */
bool svi_check_board(struct sv_edition *e, const struct svi_check_board *board,
                     struct svi_error *error);

#endif
