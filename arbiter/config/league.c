#include "config/league.h"

#include "base/buf.h"
#include "base/out.h"
#include "base/utf8.h"
#include "channel/listener.h"
#include "memory/memory.h"
#include "process/bot_spec.h"
#include "process/path.h"
#include "process/process.h"
#include "secret/mask.h"
#include "secret/secret_file.h"
#include "store/store_revisions.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void forget_secrets(struct svi_league_bot *bot)
{
    for (unsigned i = 0; i < bot->n_secrets; i++) {
        svi_free_all(bot->secret[i].name, bot->secret[i].path, bot->secret[i].header);
        sodium_free(bot->secret[i].text);
    }
    svi_free_all(bot->secret, bot->secret_env, bot->inject, bot->secret_values);
}

void svi_league_finish(struct svi_league *league)
{
    for (unsigned i = 0; i < league->n_bots; i++) {
        svi_texts_free(league->bot[i].argv);
        svi_texts_free(league->bot[i].run);
        svi_texts_free(league->bot[i].files);
        free(league->bot[i].folder);
        svi_texts_free(league->bot[i].tags);
        svi_texts_free(league->bot[i].env);
        forget_secrets(&league->bot[i]);
        svi_free_all(league->bot[i].network, league->bot[i].endpoint, league->bot[i].public_key,
                     league->bot[i].reason);
    }
    svi_free_all(league->bot, league->author, league->text, league->hidden, league->env_key,
                 league->folder, league->secret_key);
    svi_sandbox_root_close(league->root);
    memset(league, 0, sizeof *league);
}

const char *svi_league_bot_at(const void *league, size_t i)
{
    const struct svi_league *l = league;
    return i < l->n_bots ? l->bot[i].name : NULL;
}

/* Checks that the program of a bot exists, if the bot plays. */
static enum sv_status check_program(const struct svi_league *league, unsigned number,
                                    struct svi_error *error)
{
    const struct svi_league_bot *bot = &league->bot[number];
    const bool needed = bot->run != NULL && bot->status == SVI_STATUS_PLAYS;
    char *program = needed ? svi_process_find(bot->run[0]) : NULL;
    if (needed && program == NULL) {
        char why[SVI_PROCESS_WHY];
        (void)svi_process_missing(bot->named ? bot->argv[0] : bot->run[0], league->folder, errno,
                                  why, sizeof why);
        return svi_fail(error, SV_E_UNKNOWN,
                        "%s:%u: bots[%u].%s: found '%s', expected the program of bot '%s': %s",
                        league->file, bot->line, number, bot->named ? "bot" : "command",
                        bot->argv[0], bot->name, why);
    }
    free(program);
    return SV_OK;
}

enum sv_status svi_league_check_programs(const struct svi_league *league, struct svi_error *error)
{
    for (unsigned i = 0; i < league->n_bots; i++) {
        SVI_TRY(check_program(league, i, error));
    }
    return SV_OK;
}

/* Returns whether a text has no control characters, which could end a header. */
static bool is_header_value(const char *text)
{
    while (((unsigned char)*text >= ' ' && *text != '\x7f') || *text == '\t') {
        text++;
    }
    return *text == '\0';
}

static enum sv_status load_secrets(struct svi_league *league, unsigned number,
                                   struct svi_error *error)
{
    struct svi_league_bot *bot = &league->bot[number];
    if (bot->n_secrets == 0 || bot->status != SVI_STATUS_PLAYS) {
        return SV_OK;
    }
    svi_secret_leave_no_core();
    unsigned n_env = 0, n_inject = 0;
    bot->secret_env = svi_new(bot->n_secrets + 1u, sizeof *bot->secret_env);
    bot->inject = svi_new(bot->n_secrets + 1u, sizeof *bot->inject);
    bot->secret_values = svi_new(bot->n_secrets + 1u, sizeof *bot->secret_values);
    for (unsigned i = 0; i < bot->n_secrets; i++) {
        struct svi_league_secret *secret = &bot->secret[i];
        struct svi_error why;
        char variable[80];
        (void)snprintf(variable, sizeof variable, "%s=", secret->name);
        const char *prefix = secret->header != NULL ? secret->header : variable;
        secret->text =
            svi_secret_read(secret->path, prefix, SVI_SECRET_LEAST, SVI_SECRET_MOST, &why);
        if (secret->text != NULL && secret->header != NULL && !is_header_value(secret->text)) {
            (void)svi_fail(&why, SV_E_RANGE,
                           "found a line end or control character in '%s', expected the value of a "
                           "header",
                           secret->path);
            sodium_free(secret->text);
            secret->text = NULL;
        }
        if (secret->text == NULL) {
            (void)svi_fail(error, SV_E_RANGE, "%s:%u: bots[%u].secrets.%s: %s", league->file,
                           secret->line, number, secret->name, why.text);
            svi_text_clean(error->text);
            return SV_E_RANGE;
        }
        if (secret->header != NULL) {
            bot->inject[n_inject++] =
                (struct svi_inject){.text = secret->text, .before = strlen(prefix)};
        } else {
            bot->secret_env[n_env++] = secret->text;
        }
        bot->secret_values[i] = secret->text + strlen(prefix);
    }
    return SV_OK;
}

enum sv_status svi_league_load_secrets(struct svi_league *league, struct svi_error *error)
{
    for (unsigned i = 0; i < league->n_bots; i++) {
        SVI_TRY(load_secrets(league, i, error));
    }
    return SV_OK;
}

