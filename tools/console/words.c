#include "tools/console/words.h"

#include "tools/console/help.h"
#include "tools/console/say.h"

#include "base/out.h"

#include <solvent/version.h>

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LONG_FORM 256    /* value of getopt_long() for the first option without a letter */
#define MOST_CHOICES 16u /* words that an option may choose from */
#define MOST_SEAT 254u   /* 255 is SV_NONE, no seat */

/* Returns the index of the option to which getopt_long() gave this value, or the number of
 * options. */
static size_t index_of(const struct svi_words *w, int val)
{
    size_t i = 0;
    while (w->known[i].name != NULL && w->known[i].val != val) {
        i++;
    }
    return i;
}

static size_t index_named(const struct svi_words *w, const char *name, size_t size)
{
    size_t i = 0;
    while (w->known[i].name != NULL &&
           (strlen(w->known[i].name) != size || strncmp(w->known[i].name, name, size) != 0)) {
        i++;
    }
    return i;
}

bool svi_words_has(const struct svi_words *w, const char *name)
{
    return (w->given >> index_named(w, name, strlen(name)) & 1) != 0;
}

const char *svi_words_which(const struct svi_words *w, const char *names)
{
    for (const char *name = names; *name != '\0';) {
        const size_t size = strcspn(name, " ");
        const size_t i = index_named(w, name, size);
        if ((w->given >> i & 1) != 0) {
            return w->known[i].name;
        }
        name += size;
        name += *name == ' ';
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
    svi_die(SVI_EXIT_USAGE, "%s%s%s", w->option != NULL ? w->option : "",
            w->option != NULL ? ": " : "", text);
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
    if (optopt != 0 && w->known[index_of(w, optopt)].name == NULL) {
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
    const struct svi_option *o;
    size_t letters = 0;
    w->letters[letters++] = '-';
    w->letters[letters++] = ':';
    for (size_t n = 0; (o = svi_option_at(w->command, n)) != NULL; n++) {
        assert(n + 1 < SVI_WORDS_OPTIONS && letters + 4 < sizeof w->letters);
        const int val = o->letter != 0 ? o->letter : LONG_FORM + (int)n;
        w->known[n] = (struct option){o->name, o->value != NULL, NULL, val};
        if (o->letter != 0) {
            w->letters[letters++] = (char)o->letter;
            w->letters[letters] = ':';
            letters += o->value != NULL;
        }
    }
    w->letters[letters] = '\0';
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

/* Makes the option the subject of errors. */
static void name_option(struct svi_words *w, const struct svi_option *o)
{
    (void)snprintf(w->called, sizeof w->called, "--%s", o->name);
    w->option = w->called;
}

/* Returns the next option's key, SVI_OPERAND or SVI_WORDS_END. Answers --help and --version itself
 * and ends the process. Notes --quiet (svi_say_is_quiet()). */
static int next_word(struct svi_words *w)
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
    const size_t i = index_of(w, key == ':' ? optopt : key);
    const struct svi_option *o = svi_option_at(w->command, i);
    if (key == '?' || o == NULL) {
        fail_unknown(w);
    }
    w->row = o;
    w->given |= UINT64_C(1) << i;
    name_option(w, o);
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
        return next_word(w);
    }
    return key;
}

char **svi_words_rest(const struct svi_words *w)
{
    char **rest = &w->argv[optind - 1];
    optind = w->argc;
    return rest;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Returns the value as a whole number from `low` to `high`. Any other value ends the process. */
static uint32_t read_number(const struct svi_words *w, uint32_t low, uint32_t high)
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

static unsigned read_seat(const struct svi_words *w)
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

bool svi_words_parse(const char *text, double low, double high, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return *text != '\0' && *end == '\0' && strspn(text, "+-.0123456789eE") == strlen(text) &&
           *out >= low && *out <= high;
}

static double read_decimal(const struct svi_words *w, double low, double high)
{
    double value;
    if (!svi_words_parse(w->value, low, high, &value)) {
        svi_words_fail(w, "found '%.40s', expected a number from %.10g to %.10g", w->value, low,
                       high);
    }
    return value;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void set_number(void *member, size_t size, uint32_t number)
{
    const uint64_t wide = number;
    const bool flag = number != 0;
    const void *from = size == sizeof flag     ? (const void *)&flag
                       : size == sizeof number ? (const void *)&number
                                               : (const void *)&wide;
    memcpy(member, from, size);
}

/* Puts the word just read into the member that the slot names. */
static void set(const struct svi_words *w, const struct svi_slot *slot, void *arguments)
{
    void *member = arguments != NULL ? (char *)arguments + slot->at : NULL;
    struct svi_word_list *list = member;
    switch (slot->kind) {
    case SVI_SLOT_NONE:
        break;
    case SVI_SLOT_FLAG:
        *(bool *)member = true;
        break;
    case SVI_SLOT_TEXT:
        *(const char **)member = w->value;
        break;
    case SVI_SLOT_WORD:
        set_number(member, slot->size, w->choice);
        break;
    case SVI_SLOT_NUMBER:
        set_number(member, slot->size, read_number(w, (uint32_t)slot->low, (uint32_t)slot->high));
        break;
    case SVI_SLOT_SEAT:
        set_number(member, slot->size, read_seat(w));
        break;
    case SVI_SLOT_DECIMAL:
        *(double *)member = read_decimal(w, slot->low, slot->high);
        break;
    case SVI_SLOT_LIST:
        list->word = w->argv;
        list->word[list->count++] = w->argv[optind - 1]; /* the place was read already */
        break;
    case SVI_SLOT_CALL:
        slot->call(w, member);
        break;
    }
}

/* Returns the row of the n-th operand, from 0; NULL if the command takes fewer. */
static const struct svi_operand *operand_at(const struct svi_words *w, unsigned n)
{
    const struct svi_operand *rows = w->command->operand;
    for (unsigned i = 0; i < SVI_OPERANDS && rows[i].what != NULL; i++) {
        if (i == n || rows[i].many) {
            return &rows[i];
        }
    }
    return NULL;
}

static void take_operand(struct svi_words *w, void *arguments)
{
    const struct svi_operand *row = operand_at(w, w->operands);
    if (row != NULL) {
        set(w, &row->slot, arguments);
        w->last = w->value;
        w->operands++;
    } else if (w->operands == 0) {
        svi_words_fail(w, "found '%s', expected no more; see %s --help", w->value, w->name);
    } else if (w->operands == 1) {
        const bool bot = w->command->takes == SVI_TAKES_BOT;
        svi_words_fail(w, "found '%s' after '%s', expected one %s; %s%s%s", w->value, w->last,
                       w->command->operand[0].what,
                       bot ? "put a command with arguments in quotes" : "see ", bot ? "" : w->name,
                       bot ? "" : " --help");
    } else {
        svi_words_fail(w, "found '%s' after '%s', expected %s; see %s --help", w->value, w->last,
                       w->command->operands, w->name);
    }
}

/* Ends the process if an operand is missing, or if options do not go together. */
static void check_whole(struct svi_words *w)
{
    const struct svi_operand *row = operand_at(w, w->operands);
    const struct svi_option *o;
    w->option = NULL;
    if (row != NULL && !row->optional &&
        !(row->many && w->operands > (unsigned)(row - w->command->operand))) {
        svi_words_need(w, NULL, row->what);
    }
    for (size_t i = 0; (o = svi_option_at(w->command, i)) != NULL; i++) {
        const bool given = (w->given >> i & 1) != 0;
        const char *other = given && o->without != NULL ? svi_words_which(w, o->without) : NULL;
        name_option(w, o);
        if (other != NULL) {
            svi_words_fail(w, "found with --%s, expected one of them", other);
        }
        if (given && o->with != NULL && !svi_words_has(w, o->with)) {
            svi_words_fail(w, "found without --%s, expected both", o->with);
        }
    }
    w->option = NULL;
}

void svi_words_read(struct svi_words *w, void *arguments)
{
    int key;
    while ((key = next_word(w)) != SVI_WORDS_END) {
        if (key == SVI_OPERAND) {
            take_operand(w, arguments);
        } else {
            set(w, &w->row->slot, arguments);
        }
    }
    check_whole(w);
}

/* ---- dispatch -------------------------------------------------------------------------------- */

const struct svi_command *svi_command_find(const struct svi_command *const *parts, const char *name)
{
    for (size_t i = 0; parts[i] != NULL; i++) {
        if (strcmp(parts[i]->name, name) == 0) {
            return parts[i];
        }
    }
    return NULL;
}

static const char *name_at(const void *parts, size_t i)
{
    const struct svi_command *const *commands = parts;
    return commands != NULL && commands[i] != NULL ? commands[i]->name : NULL;
}

void svi_command_fail(const struct svi_words *w, const struct svi_command *above, const char *name)
{
    char see[112];
    (void)snprintf(see, sizeof see, "%s --help", name);
    svi_words_fail_among(
        w, &(struct svi_choices){
               .at = name_at, .words = above->parts, .what = "a command", .see = see});
}

/* Runs the subcommand that the first operand names. Only options of every command may stand before
 * it. */
static enum svi_exit run_part(struct svi_words *w)
{
    const struct svi_command *const *parts = w->command->parts;
    int before = 1;
    if (next_word(w) == SVI_WORDS_END) {
        svi_help_print(w->command, w->name, false, stderr);
        return SVI_EXIT_USAGE;
    }
    const struct svi_command *part = svi_command_find(parts, w->value);
    if (part == NULL) {
        svi_command_fail(w, w->command, w->name);
    }
    while (w->argv[before] != w->value) {
        before++;
    }
    return svi_command_run(part, w->name, w->argc - before, w->argv + before);
}

enum svi_exit svi_command_run(const struct svi_command *command, const char *above, int argc,
                              char **argv)
{
    char name[96];
    struct svi_words words = {.command = command, .name = name, .argc = argc, .argv = argv};
    (void)snprintf(name, sizeof name, "%s%s%s", above, *above != '\0' ? " " : "", command->name);
    svi_say_as(name);
    const enum svi_exit status = command->parts != NULL ? run_part(&words) : command->run(&words);
    svi_say_as("solvent"); /* `name` goes out of scope */
    return status;
}

/* ---- command line again ---------------------------------------------------------------------- */

static const char *called = "solvent";

void svi_again_as(const char *program)
{
    called = program;
}

void svi_again_word(struct svi_buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./:=,+@%-";
    if (*word != '\0' && strspn(word, plain) == strlen(word)) {
        svi_out_text(out, word);
        return;
    }
    svi_out_char(out, '\'');
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            svi_out_text(out, "'\\''");
        } else {
            svi_out_char(out, *word);
        }
    }
    svi_out_char(out, '\'');
}

void svi_again(struct svi_buf *out, const struct svi_words *w)
{
    const char *part = strchr(w->name, ' ');
    svi_again_word(out, called);
    svi_out_text(out, part != NULL ? part : "");
    for (int i = 1; i < w->argc; i++) {
        svi_out_char(out, ' ');
        svi_again_word(out, w->argv[i]);
    }
}
