#include "tools/console/words.h"

#include "tools/console/help.h"
#include "tools/console/say.h"

#include <solvent/version.h>

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_CHOICES 16u /* words that an option may choose from */
#define MOST_SEAT 254u   /* 255 is SV_NONE, no seat */

const struct svi_option svi_common_options[] = {
    {"quiet", SVI_KEY_QUIET, NULL, NULL, SVI_TAKES_TEXT,
     "Print errors only: no progress, no notes"},
    {"help", SVI_KEY_HELP, NULL, NULL, SVI_TAKES_TEXT, "Print this help"},
    {"version", SVI_KEY_VERSION, NULL, NULL, SVI_TAKES_TEXT, "Print the version"},
    {0},
};

static const struct svi_option *option_of(const struct svi_words *w, int key)
{
    const struct svi_option *const tables[] = {w->command->options, svi_common_options};
    for (size_t t = 0; t < 2; t++) {
        for (const struct svi_option *o = tables[t]; o != NULL && o->text != NULL; o++) {
            if (o->name != NULL && o->key == key) {
                return o;
            }
        }
    }
    return NULL;
}

/* ---- errors ---------------------------------------------------------------------------------- */

void svi_words_fail(const struct svi_words *w, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)svi_complain(SVI_EXIT_USAGE, "%s%s%s", w->option != NULL ? w->option : "",
                       w->option != NULL ? ": " : "", text);
    exit(SVI_EXIT_USAGE); // NOLINT(concurrency-mt-unsafe): before there is any thread
}

void svi_words_fail_among(const struct svi_words *w, const struct svi_choices *choices)
{
    char expected[SVI_EXPECTED];
    svi_words_fail(w, "found '%.80s', %s", w->value,
                   svi_expected(choices, w->value, expected, sizeof expected));
}

static const char *option_at(const void *words, size_t i)
{
    const struct svi_words *w = words;
    return w->known[i].name;
}

/* Reports the word at which getopt_long() has failed. `optind` passes a cluster of letters only
 * after its last letter. */
