/* solvent match [OPTION...] BOT BOT... */
#include "runner/runner.h"
#include "tools/cli/commands.h"
#include "tools/cli/match_setup.h"
#include "tools/cli/store_open.h"
#include "tools/console/bot_argument.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DAY_MS (24 * 60 * 60 * 1000)

struct arguments {
    struct svi_match_setup setup;
    const char *html;
    bool json, wide;
};

/* ---- arguments ------------------------------------------------------------------------------- */

static void add_bot(const struct svi_words *w, void *member)
{
    struct svi_match_setup *setup = member;
    if (setup->n_bots == SV_MAX_SEATS) {
        svi_words_fail(w, "found more than %d bots, expected 2 to %d", SV_MAX_SEATS, SV_MAX_SEATS);
    }
    const char *at = strrchr(w->value, '@');
    if (at != NULL && strchr(w->value, ' ') == NULL &&
        (strcmp(at, "@web") == 0 || strcmp(at, "@tui") == 0)) {
        svi_words_fail(w, "found '%s', expected a bot: people play by 'solvent play'", w->value);
    }
    svi_bot_argument_take(&setup->bot[setup->n_bots++], false, w);
    svi_bot_argument_distinguish(setup->bot, setup->n_bots);
}

static const struct svi_option options[] = {
    SVI_MATCH_OPTIONS(setup),
    {"html", 0, "FILE", "Write the game as a page to step through", SVI_SET_TEXT(html),
     .takes = SVI_TAKES_FILE},
    {"clock", 0, "MS", "Milliseconds per decision, before the bank (1000)",
     SVI_SET_NUMBER(setup.config.conditions.decision_ms, 1, DAY_MS)},
    {"bank", 0, "MS", "Milliseconds in the time bank of a seat (60000)",
     SVI_SET_NUMBER(setup.config.conditions.bank_ms, 0, DAY_MS)},
    {"strikes", 0, "N", "The strike that forfeits the seat (10)",
     SVI_SET_NUMBER(setup.config.conditions.strikes, 1, 1000000)},
    {"hello", 0, "MS", "Milliseconds for a bot to start (10000)",
     SVI_SET_NUMBER(setup.config.conditions.start_ms, 1, DAY_MS)},
    {"talk", 0, NULL, "Let bots talk to each other", SVI_SET_FLAG(setup.config.talk)},
    {"listen", 0, "ENDPOINT", "Endpoint for bots given as NAME@",
     SVI_SET_TEXT(setup.config.listen)},
    SVI_MATCH_SANDBOX(setup, "none (default), auto, bwrap or strict"),
    SVI_MATCH_DEAL(setup, "Seat BOT in a recorded game, STORE.db#N"),
    SVI_MATCH_SEAT(setup, "With --deal: the seat of BOT, from 0"),
    {"at", 0, "D", "With --deal: play from decision D on",
     SVI_SET_NUMBER(setup.deal.at, 1, UINT32_MAX), .with = "deal", .without = "output html"},
    SVI_OPTION_JSON(json),
    SVI_OPTION_WIDE(wide),
    SVI_MATCH_LOGS(setup),
    {0},
};

static void read_words(struct svi_words *w, struct arguments *a)
{
    const struct svi_match_setup *setup = &a->setup;
    svi_words_read(w, a);
    a->setup.deal.sandbox_given = svi_words_has(w, "sandbox");
    if (setup->deal.game != NULL && (setup->n_bots != 1 || setup->deal.seat == SV_NONE)) {
        svi_words_fail(w, "--deal: found %u bot%s%s, expected one, and --seat", setup->n_bots,
                       setup->n_bots == 1 ? "" : "s",
                       setup->deal.seat == SV_NONE ? ", no --seat" : "");
    }
    if (setup->deal.game == NULL && setup->n_bots < 2) {
        svi_words_fail(w, "found %u bot%s, expected 2 to %d%s; see %s --help", setup->n_bots,
                       setup->n_bots == 1 ? "" : "s", SV_MAX_SEATS, w->taken, w->name);
    }
}

