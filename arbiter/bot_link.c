#include "arbiter/bot_link.h"

#include "arbiter/filter.h"
#include "arbiter/match.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SLOT_BITS 10u
#define SLOT_MASK (SVI_LINK_MATCHES - 1)
_Static_assert(SVI_LINK_MATCHES == 1u << SLOT_BITS, "the slot is the number's lowest bits");

/* The seat that has what is printed without a mark: the only one. */
static struct svi_seat *only_seat(const struct svi_link *link)
{
    unsigned slot = 0;
    if (link->n_seats != 1) {
        return NULL;
    }
    while (link->slot[slot] == NULL) {
        slot++;
    }
    return link->slot[slot];
}

/* Gives a piece of what the bot has printed to the match that it belongs to. */
static void take_printed(void *user, uint64_t match, const char *text, size_t size)
{
    struct svi_link *link = user;
    struct svi_seat *seat = match != 0 ? svi_link_find(link, match) : only_seat(link);
    if (seat != NULL) {
        svi_printed_add(&seat->match->printed[seat->number], text, size);
        link->spoke = seat->id;
    }
}

void svi_link_init(struct svi_link *link, const struct svi_bot_spec *spec,
                   const struct svi_link_place *place)
{
    memset(link, 0, sizeof *link);
    link->spec = spec;
    link->place = place;
    svi_buf_init(&link->out);
    svi_capture_init(&link->capture, place->config->keep_printed ? take_printed : NULL, link);
    for (unsigned i = 0; i < SVI_LINK_MATCHES; i++) {
        link->free_slot[i] = (uint16_t)(SVI_LINK_MATCHES - 1 - i);
    }
}

void svi_link_finish(struct svi_link *link)
{
    svi_process_kill(&link->process);
    svi_capture_read(&link->capture);
    svi_capture_close(&link->capture);
    svi_buf_finish(&link->out);
}

void svi_link_notice(struct svi_link *link, enum svi_notice sort, const char *format, ...)
{
    static const unsigned most[SVI_NOTICE_COUNT] = {
        [SVI_NOTICE_STRIKE] = 3, [SVI_NOTICE_FORFEIT] = 3, [SVI_NOTICE_LOSS] = 20};
    char text[700];
    va_list args;
    if (link->notices[sort] == most[sort]) {
        return;
    }
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)fprintf(stderr, "solvent: bot '%s' %s%s\n", link->spec->name, text,
                  ++link->notices[sort] == most[sort] ? " (no more lines like this)" : "");
}

/* ---- start and loss -------------------------------------------------------------------------- */

/* Where the bot's prints go: a file of its own, or our stderr. -1 when the file cannot be opened. */
static int open_output(const struct svi_link *link)
{
    const struct svi_referee_config *config = link->place->config;
    char *path = NULL;
    char worker[16] = "";
    if (config->bot_logs == NULL) {
        return STDERR_FILENO;
    }
    if (config->workers > 1) {
        (void)snprintf(worker, sizeof worker, ".%u", link->place->worker);
    }
    if (asprintf(&path, "%s/%s%s.log", config->bot_logs, link->spec->name, worker) < 0) {
        return -1;
    }
    for (char *c = path + strlen(config->bot_logs) + 1; *c != '\0'; c++) {
        *c = *c == '/' ? '_' : *c;
    }
    const int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    const int reason = errno;
    free(path);
    errno = reason;
    return fd;
}

static bool among(const char *word, const char *const *words)
{
    while (*words != NULL && strcmp(*words, word) != 0) {
        words++;
    }
    return *words != NULL;
}

/* What this bot must not see: what the run hides, and the files of other bots, unless they are its own too. An array
 * to be freed, of texts that are not; NULL: no memory. */
