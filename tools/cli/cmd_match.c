/* solvent match [OPTION...] BOT BOT... */
#include "runner/runner.h"
#include "tools/cli/commands.h"
#include "tools/cli/match_bots.h"
#include "tools/cli/match_deal.h"
#include "tools/cli/store_open.h"
#include "tools/console/bot_argument.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"
#include "record/words.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_RULES 64u

enum {
    KEY_RULE = SVI_KEY_OWN,
    KEY_CLOCK,
    KEY_BANK,
    KEY_STRIKES,
    KEY_LISTEN,
    KEY_SANDBOX,
    KEY_LOGS,
    KEY_HTML,
    KEY_HELLO,
    KEY_DEAL,
    KEY_SEAT,
    KEY_LEAGUE,
    KEY_WIDE
};

struct arguments {
    const char *edition, *seed, *output, *html;
    const char *rule[MAX_RULES];
    unsigned n_rules;
    struct svi_run_config config;
    struct svi_bot_argument bot[SV_MAX_SEATS];
    struct svi_bot_spec spec[SV_MAX_SEATS];
    unsigned n_bots;
    struct svi_match_deal deal;
    bool json, wide;
};

static const struct svi_option options[] = {
    {"edition", 'e', "EDITION", NULL, SVI_TAKES_EDITION,
     "Built-in edition, or an edition file (classic)"},
    {"seed", 's', "SEED", NULL, SVI_TAKES_TEXT,
     "64 hex digits, or any text (default: a secret seed)"},
    {"output", 'o', "FILE", NULL, SVI_TAKES_REPLAY, "Write the replay to FILE (.svr)"},
    {"html", KEY_HTML, "FILE", NULL, SVI_TAKES_FILE, "Write the game as a page to step through"},
    {"rule", KEY_RULE, "NAME=VALUE", NULL, SVI_TAKES_TEXT,
     "Set a rule switch of the edition; may be repeated"},
    {"clock", KEY_CLOCK, "MS", NULL, SVI_TAKES_TEXT,
     "Milliseconds per decision, before the bank (1000)"},
    {"bank", KEY_BANK, "MS", NULL, SVI_TAKES_TEXT,
     "Milliseconds in the time bank of a seat (60000)"},
    {"strikes", KEY_STRIKES, "N", NULL, SVI_TAKES_TEXT, "The strike that forfeits the seat (10)"},
    {"hello", KEY_HELLO, "MS", NULL, SVI_TAKES_TEXT, "Milliseconds for a bot to start (10000)"},
    {"listen", KEY_LISTEN, "ENDPOINT", NULL, SVI_TAKES_TEXT, "Endpoint for bots given as NAME@"},
    {"sandbox", KEY_SANDBOX, "MODE", "none auto bwrap strict", SVI_TAKES_TEXT,
     "none (default), auto, bwrap or strict"},
    {"deal", KEY_DEAL, "GAME", NULL, SVI_TAKES_GAME, "Seat BOT in a recorded game, STORE.db#N"},
    {"seat", KEY_SEAT, "S", NULL, SVI_TAKES_TEXT, "With --deal: the seat of BOT, from 0"},
    {"league", KEY_LEAGUE, "FILE", NULL, SVI_TAKES_LEAGUE,
     "With --deal: its league file (beside the store)"},
    {"format", 'f', "FORMAT", "text json", SVI_TAKES_TEXT, "text (default), or json: one object"},
    {"wide", KEY_WIDE, NULL, NULL, SVI_TAKES_TEXT, "Full names, however wide the table gets"},
    {"bot-logs", KEY_LOGS, "DIR", NULL, SVI_TAKES_FOLDER, "Write what bots print to DIR/NAME.log"},
    {0},
};

/* ---- arguments ------------------------------------------------------------------------------- */

