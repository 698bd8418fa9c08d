/* Runs all points of `solvent check` for one bot. `solvent try` checks its bot by it, too. Texts
 * and argv stay the caller's. */
#ifndef SVI_TOOLS_CHECK_CHECK_H
#define SVI_TOOLS_CHECK_CHECK_H

#include "tools/check/play.h"
#include "tools/console/exit.h"
#include "tools/console/table.h"

#include <stdbool.h>

enum svi_check_verdict { SVI_CHECK_OK, SVI_CHECK_FAIL, SVI_CHECK_SKIP, SVI_CHECK_VERDICTS };

struct svi_check_report {
    /* Prints each row on stdout at once, as a JSON object. */
    bool json;
    unsigned count[SVI_CHECK_VERDICTS];
    char fault[720];        /* the first failed point in a line; "" if no point failed */
    struct svi_table table; /* for people: all rows so far */
};

/* Begins an empty report, which svi_check_report_finish() frees. Cannot fail. */
void svi_check_report_init(struct svi_check_report *report, bool json);
void svi_check_report_finish(struct svi_check_report *report);

/* Prints the rest of the report on stdout: the table, with bold titles if wanted, the sums after
 * the bot's name and version, and a last sentence unless it is "". Prints nothing with `json`. */
void svi_check_report_print(const struct svi_check_report *report, bool colour, const char *name,
                            const char *version, const char *last);

#define SVI_CHECK_JOBS 64u /* most jobs of a point */

struct svi_check {
    /* The caller sets these members: */
    struct svi_check_bot bot; /* argv, hello_ms, clock_ms and keep must be set, the rest 0 */
    unsigned matches;         /* matches of the point about memory, at least 10 */
    /* Private members, 0 at first: */
    unsigned lost;
    const char *given_up; /* why the remaining points are skipped, or NULL */
    struct svi_check_job jobs[SVI_CHECK_JOBS];
    struct sv_edition edition;      /* edition of the current point */
    struct svi_check_report report; /* the caller initialises, reads and finishes it */
};

/* Tries every point and writes the results to the report. Returns DONE, or FAILED if a point has
 * failed. On a terminal it shows the current point. */
enum svi_exit svi_check_run(struct svi_check *c);

/* Writes one sentence that names the acts (enum svi_check_act) that the bot never did in its
 * matches, or says that it did all of them. Writes "" if the bot has answered nothing. */
void svi_check_tell_acts(const struct svi_check *c, char *text, size_t size);

#endif
