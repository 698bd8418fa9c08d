/* Recorded games played again, against the same games played for the first time. */
#ifndef SVI_TOOLS_BENCH_VERIFY_H
#define SVI_TOOLS_BENCH_VERIFY_H

#include "base/error.h"
#include "tools/bench/game.h"

struct svi_bench_verify {
    struct svi_bench_game played;   /* by the bots, not recorded */
    struct svi_bench_game verified; /* the same games from their records */
    uint64_t bytes;                 /* of the records */
};

/* Takes about twice so much processor time. SV_E_SYSTEM: no memory; any other status: a record that
 * does not verify; one line in `error`. */
enum sv_status svi_bench_verify(const struct sv_edition *e, const struct sv_bot *bot,
                                double seconds, struct svi_bench_verify *result,
                                struct svi_error *error);

#endif
