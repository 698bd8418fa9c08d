/* All points of `solvent check`, of one bot. */
#ifndef SVI_TOOLS_CHECK_CHECK_H
#define SVI_TOOLS_CHECK_CHECK_H

#include "tools/check/play.h"
#include "tools/check/report.h"
#include "tools/console/exit.h"

#define SVI_CHECK_JOBS 64u /* of a point, at most */

struct svi_check {
    /* given: */
    struct svi_check_bot bot; /* its argv, hello_ms, clock_ms and keep */
    unsigned matches;         /* of the point about memory, at least 10 */
    /* private, 0 at first: */
    unsigned lost;
    const char *given_up; /* why nothing more is tried, or NULL */
    struct svi_check_job jobs[SVI_CHECK_JOBS];
    struct sv_edition *edition;     /* of the point */
    struct svi_check_report report; /* is the caller's to init, read and finish */
};

/* Tries every point; what it finds is in the report. DONE, FAILED when a point has failed, or after
 * a line ENVIRONMENT. Which point is tried is told on a terminal. */
enum svi_exit svi_check_run(struct svi_check *c);

/* Writes one sentence about the acts (enum svi_check_act) that the bot never did in its matches, or
 * that it did all of them. Writes "" if it has answered nothing. */
void svi_check_tell_acts(const struct svi_check *c, char *text, size_t size);

#endif
