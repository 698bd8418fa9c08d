#include "league/roster.h"

#include "memory/memory.h"
#include "process/process.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The command of a remote bot's gate (tools/gate/main.c). */
struct svi_gate_command {
    const char *argv[6];
};

static void write_gate(struct svi_gate_command *gate, const char *program,
                       const struct svi_league *league, const struct svi_league_bot *bot)
{
    const char *const argv[] = {program, bot->name, bot->endpoint, bot->public_key,
                                league->secret_key};
    const size_t n = sizeof argv / sizeof argv[0] - (bot->public_key == NULL ? 2 : 0);
    *gate = (struct svi_gate_command){{NULL}};
    memcpy(gate->argv, argv, n * sizeof argv[0]);
}

enum sv_status svi_roster_init(struct svi_roster *roster, const struct svi_league *league,
                               unsigned workers)
{
    static const char *const nobody[] = {"true", NULL};
    const unsigned n = league->n_bots;
    *roster = (struct svi_roster){.n = n, .workers = workers};
    roster->spec = svi_new(n, sizeof *roster->spec);
    roster->conditions = svi_new(n, sizeof *roster->conditions);
    roster->past = svi_new((size_t)n * workers, sizeof *roster->past);
    roster->gate = svi_new(n, sizeof *roster->gate);
    roster->printed = svi_new(n, sizeof *roster->printed);
    roster->gate_program = svi_process_helper("solvent-gate");
    if (roster->spec == NULL || roster->past == NULL || roster->gate == NULL ||
        roster->printed == NULL) {
        svi_roster_finish(roster);
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < n; i++) {
        const struct svi_league_bot *bot = &league->bot[i];
        struct svi_bot_spec *spec = &roster->spec[i];
        assert(bot->n_secrets == 0 || bot->secret_values != NULL ||
               bot->status != SVI_STATUS_PLAYS);
        *spec = (struct svi_bot_spec){.name = bot->name,
                                      .argv = (const char *const *)bot->run,
                                      .files = (const char *const *)bot->files,
                                      .env = (const char *const *)bot->env,
                                      .secret_env = bot->secret_env,
                                      .secrets = bot->secret_values,
                                      .inject = bot->inject,
                                      .trusted = bot->reference || bot->web,
                                      .folder = bot->folder != NULL ? bot->folder : league->folder,
                                      .endpoint = bot->endpoint,
                                      .wait_ms = bot->wait_s * 1000,
                                      .matches = bot->matches,
                                      .past = &roster->past[(size_t)i * workers]};
        roster->conditions[i] = bot->conditions;
        spec->conditions = &roster->conditions[i];
        if (bot->conditions.limits.output_mb != 0) {
            roster->printed[i].most_bytes = (uint64_t)bot->conditions.limits.output_mb << 20;
            spec->printed = &roster->printed[i];
        }
        if (bot->web) {
            spec->endpoint = NULL;
            spec->local_seat = bot->local_seat;
            spec->argv = bot->local_seat != NULL ? NULL : nobody;
        } else if (bot->endpoint != NULL) {
            write_gate(&roster->gate[i], roster->gate_program, league, bot);
            spec->argv = roster->gate[i].argv;
        }
    }
    return SV_OK;
}

void svi_roster_finish(struct svi_roster *roster)
{
    svi_free_all(roster->spec, roster->conditions, roster->past, roster->gate, roster->gate_program,
                 roster->printed);
    *roster = (struct svi_roster){0};
}

int64_t svi_roster_start_us(const struct svi_roster *roster)
{
    uint32_t most_ms = 0;
    for (unsigned i = 0; i < roster->n; i++) {
        const uint32_t start_ms = roster->conditions[i].start_ms;
        most_ms = start_ms > most_ms ? start_ms : most_ms;
    }
    return (int64_t)most_ms * 1000;
}
