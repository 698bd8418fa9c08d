/* An edition as bots and records get it, encoded once for many matches. */
#ifndef SVI_ARBITER_SESSION_EDITION_CACHE_H
#define SVI_ARBITER_SESSION_EDITION_CACHE_H

#include "base/buf.h"

#include <solvent/edition.h>

#include <stdbool.h>
#include <stdint.h>

struct svi_edition_cache {
    const struct sv_edition *edition;
    struct svi_buf bytes;
    uint8_t hash[32];
    unsigned number; /* among its owner's, from 0: a bot that has been sent one of the first 64 is
                        not sent it again */
};

/* Fills `board`; false when there is no memory. The edition must outlive it. */
bool svi_edition_cache_init(struct svi_edition_cache *board, const struct sv_edition *edition,
                            unsigned number);
void svi_edition_cache_finish(struct svi_edition_cache *board);

#endif
