/* The answers of the people at a table, in order, so that a match can be replayed up to them: after
 * the program was stopped, or without the last answer. They are kept in memory and in a file of
 * lines "KEY VALUE". The first lines describe the table.
 *
 * `solvent play --save` and the people of a league (tools/cli/league_people.c) own a journal. A
 * table repeats its answers, and adds new ones with the table's lock. */
#ifndef SVI_TOOLS_PLAY_JOURNAL_H
#define SVI_TOOLS_PLAY_JOURNAL_H

#include "base/buf.h"
#include "base/error.h"

#include <solvent/manifest.h>
#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>

/* A line of the file. */
struct svi_play_line {
    const char *key; /* `key` and `value` end with a 0 */
    const char *value;
    unsigned seat; /* seat of an answer; SV_NONE for other lines */
};

/* A journal. All 0 is an empty one without a file. */
struct svi_play_journal {
    const char *path;          /* the owner's; NULL: only in memory */
    struct svi_buf text;       /* all lines */
    struct svi_buf at;         /* offsets (size_t) of the answers' lines */
    size_t next[SV_MAX_SEATS]; /* By seat: the answer to repeat next, from 0. */
};

/* Reads an existing file into *journal, whose bytes before are overwritten. Calls `take` for each
 * line that is not an answer; the line is valid during the call. `path` must outlive the journal. A
 * last line without its end is cut off the file. Finish the journal in any case. Returns
 * SV_E_UNKNOWN if the file does not exist (then the journal is empty), SV_E_SYSTEM if it cannot be
 * read or shortened, and SV_E_ARGUMENT if it is no journal or `take` returned false; each with a
 * line in `error`. `take` may have been called before. */
enum sv_status svi_play_journal_read(struct svi_play_journal *journal, const char *path,
                                     bool (*take)(void *user, const struct svi_play_line *line),
                                     void *user, struct svi_error *error);

/* Appends a line about the table, in memory alone; call it before adding answers. Returns false if
 * the value has a line break, or without memory. */
bool svi_play_journal_tell(struct svi_play_journal *journal, const char *key, const char *value);

/* Replaces the file, if the journal has a file: a killed program leaves the old file or the new
 * one. A new file must be written so before answers are added. Returns SV_E_SYSTEM, with a line in
 * `error`, on failure. */
enum sv_status svi_play_journal_write(const struct svi_play_journal *journal,
                                      struct svi_error *error);

/* Appends an answer, also to the file. Returns false if the file cannot be written, but keeps the
 * answer in memory. */
bool svi_play_journal_add(struct svi_play_journal *journal, unsigned seat, const char *body,
                          size_t size);

/* Removes all lines from memory; the file stays. Call svi_play_journal_rewind() after it. */
void svi_play_journal_clear(struct svi_play_journal *journal);

/* Starts again from the first answer. */
void svi_play_journal_rewind(struct svi_play_journal *journal);

/* Returns the seat's next answer, or NULL after the last. Valid until an answer is added or cut. */
const char *svi_play_journal_next(struct svi_play_journal *journal, unsigned seat, size_t *size);

/* Removes the answer that svi_play_journal_next() returned last for a seat, and all lines behind
 * it, also from the file. A failure to shorten the file is not reported, here nor by the next
 * function. */
void svi_play_journal_part(struct svi_play_journal *journal, unsigned seat);

/* Removes the last answer that the seat's person gave, and all lines behind it. Answers that the
 * page gave itself ("auto=1") do not count. Returns false if there is no such answer. */
bool svi_play_journal_take_back(struct svi_play_journal *journal, unsigned seat);

/* Returns whether svi_play_journal_take_back() would remove an answer of the seat. */
bool svi_play_journal_has_own(const struct svi_play_journal *journal, unsigned seat);

void svi_play_journal_finish(struct svi_play_journal *journal);

#endif