static void add_bot(struct arguments *a, const struct svi_words *w)
{
    struct svi_error error;
    if (a->n_bots == SV_MAX_SEATS) {
        svi_words_fail(w, "found more than %d bots, expected 2 to %d", SV_MAX_SEATS, SV_MAX_SEATS);
    }
    const char *at = strrchr(w->value, '@');
    if (at != NULL && strchr(w->value, ' ') == NULL &&
        (strcmp(at, "@web") == 0 || strcmp(at, "@tui") == 0)) {
        svi_words_fail(w, "found '%s', expected a bot: people play by 'solvent play'", w->value);
    }
    if (!svi_bot_argument_init(&a->bot[a->n_bots++], w->value, &error)) {
        svi_words_fail(w, "%s", error.text);
    }
    svi_bot_argument_distinguish(a->bot, a->n_bots);
}

static void read_words(struct svi_words *w, struct arguments *a)
{
    const uint32_t day_ms = 24 * 60 * 60 * 1000;
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case 'e':
            a->edition = w->value;
            break;
        case 's':
            a->seed = w->value;
            break;
        case 'o':
            a->output = w->value;
            break;
        case KEY_RULE:
            if (a->n_rules == MAX_RULES || strchr(w->value, '=') == NULL) {
                svi_words_fail(w, "found '%s', expected NAME=VALUE, at most %u times", w->value,
                               MAX_RULES);
            }
            a->rule[a->n_rules++] = w->value;
            break;
        case KEY_CLOCK:
            a->config.decision_ms = svi_words_number(w, 1, day_ms);
            break;
        case KEY_BANK:
            a->config.bank_ms = svi_words_number(w, 0, day_ms);
            break;
        case KEY_STRIKES:
            a->config.strikes = svi_words_number(w, 1, 1000000);
            break;
        case KEY_HELLO:
            a->config.hello_ms = svi_words_number(w, 1, day_ms);
            break;
        case KEY_HTML:
            a->html = w->value;
            break;
        case KEY_LISTEN:
            a->config.listen = w->value;
            break;
        case KEY_SANDBOX:
            (void)svi_sandbox_mode(w->value, &a->config.sandbox);
            a->deal.sandbox_given = true;
            break;
        case 'f':
            a->json = w->choice == 1;
            break;
        case KEY_DEAL:
            a->deal.game = w->value;
            break;
        case KEY_SEAT:
            a->deal.seat = svi_words_seat(w);
            break;
        case KEY_LEAGUE:
            a->deal.league = w->value;
            break;
        case KEY_WIDE:
            a->wide = true;
            break;
        case KEY_LOGS:
            a->config.bot_logs = w->value;
            break;
        default:
            add_bot(a, w);
            break;
        }
    }
    if (a->deal.game != NULL) {
        if (a->n_bots != 1 || a->deal.seat == SV_NONE) {
            svi_words_fail(w, "--deal: found %u bot%s%s, expected one, and --seat", a->n_bots,
                           a->n_bots == 1 ? "" : "s", a->deal.seat == SV_NONE ? ", no --seat" : "");
        }
        if (a->seed != NULL || a->edition != NULL || a->n_rules > 0) {
            svi_words_fail(w, "--deal: found --seed, --edition or --rule beside it, expected none: "
                              "the recorded game has them");
        }
        return;
    }
    if (a->deal.seat != SV_NONE || a->deal.league != NULL) {
        svi_words_fail(w, "found --seat or --league without --deal");
    }
    if (a->n_bots < 2) {
        svi_words_fail(w, "found %u bot%s, expected 2 to %d%s; see %s --help", a->n_bots,
                       a->n_bots == 1 ? "" : "s", SV_MAX_SEATS, w->taken, w->name);
    }
}

/* ---- the match ------------------------------------------------------------------------------- */

struct play {
    const struct arguments *arguments;
    struct svi_job job;
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
    *job = p->job;
    return true;
}

/* Returns whether the table has a column for a verdict. It leaves out two: questions that a bot
 * need not answer have no answers, and here no match has a time limit. */
static bool has_column(unsigned verdict)
{
    return verdict != SV_VERDICT_DEFAULT && verdict != SV_VERDICT_OVERTIME;
}