/* Checks that a gate could listen at a remote bot's endpoint. */
static enum sv_status check_endpoint(const struct svi_league *league, unsigned number,
                                     struct svi_error *error)
{
    const struct svi_league_bot *bot = &league->bot[number];
    struct svi_endpoint place;
    struct svi_listener listener = {.fd = -1};
    struct svi_error why;
    if (bot->endpoint == NULL || bot->status != SVI_STATUS_PLAYS ||
        svi_endpoint_read_open(&place, bot->endpoint, &why) != SV_OK ||
        place.kind == SVI_ENDPOINT_UNIX) { /* its path would be relative to the league's folder */
        return SV_OK;
    }
    const enum sv_status status = svi_listener_open_at(&listener, &place, bot->endpoint, &why);
    svi_listener_close(&listener);
    if (status != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "%s:%u: bots[%u].endpoint: bot '%s': %s", league->file,
                        bot->line, number, bot->name, why.text);
    }
    return SV_OK;
}

enum sv_status svi_league_check_endpoints(const struct svi_league *league, struct svi_error *error)
{
    for (unsigned i = 0; i < league->n_bots; i++) {
        SVI_TRY(check_endpoint(league, i, error));
    }
    return SV_OK;
}

enum sv_status svi_league_check_bot(struct svi_league *league, unsigned bot, struct svi_buf *lines)
{
    struct svi_error error[3];
    const enum sv_status status[] = {check_program(league, bot, &error[0]),
                                     load_secrets(league, bot, &error[1]),
                                     check_endpoint(league, bot, &error[2])};
    enum sv_status worst = SV_OK;
    for (size_t i = 0; i < sizeof status / sizeof status[0]; i++) {
        if (status[i] != SV_OK) {
            svi_out_format(lines, "%s\n", error[i].text);
            worst = status[i];
        }
    }
    return worst;
}

const char **svi_league_hidden(const struct svi_league *league, const char *const more[])
{
    const char *const own[] = {league->file, league->secret_key, league->env_key};
    size_t n = 0, most = sizeof own / sizeof own[0] + 1;
    for (size_t i = 0; more[i] != NULL; i++) {
        most++;
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        most += league->bot[i].n_secrets;
    }
    const char **hidden = svi_new(most, sizeof *hidden);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (own[i] != NULL) {
            hidden[n++] = own[i];
        }
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        for (unsigned k = 0; k < league->bot[i].n_secrets; k++) {
            hidden[n++] = league->bot[i].secret[k].path;
        }
    }
    for (size_t i = 0; more[i] != NULL; i++) {
        hidden[n++] = more[i];
    }
    return hidden;
}

void svi_conditions_put(const struct svi_conditions *bot, const struct svi_conditions *others,
                        bool all, struct svi_buf *out)
{
    const char *before = " {";
#define PUT(key, field)                                                                            \
    if (bot->field != others->field) {                                                             \
        svi_out_text(out, before);                                                                 \
        svi_out_text(out, key ": ");                                                               \
        svi_out_int(out, bot->field);                                                              \
        before = ", ";                                                                             \
    }
    SVI_DECIDING_CONDITIONS(PUT)
    const char *network = bot->network != NULL ? bot->network : "";
    if (strcmp(network, others->network != NULL ? others->network : "") != 0) {
        svi_out_format(out, "%snetwork: [%s]", before, network);
        before = ", ";
    }
    if (bot->stateless != others->stateless) {
        svi_out_format(out, "%sstateless: %s", before, bot->stateless ? "true" : "false");
        before = ", ";
    }
    if (all) {
        PUT("clock.start_ms", start_ms)
#define X(name, ...) PUT("limits." #name, limits.name)
        SVI_LIMITS(X)
#undef X
    }
#undef PUT
    svi_out_text(out, before[0] == ',' ? "}" : "");
}

char *svi_league_bot_definition(const struct svi_league *league, const struct svi_league_bot *bot)
{
    struct svi_buf out = {0};
    svi_out_text(&out, bot->argv != NULL ? "command:" : "endpoint:");
    for (char **word = bot->argv; word != NULL && *word != NULL; word++) {
        svi_out_char(&out, ' ');
        svi_out_json_string(&out, *word);
    }
    svi_conditions_put(&bot->conditions, &league->conditions, false, &out);
    return svi_text_of(&out);
}

bool svi_league_bot_remembers(const char *definition)
{
    const char *conditions = svi_store_conditions(definition);
    return (strncmp(definition, "endpoint:", strlen("endpoint:")) == 0 ||
            strstr(conditions, "network: [") != NULL) &&
           strstr(conditions, "stateless: true") == NULL;
}

bool svi_league_bot_is(const struct svi_league *league, const struct svi_league_bot *bot,
                       const char *definition)
{
    static const char command[] = "command: \"";
    SCOPED(scoped_free) char *own = svi_league_bot_definition(league, bot);
    bool same = strcmp(own, definition) == 0;
    if (!same && bot->named && strncmp(definition, command, strlen(command)) == 0) {
        const char *word = definition + strlen(command), *end = word + strcspn(word, "\"");
        SCOPED(scoped_free) char *program = svi_copy_bytes(word, (size_t)(end - word));
        SCOPED(scoped_free) char *path = svi_path_join(league->folder, program);
        SCOPED(scoped_free) char *real = !league->stored ? svi_real_path(path) : NULL;
        const char *found = league->stored ? strrchr(path, '/') + 1 : real; /* opens no files */
        same = found != NULL && strcmp(found, bot->run[0]) == 0 &&
               strcmp(end, own + strlen(command) + strlen(bot->argv[0])) == 0;
    }
    return same;
}
