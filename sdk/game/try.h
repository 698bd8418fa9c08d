/* The game's own macro for passing errors on: sdk/game includes nothing of sdk/base. */
#ifndef SVI_GAME_TRY_H
#define SVI_GAME_TRY_H

#include <solvent/status.h>

/* Ends the calling function with the status of an expression unless that is SV_OK. */
#define TRY(...)                                                                                   \
    do {                                                                                           \
        const enum sv_status tried = (__VA_ARGS__);                                                \
        if (tried != SV_OK) {                                                                      \
            return tried;                                                                          \
        }                                                                                          \
    } while (0)

#endif
