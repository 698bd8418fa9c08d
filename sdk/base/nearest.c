#include "base/nearest.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Longest word to compare; longer words resemble no other. */
#define LONGEST 47

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Returns the number of letters to insert, delete, change or swap with the next to turn one word
 * into the other. */
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][LONGEST + 1];
    const size_t size = strlen(b);
    for (unsigned k = 0; k <= size; k++) {
        rows[0][k] = k;
    }
    for (unsigned i = 1; a[i - 1] != 0; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned k = 1; k <= size; k++) {
            row[k] =
                least_of(least_of(above[k], row[k - 1]) + 1, above[k - 1] + (a[i - 1] != b[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
                row[k] = least_of(row[k], before[k - 2] + 1);
            }
        }
    }
    return rows[strlen(a) % 3][size];
}

/* Words of other tools, each with Solvent's word for the same thing. A word may stand more than
 * once: the first of its meanings among the given words counts, so a key that has another sense
 * elsewhere is suggested only where it exists. */
static const struct {
    const char *word, *meaning;
} synonyms[] = {
    {"players", "bots"},
    {"engines", "bots"},
    {"agents", "bots"},
    {"participants", "bots"},
    {"teams", "bots"},
    {"games", "deals"},
    {"matches", "deals"},
    {"openings", "deals"},
    {"repeat", "deals"},
    {"rounds", "deals"},
    {"tc", "clock"},
    {"time", "clock"},
    {"timer", "clock"},
    {"time_control", "clock"},
    {"timeout", "clock"},
    {"timeout", "decision_ms"},
    {"time", "match_s"},
    {"timeout", "match_s"},
    {"timeout_ms", "clock"},
    {"timeout_ms", "decision_ms"},
    {"time", "decision_ms"},
    {"move_time", "decision_ms"},
    {"movetime", "decision_ms"},
    {"hello_ms", "start_ms"},
    {"startup", "start_ms"},
    {"concurrency", "matches"},
    {"parallel", "matches"},
    {"threads", "matches"},
    {"cmd", "command"},
    {"program", "command"},
    {"exec", "command"},
    {"address", "endpoint"},
    {"url", "endpoint"},
    {"ram", "memory_mb"},
    {"variant", "edition"},
    {"board", "edition"},
    {"map", "edition"},
    {"options", "rules"},
    {"tournament", "format"},
    {"type", "format"},
    {"mode", "format"},
    {"title", "name"},
    {"event", "name"},
    {"random_seed", "seed"},
    {"table_size", "seats"},
    {"elimination", "knockout"},
    {"single_elimination", "knockout"},
    {"cup", "knockout"},
    {"bracket", "knockout"},
    {"playoff", "knockout"},
    {"all_play_all", "round_robin"},
    {"rr", "round_robin"},
};

/* Returns a letter in the form in which words are compared: lower case, with one kind of hyphen. */
static char plain(char letter)
{
    return letter == '-' || letter == ' '
               ? '_'
               : (char)(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
}

static bool same(const char *a, const char *b)
{
    while (*a != 0 && plain(*a) == *b) {
        a++;
        b++;
    }
    return *a == 0 && *b == 0;
}

const char *svi_synonym(const char *word, svi_word_fn *at, const void *words)
{
    const char *other;
    for (size_t s = 0; s < sizeof synonyms / sizeof synonyms[0]; s++) {
        for (size_t i = 0; same(word, synonyms[s].word) && (other = at(words, i)) != NULL; i++) {
            if (strcmp(other, synonyms[s].meaning) == 0) {
                return other;
            }
        }
    }
    return NULL;
}

const char *svi_elsewhere(const char *word)
{
    static const char *const at_once[] = {"concurrency", "parallel", "threads", "jobs", "workers"};
    for (size_t i = 0; i < sizeof at_once / sizeof at_once[0]; i++) {
        if (same(word, at_once[i])) {
            return "-j of league run, and matches of each bot";
        }
    }
    return NULL;
}

/* As distance(), but a word longer than the limit has the greatest distance. */
static unsigned letters_between(const char *a, const char *b)
{
    return strlen(a) <= LONGEST && strlen(b) <= LONGEST ? distance(a, b) : LONGEST;
}

const char *svi_nearest(const char *word, svi_word_fn *at, const void *words)
{
    const char *found = svi_synonym(word, at, words);
    if (found != NULL) {
        return found;
    }
    const char *other;
    const size_t size = strlen(word);
    unsigned least = (unsigned)(size <= LONGEST ? size / 3 + 2 : 0);
    for (size_t i = 0; (other = at(words, i)) != NULL && size <= LONGEST; i++) {
        const unsigned letters = letters_between(word, other);
        if (letters < least && letters < strlen(other) && letters < size) {
            least = letters;
            found = other;
        }
    }
    for (size_t i = 0; found == NULL && size >= 2 && (other = at(words, i)) != NULL; i++) {
        found = strncmp(word, other, size) == 0 ? other : NULL;
    }
    return found;
}

const char *svi_numbered_at(const void *words, size_t i)
{
    const struct svi_numbered *numbered = words;
    return i < numbered->count ? numbered->name_of((unsigned)i) : NULL;
}

const char *svi_nearest_in(const void *words, size_t i)
{
    const char *const *texts = words;
    return texts[i];
}

/* ---- expected words ------------------------------------------------------------------------- */

/* Longest list of words; of longer lists only the most similar words are listed. */
#define LISTED 5u

/* Puts the words most like `word` into `best`, the most similar first, and returns their number.
 * Without a word, or among up to LISTED words, they keep their order. */
static size_t most_similar(const struct svi_choices *c, const char *word, const char *best[LISTED])
{
    unsigned letters[LISTED];
    size_t n = 0, listed = 0;
    const char *other;
    while (c->at(c->words, n) != NULL) {
        n++;
    }
    for (size_t i = 0; (other = c->at(c->words, i)) != NULL; i++) {
        const unsigned far = word != NULL && n > LISTED ? letters_between(word, other) : 0;
        size_t place = listed;
        while (place > 0 && letters[place - 1] > far) {
            place--;
        }
        listed += listed < LISTED;
        for (size_t k = listed; k-- > place + 1;) {
            letters[k] = letters[k - 1];
            best[k] = best[k - 1];
        }
        if (place < LISTED) {
            letters[place] = far;
            best[place] = other;
        }
    }
    return n;
}

__attribute__((format(printf, 3, 4))) static void put(char *out, size_t size, const char *format,
                                                      ...)
{
    const size_t used = strlen(out);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(out + used, size - used, format, args);
    va_end(args);
}

char *svi_expected(const struct svi_choices *c, const char *word, char *out, size_t size)
{
    const char *best[LISTED] = {NULL};
    const size_t n = most_similar(c, word, best);
    const char *near = word != NULL ? svi_nearest(word, c->at, c->words) : NULL;
    out[0] = '\0';
    if (near != NULL) {
        put(out, size, "did you mean '%s'?", near);
    }
    if (near == NULL || n <= LISTED) {
        put(out, size, "%s %s%s", near != NULL ? " Expected" : "expected",
            c->what != NULL ? c->what : "", c->what != NULL ? ": " : "");
        for (size_t i = 0; i < n && i < LISTED; i++) {
            put(out, size, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", best[i]);
        }
        if (n > LISTED) {
            put(out, size, " or one of %zu more", n - LISTED);
        }
    }
    if (c->see != NULL) {
        put(out, size, "%s %s", near != NULL && n > LISTED ? " See" : "; see", c->see);
    }
    return out;
}
