#include "league/roster.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The command of a remote bot's gate. */
struct svi_gate_command {
    const char *argv[11];
};

static void write_gate(struct svi_gate_command *gate, const char *program,
                       const struct svi_league *league, const struct svi_league_bot *bot)
{
    const char *const argv[] = {
        program,       "gate",         "--name",        bot->name,      "--listen",
        bot->endpoint, "--public-key", bot->public_key, "--secret-key", league->secret_key};
    const size_t n = sizeof argv / sizeof argv[0] - (bot->public_key == NULL ? 4 : 0);
    *gate = (struct svi_gate_command){{NULL}};
    memcpy(gate->argv, argv, n * sizeof argv[0]);
}

enum sv_status svi_cast_init(struct svi_cast *cast, const struct svi_league *league,
                             unsigned workers, const char *program)
{
    const unsigned n = league->n_bots;
    *cast = (struct svi_cast){.n = n, .workers = workers};
    cast->spec = calloc(n, sizeof *cast->spec);
    cast->past = calloc((size_t)n * workers, sizeof *cast->past);
    cast->gate = calloc(n, sizeof *cast->gate);
    cast->printed = calloc(n, sizeof *cast->printed);
    if (cast->spec == NULL || cast->past == NULL || cast->gate == NULL || cast->printed == NULL) {
        svi_cast_finish(cast);
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < n; i++) {
        const struct svi_league_bot *bot = &league->bot[i];
        struct svi_bot_spec *spec = &cast->spec[i];
        *spec = (struct svi_bot_spec){.name = bot->name,
                                      .argv = (const char *const *)bot->run,
                                      .files = (const char *const *)bot->files,
                                      .env = (const char *const *)bot->env,
                                      .folder = league->folder,
                                      .endpoint = bot->endpoint,
                                      .wait_ms = bot->wait_s * 1000,
                                      .matches = bot->matches,
                                      .past = &cast->past[(size_t)i * workers]};
        if (league->limits.output_mb != 0) {
            cast->printed[i].most_bytes = (uint64_t)league->limits.output_mb << 20;
            spec->printed = &cast->printed[i];
        }
        if (bot->endpoint != NULL) {
            assert(program != NULL);
            write_gate(&cast->gate[i], program, league, bot);
            spec->argv = cast->gate[i].argv;
        }
    }
    return SV_OK;
}

void svi_cast_finish(struct svi_cast *cast)
{
    free(cast->spec);
    free(cast->past);
    free(cast->gate);
    free(cast->printed);
    *cast = (struct svi_cast){0};
}
