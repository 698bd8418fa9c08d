/* Reports the points of `solvent check`, as lines for people or for programs. */
#ifndef SVI_TOOLS_CHECK_REPORT_H
#define SVI_TOOLS_CHECK_REPORT_H

#include "tools/console/table.h"

#include <stdbool.h>

enum svi_check_verdict { SVI_CHECK_OK, SVI_CHECK_FAIL, SVI_CHECK_SKIP, SVI_CHECK_VERDICTS };

struct svi_check_report {
    bool json;
    unsigned count[SVI_CHECK_VERDICTS];
    char fault[720];        /* the first failed point in a line; "" if no point failed */
    struct svi_table table; /* for people: all rows so far */
};

void svi_check_report_init(struct svi_check_report *report, bool json);
void svi_check_report_finish(struct svi_check_report *report);

/* Adds a point. `section` is of docs/PROTOCOL.md; it and `detail` may be "". As JSON the point is
 * printed at once, one object on a line: {"name", "verdict": "ok" | "fail" | "skip", "section",
 * "detail"}. */
void svi_check_report_add(struct svi_check_report *report, enum svi_check_verdict verdict,
                          const char *point, const char *section, const char *detail);

/* Prints the rest of the report: the table, with bold titles if wanted, the sums after the bot's
 * name and version, and a last sentence unless it is "". */
void svi_check_report_print(const struct svi_check_report *report, bool colour, const char *name,
                            const char *version, const char *last);

#endif
