#include "league/bot_trial.h"

#include "league/roster.h"
#include "memory/memory.h"
#include "process/process.h"
#include "process/scratch_dir.h"
#include "runner/runner.h"

#include "base/time.h"
#include "base/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct play {
    const struct svi_bot_trial *trial;
    struct sv_edition edition; /* the league's, with few rounds */
    unsigned next;             /* next bot to try */
    char **reason;
};

/* Returns the text as one line of less than SVI_TRIAL_REASON bytes, cut between characters. */
static char *line_of(const char *text)
{
    char line[SVI_TRIAL_REASON];
    size_t size = strlen(text);
    if (size >= sizeof line) {
        size = sizeof line - 1;
        while (size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80) {
            size--;
        }
    }
    memcpy(line, text, size);
    line[size] = '\0';
    svi_text_clean(line);
    return svi_copy(line);
}

/* ---- the matches ----------------------------------------------------------------------------- */

static bool next_job(void *user, struct svi_job *job)
{
    struct play *p = user;
    const struct svi_league *league = p->trial->league;
    while (p->next < league->n_bots && (!p->trial->wanted[p->next] || p->reason[p->next] != NULL)) {
        p->next++;
    }
    if (p->next == league->n_bots) {
        return false;
    }
    *job = (struct svi_job){.edition = &p->edition, .seats = league->settings.seats};
    for (unsigned s = 0; s < job->seats; s++) {
        job->bot[s] = p->next;
    }
    sv_luck_seed_text("trial", job->seed);
    sv_luck_salt(job->seed, 0, job->salt);
    p->next++;
    return true;
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct play *p = user;
    const unsigned bot = done->job.bot[0];
    for (unsigned s = 0; s < done->job.seats && p->reason[bot] == NULL; s++) {
        const uint32_t *verdicts = done->seat[s].verdicts;
        const uint32_t malformed = verdicts[SV_VERDICT_MALFORMED];
        const uint32_t illegal = verdicts[SV_VERDICT_ILLEGAL];
        if (malformed + illegal >= p->trial->league->bot[bot].conditions.strikes) {
            char text[SVI_TRIAL_REASON];
            (void)snprintf(text, sizeof text,
                           "gave %" PRIu32 " malformed and %" PRIu32 " illegal answers in a match",
                           malformed, illegal);
            p->reason[bot] = svi_copy(text);
        }
    }
    return true;
}

/* The reason is how the process ended, and the last line that it printed. */
static void take_lost(void *user, const struct svi_loss *loss)
{
    struct play *p = user;
    char text[1024];
    const size_t first = strcspn(loss->report, "\n");
    const char *last = NULL;
    if (loss->outside) {
        return;
    }
    for (const char *at = loss->report + first; *at != '\0'; at += strcspn(at, "\n")) {
        at += strspn(at, "\n");
        last = *at != '\0' ? at : last;
    }
    (void)snprintf(text, sizeof text, "%.*s%s%.*s", (int)first, loss->report,
                   last != NULL ? SVI_IT_PRINTED : "", last != NULL ? (int)strcspn(last, "\n") : 0,
                   last != NULL ? last : "");
    if (p->reason[loss->bot] == NULL) {
        p->reason[loss->bot] = line_of(text);
    }
}

/* ---- the trial ------------------------------------------------------------------------------- */

static void look_for_program(const struct svi_league *league, unsigned bot, char *reason[])
{
    const struct svi_league_bot *b = &league->bot[bot];
    SCOPED(scoped_free) char *program = svi_process_find(b->run[0]);
    if (program == NULL) {
        char why[SVI_PROCESS_WHY], text[SVI_PROCESS_WHY + 256];
        (void)svi_process_missing(b->named ? b->argv[0] : b->run[0], league->folder, errno, why,
                                  sizeof why);
        (void)snprintf(text, sizeof text, "cannot run '%s': %s", b->argv[0], why);
        reason[bot] = line_of(text);
    }
}

static enum sv_status play(struct play *p, struct svi_roster *roster, const char *logs,
                           struct svi_error *error)
{
    const struct svi_league *league = p->trial->league;
    const char *const ours[] = {logs, p->trial->store_path, NULL};
    SCOPED(scoped_free) const char **hidden = svi_league_hidden(league, ours);
    struct svi_isolation isolation = {0};
    const int64_t patience_us =
        (int64_t)SVI_TRIAL_PATIENCE_S * 1000000 + svi_roster_start_us(roster);
    const struct svi_run_config config = {.bots = roster->spec,
                                          .n_bots = league->n_bots,
                                          .workers = 1,
                                          .conditions = league->conditions,
                                          .until_us = svi_time_us() + patience_us,
                                          .sandbox.mode = league->sandbox,
                                          .sandbox.root = league->root,
                                          .sandbox.isolation = &isolation,
                                          .sandbox.hidden = hidden,
                                          .output.folder = logs,
                                          .stop = p->trial->stop,
                                          .jobs.next = next_job,
                                          .jobs.done = take_done,
                                          .jobs.lost = take_lost,
                                          .jobs.user = p};
    for (unsigned i = 0; i < league->n_bots; i++) {
        roster->conditions[i].strikes = UINT32_MAX;
        roster->conditions[i].match_s = 0;
        roster->past[i].failures = SVI_BOT_TRIES - 1; /* the first loss is enough */
        roster->past[i].out = !p->trial->wanted[i] || p->reason[i] != NULL;
    }
    return svi_run(&config, NULL, error);
}

enum sv_status svi_bot_trial(const struct svi_bot_trial *trial, char *reason[],
                             struct svi_error *error)
{
    const struct svi_league *league = trial->league;
    SCOPED(svi_roster_finish) struct svi_roster roster = {0};
    SCOPED(svi_scratch_dir_remove) struct svi_scratch_dir folder = {.lock = -1};
    struct play p = {.trial = trial, .edition = league->edition, .reason = reason};
    bool any = false;
    for (unsigned i = 0; i < league->n_bots; i++) {
        if (trial->wanted[i]) {
            look_for_program(league, i, reason);
            any |= reason[i] == NULL;
        }
    }
    if (!any) {
        return SV_OK;
    }
    /* The bot plays all seats, so the rounds are shortened: it gets no more questions than in a
     * short match of the league. */
    const int32_t rounds =
        (int32_t)((SVI_TRIAL_TURNS + league->settings.seats - 1) / league->settings.seats);
    if (p.edition.rules.max_rounds > rounds) {
        p.edition.rules.max_rounds = rounds;
    }
    if (svi_roster_init(&roster, league, 1) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "no memory for a league");
    }
    return svi_scratch_dir_make(&folder, "solvent-trial", error)
               ? play(&p, &roster, folder.path, error)
               : SV_E_SYSTEM;
}