/* ---- the match ------------------------------------------------------------------------------- */

struct play {
    const struct arguments *arguments;
    bool given; /* the only job was given out */
    bool played;
    enum svi_exit status;
    struct svi_buf out; /* the result, printed at the end */
};

static bool next_job(void *user, struct svi_job *job)
{
    struct play *p = user;
    if (p->given) {
        return false;
    }
    p->given = true;
    *job = p->arguments->setup.job;
    return true;
}

/* Appends the result as JSON, with the seats in their order. */
static void put_json(const struct play *p, const struct svi_outcome *done, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_string(out, "edition", done->job.edition->name);
    svi_json_hex(out, "seed", done->job.seed, SV_SEED_BYTES);
    svi_json_members(out, JSON_TEXT("why", sv_why_name(done->result.why)),
                     JSON_INT("rounds", done->rounds), JSON_INT("turns", done->turns),
                     JSON_INT("decisions", done->decisions));
    svi_json_rows(out, "seats");
    for (unsigned s = 0; s < done->job.seats; s++) {
        svi_json_row(out);
        svi_json_members(out, JSON_TEXT("name", p->arguments->setup.spec[s].name),
                         JSON_INT("place", done->result.place[s]),
                         JSON_INT("worth", done->result.worth[s]));
        for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
            if (v != SV_VERDICT_DEFAULT) {
                svi_json_int(out, sv_verdict_name(v), done->seat[s].verdicts[v]);
            }
        }
        svi_json_bool(out, "forfeited", done->seat[s].forfeited);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct play *p = user;
    p->played = true;
    if (p->arguments->json) {
        put_json(p, done, &p->out);
    } else {
        svi_match_put_result(&p->arguments->setup, done, p->arguments->wide, &p->out);
    }
    p->status = svi_match_write_files(p->arguments->setup.output, p->arguments->html, done);
    for (unsigned i = 0; i < done->job.seats; i++) {
        svi_note("%s took %.3f s for its decisions", p->arguments->setup.spec[i].name,
                 (double)done->seat[i].used_us / 1e6);
    }
    return true;
}

static enum svi_exit run(struct svi_words *w)
{
    static struct arguments a = {.setup = SVI_MATCH_SETUP};
    struct play p = {.arguments = &a};
    struct svi_error error;
    struct svi_run_config *config = &a.setup.config;
    read_words(w, &a);
    svi_match_setup_open(&a.setup);
    config->jobs.next = next_job;
    config->jobs.done = take_done;
    config->jobs.user = &p;
    config->output.note = svi_note;
    config->stop = svi_interrupt_catch();
    const enum sv_status played = svi_run(config, NULL, &error);
    const enum svi_exit said = svi_say_result(p.status, &p.out);
    if (played != SV_OK) {
        svi_die(played == SV_E_ARGUMENT ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    if (!p.played) {
        svi_die(SVI_EXIT_ENVIRONMENT, "interrupted");
    }
    svi_match_setup_finish(&a.setup);
    return said;
}

const struct svi_command svi_cmd_match = {
    .name = "match",
    .brief = "play one match and print its result",
    .operands = "BOT BOT...\n--deal STORE.db#N --seat S BOT",
    .operand = {{"bot", SVI_CALL_ON(add_bot, setup), .optional = true, .many = true}},
    .takes = SVI_TAKES_BOT,
    .options = options,
    .text =
        "With --deal, the league's bots play the other seats, in the league's sandbox, with the "
        "same dice and cards. With --at the game goes on from a decision of the record.",
    .note = "BOT is a command line in quotes, NAME=COMMAND, or NAME@ for a bot that connects to "
            "--listen. People play by \"solvent play\".",
    .topic = "debugging",
    .examples = "solvent match -s 42 -o game.svr build/bots/careful build/bots/random\n"
                "solvent match --deal cup.db#17 --at 65 --seat 1 build/bots/learner",
    .exits = {"the match was played, whatever the bots did", NULL, "usage or bad input",
              "the machine lacks something, or an interrupt"},
    .run = run,
};
