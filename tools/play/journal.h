/* What people at a table have answered, in order, so that the same match can be played up to there
 * again: after the program was stopped, or without the last answer. In memory, and in a file of
 * lines "KEY VALUE", of which the first tell how the table was set. */
#ifndef SVI_TOOLS_PLAY_JOURNAL_H
#define SVI_TOOLS_PLAY_JOURNAL_H

#include "base/buf.h"
#include "base/error.h"

#include <solvent/manifest.h>
#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>

/* One line. */
struct svi_play_line {
    const char *key; /* each with a 0 at its end */
    const char *value;
    unsigned seat; /* of an answer: whose; else SV_NONE */
};

struct svi_play_journal {
    const char *path;          /* NULL: in memory alone */
    struct svi_buf text;       /* all lines */
    struct svi_buf at;         /* size_t each: where the lines of answers begin */
    size_t next[SV_MAX_SEATS]; /* by seat: the answer that is given again next, from 0 */
};

/* Reads a file that is there. `take` is called with each line that is no answer. SV_E_UNKNOWN:
 * there is no such file. SV_E_SYSTEM: it cannot be read. SV_E_ARGUMENT: it is no such file, or
 * `take` has returned false. A line in `error`. */
enum sv_status svi_play_journal_read(struct svi_play_journal *journal, const char *path,
                                     bool (*take)(void *user, const struct svi_play_line *line),
                                     void *user, struct svi_error *error);

/* Appends a line about the table; before any answer. Values with a line break are refused: false.
 */
bool svi_play_journal_tell(struct svi_play_journal *journal, const char *key, const char *value);

/* Writes the file anew, if there is one. SV_E_SYSTEM, with a line in `error`. */
enum sv_status svi_play_journal_write(const struct svi_play_journal *journal,
                                      struct svi_error *error);

/* Appends an answer, to the file too. False: that cannot be written. */
bool svi_play_journal_add(struct svi_play_journal *journal, unsigned seat, const char *body,
                          size_t size);

/* From the first answer on. */
void svi_play_journal_rewind(struct svi_play_journal *journal);

/* The seat's next answer; NULL: there is none. Valid until something is added or cut. */
const char *svi_play_journal_next(struct svi_play_journal *journal, unsigned seat, size_t *size);

/* Forgets the answers of a seat from the one that was given last by svi_play_journal_next(), and
 * all behind it. */
void svi_play_journal_part(struct svi_play_journal *journal, unsigned seat);

/* Takes back the seat's last answer that it gave itself, not one that its page gave for it
 * ("auto=1"), and all behind it. False: there is none. */
bool svi_play_journal_take_back(struct svi_play_journal *journal, unsigned seat);

void svi_play_journal_finish(struct svi_play_journal *journal);

#endif