static noreturn void fail_unknown(struct svi_words *w)
{
    const char *word = w->argv[optind - 1];
    char name[64];
    w->option = NULL;
    if (optopt != 0 && option_of(w, optopt) == NULL) {
        svi_words_fail(w, "found '-%c', expected an option; see %s --help", optopt, w->name);
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    if (optopt != 0) { /* the option is known, and takes no value */
        svi_words_fail(w, "found '%s', expected --%s without a value", word, name);
    }
    unsigned meant = 0;
    const char *first = NULL, *second = NULL;
    for (size_t i = 0; w->known[i].name != NULL; i++) {
        if (strncmp(w->known[i].name, name, strlen(name)) == 0) {
            meant++;
            second = first != NULL && second == NULL ? w->known[i].name : second;
            first = first == NULL ? w->known[i].name : first;
        }
    }
    if (meant > 1) {
        svi_words_fail(w, "found '--%s', expected it longer: --%s or --%s", name, first, second);
    }
    const char *near = svi_nearest(name, option_at, w);
    if (near != NULL) {
        svi_words_fail(w, "found '--%s', expected an option: did you mean --%s? See %s --help",
                       name, near, w->name);
    }
    svi_words_fail(w, "found '--%s', expected an option; see %s --help", name, w->name);
}

/* ---- reading words --------------------------------------------------------------------------- */

/* Describes the options to getopt_long(). "-" makes it return operands in their place, ":" makes it
 * report a missing value as ':'. */
static void learn(struct svi_words *w)
{
    const struct svi_option *const tables[] = {w->command->options, svi_common_options};
    size_t n = 0;
    size_t letters = 0;
    w->letters[letters++] = '-';
    w->letters[letters++] = ':';
    for (size_t t = 0; t < 2; t++) {
        for (const struct svi_option *o = tables[t]; o != NULL && o->text != NULL; o++) {
            if (o->name == NULL) {
                continue;
            }
            assert(n + 1 < SVI_WORDS_OPTIONS && letters + 4 < sizeof w->letters);
            w->known[n++] = (struct option){o->name, o->value != NULL, NULL, o->key};
            if (o->key < SVI_KEY_OWN) {
                w->letters[letters++] = (char)o->key;
                w->letters[letters] = ':';
                letters += o->value != NULL;
            }
        }
    }
    w->letters[letters] = '\0';
    w->known[n] = (struct option){0};
    optind = 0; /* makes glibc start from the beginning */
    opterr = 0;
}

/* Returns whether `value` is the word. "table" and "text" are synonyms for output for people. */
static bool is_word(const char *word, size_t size, const char *value)
{
    const bool people = (size == 5 && strncmp(word, "table", size) == 0) ||
                        (size == 4 && strncmp(word, "text", size) == 0);
    return (strlen(value) == size && strncmp(word, value, size) == 0) ||
           (people && (strcmp(value, "table") == 0 || strcmp(value, "text") == 0));
}

/* Sets `choice` to the index of the value among the option's words. */
static void choose(struct svi_words *w, const char *words)
{
    char text[256];
    const char *list[MOST_CHOICES + 1] = {NULL};
    char *rest = text;
    w->choice = 0;
    for (const char *word = words; *word != '\0'; w->choice++) {
        const size_t size = strcspn(word, " ");
        if (is_word(word, size, w->value)) {
            return;
        }
        word += size;
        word += *word == ' ';
    }
    (void)snprintf(text, sizeof text, "%s", words);
    for (size_t i = 0; i < MOST_CHOICES; i++) {
        list[i] = strsep(&rest, " ");
    }
    svi_words_fail_among(w, &(struct svi_choices){.at = svi_nearest_in, .words = list});
}

/* Notes that an option's value may have been meant as an operand, for the error about a missing
 * operand. */
static void note_taken(struct svi_words *w, const struct svi_option *o)
{
    const bool digits = strspn(w->value, "0123456789") == strlen(w->value);
    const bool bots = w->command->takes == SVI_TAKES_BOT;
    char name[32] = "";
    for (size_t i = 0; i + 1 < sizeof name && o->value[i] != '\0'; i++) {
        const char c = o->value[i];
        name[i] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    if (bots ? o->takes != SVI_TAKES_TEXT || digits || strpbrk(w->value, "=:") != NULL
             : access(w->value, F_OK) != 0) {
        return;
    }
    (void)snprintf(w->taken, sizeof w->taken, "; '%.60s' was taken as the %s%s", w->value,
                   strcmp(name, o->name) == 0 ? "" : "value of --", o->name);
}

int svi_words_next(struct svi_words *w)
{
    if (w->letters[0] == '\0') {
        learn(w);
    }
    w->option = NULL;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): before there is any thread
    int key = w->ended ? -1 : getopt_long(w->argc, w->argv, w->letters, w->known, NULL);
    w->ended = key == -1;
    if (w->ended && optind < w->argc) {
        key = SVI_OPERAND;
        optarg = w->argv[optind++];
    }
    w->value = optarg;
    if (key == SVI_WORDS_END || key == SVI_OPERAND) {
        return key;
    }
    const struct svi_option *o = option_of(w, key == ':' ? optopt : key);
    if (key == '?' || o == NULL) {
        fail_unknown(w);
    }
    (void)snprintf(w->called, sizeof w->called, "--%s", o->name);
    w->option = w->called;
    if (key == ':') {
        svi_words_fail(w, "found no value, expected %s; see %s --help", o->value, w->name);
    }
    if (o->words != NULL) {
        choose(w, o->words);
    } else if (o->value != NULL && w->value == w->argv[optind - 1]) {
        note_taken(w, o);
    }
    if (key == SVI_KEY_HELP || key == SVI_KEY_VERSION) {
        if (key == SVI_KEY_HELP) {
            svi_help_print(w->command, w->name, false, stdout);
        } else {
            puts("solvent " SV_VERSION_STRING);
        }
        exit((int)svi_say_done(SVI_EXIT_DONE)); // NOLINT(concurrency-mt-unsafe)
    }
    if (key == SVI_KEY_QUIET) {
        svi_say_quiet(true);
        return svi_words_next(w);
    }
    return key;
}

char **svi_words_operands(struct svi_words *w, int *count, unsigned *format)
{
    int key;
    *count = 0;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        if (key == SVI_OPERAND) {
            w->argv[(*count)++] = w->argv[optind - 1]; /* the slot was read already */
        } else {
            *format = w->choice;
        }
    }
    w->argv[*count] = NULL;
    return w->argv;
}

char **svi_words_rest(struct svi_words *w)
{
    char **rest = &w->argv[optind - 1];
    optind = w->argc;
    return rest;
}

/* ---- values ---------------------------------------------------------------------------------- */

uint32_t svi_words_number(const struct svi_words *w, uint32_t low, uint32_t high)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(w->value, &end, 10);
    if (*w->value < '0' || *w->value > '9' || *end != '\0' || errno != 0 || value < low ||
        value > high) {
        svi_words_fail(w, "found '%s', expected a whole number from %" PRIu32 " to %" PRIu32,
                       w->value, low, high);
    }
    return (uint32_t)value;
}

unsigned svi_words_seat(const struct svi_words *w)
{
    char *end;
    const unsigned long seat = strtoul(w->value, &end, 10);
    if (*w->value < '0' || *w->value > '9' || *end != '\0' || seat > MOST_SEAT) {
        svi_words_fail(w, "found '%s', expected the number of a seat, from 0", w->value);
    }
    return (unsigned)seat;
}

void svi_words_only(const struct svi_words *w, const char **slot, const char *what)
{
    if (*slot != NULL) {
        svi_words_fail(w, "found '%s' after '%s', expected one %s; see %s --help", w->value, *slot,
                       what, w->name);
    }
    *slot = w->value;
}

void svi_words_need(const struct svi_words *w, const char *operand, const char *what)
{
    if (operand == NULL) {
        svi_words_fail(w, "found no %s, expected one%s; see %s --help", what, w->taken, w->name);
    }
}

double svi_words_prior(const struct svi_words *w)
{
    char *end;
    const double value = strtod(w->value, &end);
    if (*w->value == '\0' || *end != '\0' ||
        strspn(w->value, "+-.0123456789eE") != strlen(w->value) || !(value >= 0 && value <= 1e6)) {
        svi_words_fail(w, "found '%.40s', expected a number from 0 to 1000000", w->value);
    }
    return value;
}