static void add_seat(const struct play *p, const struct svi_outcome *done, unsigned seat,
                     struct svi_table *table)
{
    const struct svi_job_seat *s = &done->seat[seat];
    svi_table_add(table, "%u", done->result.place[seat]);
    svi_table_add(table, "%u", seat);
    svi_table_add(table, "%s", p->arguments->spec[seat].name);
    svi_table_add(table, "%" PRId32, done->result.worth[seat]);
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        if (has_column(v)) {
            svi_table_add(table, "%" PRIu32, s->verdicts[v]);
        }
    }
    svi_table_add(table, "%s", s->forfeited ? "forfeited" : "");
}

/* Appends the seats in the order of places. */
static void put_seats(const struct play *p, const struct svi_outcome *done, struct svi_buf *out)
{
    static const char *const titles[] = {"place", "seat", "name", "worth"};
    const unsigned columns = 5 + SV_VERDICT_COUNT - 2;
    struct svi_table table;
    svi_table_init(&table, columns, 1u << 2 | 1u << (columns - 1));
    if (!p->arguments->wide) {
        svi_table_cut(&table, 1u << 2);
    }
    for (unsigned c = 0; c < 4; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        if (has_column(v)) {
            svi_table_add(&table, "%s", v == SV_VERDICT_OK ? "accepted" : sv_verdict_name(v));
        }
    }
    svi_table_add(&table, "%s", "");
    for (unsigned place = 1; place <= done->job.seats; place++) {
        for (unsigned i = 0; i < done->job.seats; i++) {
            if (done->result.place[i] == place) {
                add_seat(p, done, i, &table);
            }
        }
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    svi_table_finish(&table);
}

static void put_number(struct svi_buf *out, const char *key, int64_t value)
{
    svi_out_text(out, key);
    svi_out_int(out, value);
}

/* Appends the result as JSON, with the seats in their order. */
static void put_json(const struct play *p, const struct svi_outcome *done, struct svi_buf *out)
{
    svi_out_text(out, "{\"edition\": ");
    svi_out_json_string(out, done->job.edition->name);
    svi_out_text(out, ", \"seed\": \"");
    svi_out_hex(out, done->job.seed, SV_SEED_BYTES);
    svi_out_text(out, "\", \"why\": ");
    svi_out_json_string(out, sv_why_name(done->result.why));
    put_number(out, ", \"rounds\": ", done->rounds);
    put_number(out, ", \"turns\": ", done->turns);
    put_number(out, ", \"decisions\": ", done->decisions);
    svi_out_text(out, ", \"seats\": [");
    for (unsigned s = 0; s < done->job.seats; s++) {
        svi_out_text(out, s == 0 ? "\n {\"name\": " : ",\n {\"name\": ");
        svi_out_json_string(out, p->arguments->spec[s].name);
        put_number(out, ", \"place\": ", done->result.place[s]);
        put_number(out, ", \"worth\": ", done->result.worth[s]);
        for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
            if (v != SV_VERDICT_DEFAULT) {
                svi_out_text(out, ", ");
                svi_out_json_string(out, sv_verdict_name(v));
                put_number(out, ": ", done->seat[s].verdicts[v]);
            }
        }
        svi_out_text(out, ", \"forfeited\": ");
        svi_out_text(out, done->seat[s].forfeited ? "true}" : "false}");
    }
    svi_out_text(out, "\n]}\n");
}

static void put_text(const struct play *p, const struct svi_outcome *done, struct svi_buf *out)
{
    char text[128];
    put_seats(p, done, out);
    (void)snprintf(text, sizeof text,
                   "\nended in round %" PRIu32 ", turn %" PRIu32 ", after %" PRIu32 " decisions: ",
                   done->rounds, done->turns, done->decisions);
    svi_out_text(out, text);
    svi_say_word(out, sv_why_name(done->result.why));
    svi_out_text(out, "\nedition ");
    svi_out_plain(out, done->job.edition->name);
    svi_out_text(out, ", seed ");
    svi_out_hex(out, done->job.seed, SV_SEED_BYTES);
    svi_out_char(out, '\n');
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct play *p = user;
    p->played = true;
    if (p->arguments->json) {
        put_json(p, done, &p->out);
    } else {
        put_text(p, done, &p->out);
        if (p->arguments->deal.game != NULL) {
            const char *name = p->arguments->spec[p->arguments->deal.seat].name;
            svi_match_deal_text(&p->arguments->deal, done, name, &p->out);
        }
    }
    p->status = svi_match_write_files(p->arguments->output, p->arguments->html, done);
    for (unsigned i = 0; i < done->job.seats; i++) {
        svi_note("%s took %.3f s for its decisions", p->arguments->spec[i].name,
                 (double)done->seat[i].used_us / 1e6);
    }
    return true;
}