static const char **hidden_from(const struct svi_link *link)
{
    const struct svi_referee_config *config = link->place->config;
    size_t n = 0, most = 1;
    for (size_t i = 0; config->hidden != NULL && config->hidden[i] != NULL; i++) {
        most++;
    }
    for (unsigned i = 0; i < config->n_bots; i++) {
        for (size_t k = 0; config->bots[i].argv != NULL && config->bots[i].argv[k] != NULL; k++) {
            most++;
        }
    }
    const char **hidden = calloc(most, sizeof *hidden);
    for (size_t i = 0; hidden != NULL && config->hidden != NULL && config->hidden[i] != NULL; i++) {
        hidden[n++] = config->hidden[i];
    }
    for (unsigned i = 0; hidden != NULL && i < config->n_bots; i++) {
        for (size_t k = 0; config->bots[i].argv != NULL && config->bots[i].argv[k] != NULL; k++) {
            const char *word = config->bots[i].argv[k];
            if (!among(word, link->spec->argv) && access(word, F_OK) == 0) {
                hidden[n++] = word;
            }
        }
    }
    return hidden;
}

/* The command that runs the bot in its sandbox, and the filter for it. */
static enum sv_status wrap(const struct svi_link *link, char ***wrapped, int *filter, char *error,
                           size_t error_size)
{
    const struct svi_link_place *place = link->place;
    const char **hidden = hidden_from(link);
    const struct svi_sandbox_setup sandbox = {.argv = link->spec->argv,
                                              .files = link->spec->files,
                                              .hidden = hidden,
                                              .folder = place->folder,
                                              .limits = &place->config->limits};
    enum sv_status status = SV_E_SYSTEM;
    if (hidden == NULL) {
        (void)snprintf(error, error_size, "cannot be started: no memory");
    } else {
        status = svi_sandbox_wrap(&sandbox, wrapped, error, error_size);
    }
    free(hidden);
    *filter = status == SV_OK ? svi_filter_open() : -1;
    if (status == SV_OK && *filter < 0) {
        (void)snprintf(error, error_size, "cannot filter its system calls: %s",
                       strerrordesc_np(errno));
        status = SV_E_SYSTEM;
    }
    return status;
}

static enum sv_status start_process(struct svi_link *link, char *error, size_t error_size)
{
    const struct svi_link_place *place = link->place;
    char endpoint[160];
    char token[64];
    char **wrapped = NULL;
    int filter = 0;
    enum sv_status status = SV_OK;
    int output = open_output(link);
    if (output >= 0) {
        svi_capture_close(&link->capture);
        output = svi_capture_open(&link->capture, output);
    }
    if (output < 0) {
        (void)snprintf(error, error_size, "cannot write its log in '%s': %s",
                       place->config->bot_logs, strerrordesc_np(errno));
        return SV_E_SYSTEM;
    }
    (void)snprintf(endpoint, sizeof endpoint, "SOLVENT_ENDPOINT=%s", place->endpoint);
    (void)snprintf(token, sizeof token, "SOLVENT_TOKEN=%s", link->token);
    if (place->sandboxed) {
        status = wrap(link, &wrapped, &filter, error, error_size);
    }
    if (status == SV_OK) {
        const char *const output_kind =
            place->config->keep_printed ? SVI_MARK_NAME "=" SVI_MARK_VALUE : SVI_MARK_NAME "=plain";
        const char *const set[] = {endpoint, token, output_kind, NULL};
        const struct svi_process_setup setup = {
            .argv = wrapped != NULL ? (const char *const *)wrapped : link->spec->argv,
            .set = set,
            .bare = place->sandboxed,
            .output = output,
            .limits = &place->config->limits,
            .filter = filter};
        status = svi_process_start(&link->process, &setup, error, error_size);
    }
    svi_sandbox_free(wrapped);
    if (filter > 0) {
        close(filter);
    }
    close(output);
    return status;
}

void svi_link_start(struct svi_link *link, int64_t now_us)
{
    const int64_t hello_us = (int64_t)link->place->config->hello_ms * 1000;
    assert(link->state == SVI_LINK_IDLE);
    link->state = SVI_LINK_STARTING;
    link->until_us = now_us + hello_us;
    if (link->spec->argv == NULL) {
        if (!link->seen) {
            link->until_us = SVI_NEVER;
            (void)fprintf(stderr, "solvent: waiting for '%s' to connect to %s\n", link->spec->name,
                          link->place->config->listen);
        }
        return;
    }
    uint8_t random[(sizeof link->token - 1) / 2];
    char error[384];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(link->token, sizeof link->token, random, sizeof random);
    if (start_process(link, error, sizeof error) != SV_OK) {
        link->failures = SVI_LINK_TRIES - 1; /* trying again would not help */
        svi_link_lose(link, error);
    }
}

