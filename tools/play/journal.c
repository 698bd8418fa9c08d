#include "tools/play/journal.h"

#include "base/out.h"
#include "memory/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES (16u << 20) /* largest file; a game has some hundred answers */

static const char first_line[] = "solvent-play 1";

static size_t answers(const struct svi_play_journal *j)
{
    return j->at.size / sizeof(size_t);
}

static size_t start_of(const struct svi_play_journal *j, size_t n)
{
    size_t at;
    memcpy(&at, j->at.data + n * sizeof at, sizeof at);
    return at;
}

static const char *line_of(const struct svi_play_journal *j, size_t n)
{
    return (const char *)j->text.data + start_of(j, n);
}

/* Returns the bytes of the rest of a line, without its line feed. */
static size_t length_of(const struct svi_play_journal *j, const char *rest)
{
    const char *all = (const char *)j->text.data;
    return (size_t)((const char *)memchr(rest, '\n', j->text.size - (size_t)(rest - all)) - rest);
}

/* Returns the seat of an answer's line, "answer SEAT BODY\n". */
static unsigned seat_of(const char *line)
{
    return (unsigned)(line[sizeof "answer"] - '0');
}

static void append(struct svi_play_journal *j, const char *key, const char *value, size_t size)
{
    svi_out_text(&j->text, key);
    svi_out_char(&j->text, ' ');
    svi_buf_append(&j->text, value, size);
    svi_out_char(&j->text, '\n');
}

static bool append_answer(struct svi_play_journal *j, const char *value, size_t size)
{
    const size_t at = j->text.size;
    svi_buf_append(&j->at, &at, sizeof at);
    append(j, "answer", value, size);
    return !j->text.failed && !j->at.failed;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Cuts off the end of the file that is not in the journal. Returns whether that was possible. */
static bool shorten_file(const struct svi_play_journal *j)
{
    return j->path == NULL || truncate(j->path, (off_t)(sizeof first_line + j->text.size)) == 0;
}

/* Reads one line of a file, without its line feed. Returns false if it is not a line of a
 * journal. */
static bool read_line(struct svi_play_journal *j, char *text,
                      bool (*take)(void *user, const struct svi_play_line *line), void *user)
{
    char *blank = strchr(text, ' ');
    if (blank == NULL) {
        return false;
    }
    const char *value = blank + 1;
    if (strncmp(text, "answer ", 7) == 0) {
        return value[0] >= '0' && value[0] < '0' + SV_MAX_SEATS && value[1] == ' ' &&
               append_answer(j, value, strlen(value));
    }
    if (answers(j) > 0) {
        return false;
    }
    append(j, (*blank = '\0', text), value, strlen(value));
    const struct svi_play_line line = {.key = text, .value = value, .seat = SV_NONE};
    return take(user, &line);
}

static enum sv_status read_file(struct svi_play_journal *j, FILE *file,
                                bool (*take)(void *user, const struct svi_play_line *line),
                                void *user, struct svi_error *error)
{
    char *text = NULL;
    size_t room = 0;
    unsigned number = 0;
    bool fine = true;
    for (ssize_t size = getline(&text, &room, file); size > 0 && fine;
         size = fine ? getline(&text, &room, file) : 0) {
        if (text[size - 1] != '\n') {
            break; /* the program was stopped while writing this line */
        }
        text[size - 1] = '\0';
        number++;
        fine = strlen(text) == (size_t)size - 1 && j->text.size < MOST_BYTES &&
               (number == 1 ? strcmp(text, first_line) == 0 : read_line(j, text, take, user));
    }
    free(text);
    if (!fine || number == 0) {
        return svi_fail(error, SV_E_ARGUMENT, "%s:%u: expected a line of a table that was saved",
                        j->path, number);
    }
    return SV_OK;
}

enum sv_status svi_play_journal_read(struct svi_play_journal *journal, const char *path,
                                     bool (*take)(void *user, const struct svi_play_line *line),
                                     void *user, struct svi_error *error)
{
    *journal = (struct svi_play_journal){.path = path};
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return svi_fail(error, errno == ENOENT ? SV_E_UNKNOWN : SV_E_SYSTEM, "cannot read '%s': %s",
                        path, svi_errno_text(errno));
    }
    const enum sv_status status = read_file(journal, file, take, user, error);
    (void)fclose(file);
    if (status == SV_OK && !shorten_file(journal)) {
        return svi_fail(error, SV_E_SYSTEM, "cannot write '%s': %s", path, svi_errno_text(errno));
    }
    return status;
}