/* Prints the result. */
static enum svi_exit end_match(struct play *p, enum sv_status played, const char *error)
{
    const enum svi_exit said = svi_say_result(p->status, &p->out);
    if (played != SV_OK) {
        return svi_complain(played == SV_E_ARGUMENT ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s",
                            error);
    }
    return p->played ? said : svi_complain(SVI_EXIT_ENVIRONMENT, "interrupted");
}

static enum svi_exit play_match(struct arguments *a)
{
    struct sv_edition edition;
    struct play p = {.arguments = a};
    struct svi_error error;
    enum svi_exit status = a->deal.game == NULL
                               ? svi_edition_load_ruled(a->edition, a->rule, a->n_rules, &edition)
                               : SVI_EXIT_DONE;
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    if (sodium_init() < 0) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "libsodium does not start");
    }
    p.job.edition = &edition;
    p.job.seats = a->n_bots;
    status = svi_match_bots(a->bot, a->n_bots, a->spec, &p.job);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    if (a->deal.game != NULL) {
        status = svi_match_deal_open(&a->deal, &a->config, a->bot, a->spec, 1, &p.job);
        if (status != SVI_EXIT_DONE) {
            return status;
        }
        a->n_bots = p.job.seats;
    } else if (a->seed != NULL) {
        sv_luck_seed_text(a->seed, p.job.seed);
    } else {
        randombytes_buf(p.job.seed, sizeof p.job.seed);
    }
    if (a->deal.game == NULL) {
        sv_luck_salt(p.job.seed, 0, p.job.salt);
    }
    a->config.bots = a->spec;
    a->config.n_bots = a->n_bots;
    a->config.next = next_job;
    a->config.done = take_done;
    a->config.user = &p;
    a->config.note = svi_note;
    a->config.stop = svi_interrupt_catch();
    const enum sv_status played = svi_run(&a->config, NULL, &error);
    return end_match(&p, played, error.text);
}

static enum svi_exit run(struct svi_words *w)
{
    static struct arguments a = {
        .deal = {.seat = SV_NONE},
        .config = {.workers = 1,
                   .decision_ms = 1000,
                   .bank_ms = 60000,
                   .strikes = 10,
                   .sandbox = SVI_SANDBOX_NONE,
                   .own = true},
    };
    read_words(w, &a);
    const enum svi_exit status = play_match(&a);
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        svi_bot_argument_finish(&a.bot[i]);
    }
    svi_match_deal_finish(&a.deal);
    return status;
}

const struct svi_command svi_cmd_match = {
    .name = "match",
    .brief = "play one match and print its result",
    .operands = "BOT BOT...\n--deal STORE.db#N --seat S BOT",
    .takes = SVI_TAKES_BOT,
    .options = options,
    .text =
        "With --deal, the league's bots play the other seats, in the league's sandbox, with the "
        "same dice and cards.",
    .note = "BOT is a command line in quotes, NAME=COMMAND, or NAME@ for a bot that connects to "
            "--listen. People play by \"solvent play\".",
    .topic = "debugging",
    .examples = "solvent match -s 42 -o game.svr build/bots/careful build/bots/random\n"
                "solvent match --deal cup.db#17 --seat 1 build/bots/learner",
    .exits = {"the match was played, whatever the bots did", NULL, "usage or bad input",
              "something is missing here, or it was interrupted"},
    .run = run,
};
