/* Selects the games of a store to verify. `solvent verify --sample` fills it; `wants` is called
 * with the number of each game, in the thread that owns the verification. `user` is the
 * caller's. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_PICK_H
#define SVI_TOOLS_REPLAY_VERIFY_PICK_H

#include <stdbool.h>
#include <stdint.h>

struct svi_verify_pick {
    bool (*wants)(void *user, uint64_t number);
    void *user;
};

#endif