void svi_link_up(struct svi_link *link, const void *identity, size_t identity_size,
                 uint32_t answers, uint64_t matches, bool model)
{
    const unsigned most = link->spec->matches > 0 && link->spec->matches < SVI_LINK_MATCHES
                              ? link->spec->matches
                              : SVI_LINK_MATCHES;
    assert(identity_size <= sizeof link->identity && link->n_seats == 0);
    memcpy(link->identity, identity, identity_size);
    link->identity_size = (uint8_t)identity_size;
    link->answers = answers & ((UINT32_C(1) << SV_DECISION_COUNT) - 1);
    link->capacity = matches < most ? (unsigned)matches : most;
    link->capacity += link->capacity == 0;
    link->model = model;
    link->editions = 0;
    link->owed = 0;
    link->strays = 0;
    link->unheard = 0;
    link->spoke = 0;
    svi_capture_read(&link->capture); /* what it has printed so far belongs to no match */
    link->seen = true;
    link->state = SVI_LINK_UP;
    svi_buf_clear(&link->out);
    memset(&link->clocks, 0, sizeof link->clocks);
}

/* The command line, for people: cut when it is long. */
static void show_command(const struct svi_link *link, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (const char *const *word = link->spec->argv; word != NULL && *word != NULL && used < size;
         word++) {
        const int n = snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " ", *word);
        used += n > 0 ? (size_t)n : 0;
    }
}

void svi_link_lose(struct svi_link *link, const char *why)
{
    char command[200];
    svi_process_kill(&link->process);
    svi_capture_read(&link->capture);
    svi_capture_close(&link->capture);
    link->failures++;
    link->state = link->failures < SVI_LINK_TRIES ? SVI_LINK_IDLE : SVI_LINK_OUT;
    link->token[0] = '\0';
    svi_buf_clear(&link->out);
    show_command(link, command, sizeof command);
    svi_link_notice(link, SVI_NOTICE_LOSS, "%s%s%s%s", why, *command != '\0' ? " [" : "", command,
                    *command != '\0' ? "]" : "");
    if (link->state == SVI_LINK_OUT) {
        svi_link_notice(link, SVI_NOTICE_LOSS, "is given up: its seats are forfeited from now on");
    }
}

void svi_link_proved(struct svi_link *link)
{
    link->failures = 0;
}

/* ---- seats ------------------------------------------------------------------------------------ */

bool svi_link_has_room(const struct svi_link *link, unsigned seats)
{
    return link->n_seats == 0 || link->n_seats + seats <= link->capacity;
}

uint64_t svi_link_seat(struct svi_link *link, struct svi_seat *seat)
{
    assert(link->n_seats < SVI_LINK_MATCHES);
    const unsigned slot = link->free_slot[SVI_LINK_MATCHES - ++link->n_seats];
    link->slot[slot] = seat;
    link->unheard = 0;
    return (uint64_t)++link->serial << SLOT_BITS | slot;
}

struct svi_seat *svi_link_find(const struct svi_link *link, uint64_t match)
{
    struct svi_seat *seat = link->slot[match & SLOT_MASK];
    return seat != NULL && seat->id == match ? seat : NULL;
}

void svi_link_read_output(struct svi_link *link, int64_t now_us)
{
    if (link->heard_us != now_us) {
        link->heard_us = now_us;
        svi_capture_read(&link->capture);
    }
}

void svi_link_unseat(struct svi_link *link, uint64_t match)
{
    const unsigned slot = (unsigned)(match & SLOT_MASK);
    assert(link->slot[slot] != NULL && link->slot[slot]->id == match);
    link->slot[slot] = NULL;
    link->free_slot[SVI_LINK_MATCHES - link->n_seats--] = (uint16_t)slot;
}