enum sv_status svi_play_journal_write(const struct svi_play_journal *journal,
                                      struct svi_error *error)
{
    if (journal->path == NULL) {
        return SV_OK;
    }
    SCOPED(scoped_free) char *half = svi_text("%s.new", journal->path);
    FILE *file = fopen(half, "wbe");
    bool done = file != NULL && fprintf(file, "%s\n", first_line) > 0 &&
                fwrite(journal->text.data, 1, journal->text.size, file) == journal->text.size;
    done = file != NULL && fclose(file) == 0 && done && rename(half, journal->path) == 0;
    if (!done) {
        (void)svi_fail(error, SV_E_SYSTEM, "cannot write '%s': %s", journal->path,
                       svi_errno_text(errno));
        (void)unlink(half);
    }
    return done ? SV_OK : SV_E_SYSTEM;
}

/* ---- lines ----------------------------------------------------------------------------------- */

bool svi_play_journal_tell(struct svi_play_journal *journal, const char *key, const char *value)
{
    if (strchr(value, '\n') != NULL) {
        return false;
    }
    append(journal, key, value, strlen(value));
    return !journal->text.failed;
}

bool svi_play_journal_add(struct svi_play_journal *journal, unsigned seat, const char *body,
                          size_t size)
{
    struct svi_buf value = {0};
    svi_out_int(&value, seat);
    svi_out_char(&value, ' ');
    svi_buf_append(&value, body, size);
    bool done = !value.failed && append_answer(journal, (const char *)value.data, value.size);
    svi_buf_finish(&value);
    journal->next[seat]++;
    if (done && journal->path != NULL) {
        const size_t at = start_of(journal, answers(journal) - 1);
        FILE *file = fopen(journal->path, "abe");
        done = file != NULL && fwrite(journal->text.data + at, 1, journal->text.size - at, file) ==
                                   journal->text.size - at;
        done = file != NULL && fclose(file) == 0 && done;
    }
    return done;
}

void svi_play_journal_clear(struct svi_play_journal *journal)
{
    svi_buf_clear(&journal->text);
    svi_buf_clear(&journal->at);
}

void svi_play_journal_rewind(struct svi_play_journal *journal)
{
    memset(journal->next, 0, sizeof journal->next);
}

/* Finds answer `n` of a seat, from 0. Returns SIZE_MAX if there is no such answer. */
static size_t find(const struct svi_play_journal *j, unsigned seat, size_t n)
{
    for (size_t i = 0; i < answers(j); i++) {
        if (seat_of(line_of(j, i)) == seat && n-- == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

const char *svi_play_journal_next(struct svi_play_journal *journal, unsigned seat, size_t *size)
{
    const size_t i = find(journal, seat, journal->next[seat]);
    if (i == SIZE_MAX) {
        return NULL;
    }
    journal->next[seat]++;
    const char *body = line_of(journal, i) + sizeof "answer" + 2;
    *size = length_of(journal, body);
    return body;
}

/* Removes answer `i` and all lines behind it. */
static void cut(struct svi_play_journal *j, size_t i)
{
    j->text.size = start_of(j, i);
    j->at.size = i * sizeof(size_t);
    (void)shorten_file(j);
}

void svi_play_journal_part(struct svi_play_journal *journal, unsigned seat)
{
    const size_t i =
        journal->next[seat] > 0 ? find(journal, seat, journal->next[seat] - 1) : SIZE_MAX;
    if (i != SIZE_MAX) {
        journal->next[seat]--;
        cut(journal, i);
    }
}

/* Finds the last answer that the seat's person gave. Returns SIZE_MAX without such an answer. */
static size_t last_own(const struct svi_play_journal *journal, unsigned seat)
{
    size_t i = answers(journal);
    while (i-- > 0) {
        const char *line = line_of(journal, i);
        if (seat_of(line) == seat && memmem(line, length_of(journal, line), "&auto=1", 7) == NULL) {
            return i;
        }
    }
    return SIZE_MAX;
}

bool svi_play_journal_take_back(struct svi_play_journal *journal, unsigned seat)
{
    const size_t i = last_own(journal, seat);
    if (i != SIZE_MAX) {
        cut(journal, i);
    }
    return i != SIZE_MAX;
}

bool svi_play_journal_has_own(const struct svi_play_journal *journal, unsigned seat)
{
    return last_own(journal, seat) != SIZE_MAX;
}

void svi_play_journal_finish(struct svi_play_journal *journal)
{
    svi_buf_finish(&journal->text);
    svi_buf_finish(&journal->at);
}
