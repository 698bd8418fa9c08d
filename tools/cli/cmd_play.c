/* solvent play [OPTION...] [BOT...] */
#include "memory/memory.h"
#include "tools/cli/commands.h"
#include "tools/cli/edition_load.h"
#include "tools/cli/match_bots.h"
#include "tools/cli/play_match.h"
#include "tools/console/bot_argument.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/play/page.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_RULES 64u
#define IDLE_S 30u
#define SEATS 4u /* of a table where nobody says how many */

enum {
    KEY_SEATS = SVI_KEY_OWN,
    KEY_LISTEN,
    KEY_HOST,
    KEY_NO_OPEN,
    KEY_RULE,
    KEY_SANDBOX,
    KEY_SAVE,
    KEY_DEAL,
    KEY_SEAT,
    KEY_LEAGUE,
    KEY_LOGS
};

struct arguments {
    const char *edition, *seed;
    const char *rule[MAX_RULES];
    unsigned n_rules;
    unsigned seats; /* 0: not given */
    const char *operand[SV_MAX_SEATS];
    unsigned n_operands;
    struct svi_bot_argument bot[SV_MAX_SEATS];
    struct svi_bot_spec spec[SV_MAX_SEATS];
    unsigned n_bots;                           /* seats taken, people among them */
    const char *save;                          /* NULL: the table is not saved */
    char *saved[MAX_RULES + SV_MAX_SEATS + 4]; /* texts of a table that was */
    unsigned n_saved;
    bool set; /* the command line says what is played */
    struct svi_play_match match;
};

static const struct svi_option options[] = {
    {"edition", 'e', "EDITION", NULL, SVI_TAKES_EDITION,
     "Built-in edition, or an edition file (classic)"},
    {"seats", KEY_SEATS, "N", NULL, SVI_TAKES_TEXT, "Players, 2 to 8 (4, or as many as are named)"},
    {"seed", 's', "SEED", NULL, SVI_TAKES_TEXT,
     "64 hex digits, or any text (default: a secret seed)"},
    {"output", 'o', "FILE", NULL, SVI_TAKES_REPLAY, "Write the replay to FILE (.svr)"},
    {"rule", KEY_RULE, "NAME=VALUE", NULL, SVI_TAKES_TEXT,
     "Set a rule switch of the edition; may be repeated"},
    {"save", KEY_SAVE, "FILE", NULL, SVI_TAKES_FILE,
     "Keep the table in FILE, or resume it from there"},
    {"deal", KEY_DEAL, "GAME", NULL, SVI_TAKES_GAME,
     "A recorded game's luck: STORE.db#N, or FILE.svr"},
    {"seat", KEY_SEAT, "S", NULL, SVI_TAKES_TEXT, "With --deal: your seat, from 0 (the loser's)"},
    {"league", KEY_LEAGUE, "FILE", NULL, SVI_TAKES_LEAGUE,
     "With --deal: its league file (beside the store)"},
    {"listen", KEY_LISTEN, "ADDRESS", NULL, SVI_TAKES_TEXT,
     "Address and port (127.0.0.1:0; port 0: any free)"},
    {"host", KEY_HOST, "NAME", NULL, SVI_TAKES_TEXT, "A further name by which browsers reach it"},
    {"no-open", KEY_NO_OPEN, NULL, NULL, SVI_TAKES_TEXT, "Print the address and open no browser"},
    {"sandbox", KEY_SANDBOX, "MODE", "none auto bwrap strict", SVI_TAKES_TEXT,
     "none (default: your own bots), auto or bwrap"},
    {"bot-logs", KEY_LOGS, "DIR", NULL, SVI_TAKES_FOLDER, "Write what bots print to DIR/NAME.log"},
    {0},
};

static void add_host(struct svi_words *w, struct svi_hosts *hosts)
{
    if (!svi_hosts_is_name(w->value)) {
        svi_words_fail(w, "--host: found '%s', expected a host's name without a port", w->value);
    } else if (hosts->n == SVI_HOSTS_MOST) {
        svi_words_fail(w, "--host: more than %u names", SVI_HOSTS_MOST);
    } else {
        hosts->name[hosts->n++] = w->value;
    }
}

static void read_words(struct svi_words *w, struct arguments *a)
{
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case 'e':
            a->set = true;
            a->edition = w->value;
            break;
        case 's':
            a->set = true;
            a->seed = w->value;
            break;
        case 'o':
            a->match.output = w->value;
            break;
        case KEY_SEATS:
            a->set = true;
            a->seats = svi_words_number(w, 2, SV_MAX_SEATS);
            break;
        case KEY_RULE:
            if (a->n_rules == MAX_RULES || strchr(w->value, '=') == NULL) {
                svi_words_fail(w, "found '%s', expected NAME=VALUE, at most %u times", w->value,
                               MAX_RULES);
            }
            a->rule[a->n_rules++] = w->value;
            a->set = true;
            break;
        case KEY_DEAL:
            a->match.deal.game = w->value;
            a->set = true;
            break;
        case KEY_SEAT:
            a->match.deal.seat = svi_words_seat(w);
            a->set = true;
            break;
        case KEY_LEAGUE:
            a->match.deal.league = w->value;
            a->set = true;
            break;
        case KEY_LISTEN:
            a->match.server.listen = w->value;
            break;
        case KEY_HOST:
            add_host(w, &a->match.server.hosts);
            break;
        case KEY_NO_OPEN:
            a->match.open = false;
            break;
        case KEY_SANDBOX:
            (void)svi_sandbox_mode(w->value, &a->match.config.sandbox);
            a->match.deal.sandbox_given = true;
            break;
        case KEY_SAVE:
            a->save = w->value;
            break;
        case KEY_LOGS:
            a->match.config.bot_logs = w->value;
            break;
        default:
            if (a->n_operands == SV_MAX_SEATS) {
                svi_words_fail(w, "found more than %d players, expected at most %d", SV_MAX_SEATS,
                               SV_MAX_SEATS);
            }
            a->operand[a->n_operands++] = w->value;
            a->set = true;
            break;
        }
    }
    const bool deal = a->match.deal.game != NULL;
    if (deal && (a->seed != NULL || a->edition != NULL || a->n_rules > 0 || a->seats != 0)) {
        svi_words_fail(w, "--deal: found --seed, --edition, --rule or --seats beside it, expected "
                          "none: the recorded game has them");
    }
    if (!deal && (a->match.deal.seat != SV_NONE || a->match.deal.league != NULL)) {
        svi_words_fail(w, "found --seat or --league without --deal");
    }
}

/* ---- a table that is saved ------------------------------------------------------------------- */

/* A line of the file, as what it says had been on the command line. */
static bool take_line(void *user, const struct svi_play_line *line)
{
    struct arguments *a = user;
    if (a->n_saved == sizeof a->saved / sizeof a->saved[0]) {
        return false;
    }
    char *value = a->saved[a->n_saved++] = svi_copy(line->value);
    if (strcmp(line->key, "edition") == 0) {
        a->edition = value;
    } else if (strcmp(line->key, "deal") == 0) {
        a->match.deal.game = value;
    } else if (strcmp(line->key, "seat") == 0) {
        a->match.deal.seat = (unsigned)strtoul(value, NULL, 10);
    } else if (strcmp(line->key, "league") == 0) {
        a->match.deal.league = value;
    } else if (strcmp(line->key, "seed") == 0) {
        a->seed = value;
    } else if (strcmp(line->key, "seats") == 0) {
        a->seats = (unsigned)strtoul(value, NULL, 10);
        return a->seats >= 2 && a->seats <= SV_MAX_SEATS;
    } else if (strcmp(line->key, "rule") == 0 && a->n_rules < MAX_RULES) {
        a->rule[a->n_rules++] = value;
        return strchr(value, '=') != NULL;
    } else if (strcmp(line->key, "player") == 0 && a->n_operands < SV_MAX_SEATS) {
        a->operand[a->n_operands++] = value;
    } else {
        return false;
    }
    return true;
}

/* Goes on with the table of the file, or begins a file for this one. */
static void open_saved(struct svi_words *w, struct arguments *a)
{
    struct svi_error error;
    struct svi_play_journal *journal = &a->match.journal;
    if (a->save == NULL || access(a->save, F_OK) != 0) {
        journal->path = a->save;
        return;
    }
    if (a->set) {
        svi_words_fail(w,
                       "--save: found a table in '%s' and players or options beside it, expected "
                       "none: the table has them",
                       a->save);
    }
    if (svi_play_journal_read(journal, a->save, take_line, a, &error) != SV_OK) {
        svi_words_fail(w, "%s", error.text);
    }
}

/* What a new table's file begins with. */
static enum svi_exit begin_saved(struct arguments *a)
{
    struct svi_play_journal *journal = &a->match.journal;
    struct svi_error error;
    char text[2 * SV_SEED_BYTES + 1];
    if (a->n_saved > 0 || journal->path == NULL) {
        return SVI_EXIT_DONE;
    }
    const struct svi_match_deal *deal = &a->match.deal;
    bool told = a->edition == NULL || svi_play_journal_tell(journal, "edition", a->edition);
    if (deal->game != NULL) {
        (void)snprintf(text, sizeof text, "%u", deal->seat);
        told = svi_play_journal_tell(journal, "deal", deal->game) && told;
        told = svi_play_journal_tell(journal, "seat", text) && told;
        told = (deal->league == NULL || svi_play_journal_tell(journal, "league", deal->league)) &&
               told;
    } else {
        (void)sodium_bin2hex(text, sizeof text, a->match.job.seed, sizeof a->match.job.seed);
        told = svi_play_journal_tell(journal, "seed", text) && told;
        (void)snprintf(text, sizeof text, "%u", a->n_bots);
        told = svi_play_journal_tell(journal, "seats", text) && told;
    }
    for (unsigned i = 0; i < a->n_rules; i++) {
        told = svi_play_journal_tell(journal, "rule", a->rule[i]) && told;
    }
    for (unsigned i = 0; i < a->n_operands; i++) {
        told = svi_play_journal_tell(journal, "player", a->operand[i]) && told;
    }
    if (!told) {
        return svi_complain(SVI_EXIT_USAGE, "--save: found a line break in a player or a rule, "
                                            "expected none");
    }
    return svi_play_journal_write(journal, &error) == SV_OK
               ? SVI_EXIT_DONE
               : svi_complain(SVI_EXIT_ENVIRONMENT, "--save: %s", error.text);
}

/* ---- who sits where -------------------------------------------------------------------------- */

static bool is_person(const char *operand)
{
    const size_t length = strlen(operand);
    return length >= 4 && strcmp(operand + length - 4, "@web") == 0;
}

/* Seats who an operand names: a bot's command, or NAME@web. */
static void seat(struct svi_words *w, struct arguments *a, const char *operand)
{
    struct svi_error error;
    const bool person = is_person(operand);
    struct svi_bot_argument *bot = &a->bot[a->n_bots];
    char *name = svi_copy_bytes(operand, strlen(operand) - (person ? 3 : 0));
    const bool fine = name != NULL && svi_bot_argument_init(bot, name, &error);
    free(name);
    if (!fine) {
        svi_words_fail(w, "%s", error.text);
    }
    if ((bot->argv == NULL) != person) {
        svi_words_fail(w, "found '%s', expected a bot's command or NAME@web", operand);
    }
    svi_bot_argument_distinguish(a->bot, ++a->n_bots);
    if (person) {
        a->match.guest[a->match.n_guests++] =
            (struct svi_play_guest){.seat = a->n_bots - 1, .name = bot->name};
    }
}

/* You, then the bots named. With the recorded game its league's, or its seat for you, are found. */
static void seat_deal(struct svi_words *w, struct arguments *a, unsigned people)
{
    const char *person = "me@web";
    if (people > 1) {
        svi_words_fail(w, "--deal: found %u people, expected one", people);
    }
    for (unsigned i = 0; i < a->n_operands; i++) {
        person = is_person(a->operand[i]) ? a->operand[i] : person;
    }
    seat(w, a, person);
    for (unsigned i = 0; i < a->n_operands; i++) {
        if (!is_person(a->operand[i])) {
            seat(w, a, a->operand[i]);
        }
    }
}

/* Who sits where: those named, in their order, behind you where nobody is named @web; then the bots
 * named, or the reference bots, again and again until the table is full. */
static void seat_all(struct svi_words *w, struct arguments *a)
{
    static const char *const usual[] = {"trader", "careful", "builder"};
    const char *bots[SV_MAX_SEATS];
    unsigned n_bots = 0, people = 0;
    for (unsigned i = 0; i < a->n_operands; i++) {
        people += is_person(a->operand[i]);
        if (!is_person(a->operand[i])) {
            bots[n_bots++] = a->operand[i];
        }
    }
    const unsigned named = a->n_operands + (people == 0);
    if (a->match.deal.game != NULL) {
        seat_deal(w, a, people);
        return;
    }
    const unsigned seats = a->seats != 0 ? a->seats : n_bots == 0 ? SEATS : named;
    if (named > seats || seats > SV_MAX_SEATS) {
        svi_words_fail(w, "found %u players, expected at most %u", named,
                       a->seats != 0 ? a->seats : SV_MAX_SEATS);
    }
    if (people == 0) {
        seat(w, a, "me@web");
    }
    for (unsigned i = 0; i < a->n_operands; i++) {
        seat(w, a, a->operand[i]);
    }
    for (unsigned i = 0; a->n_bots < seats; i++) {
        seat(w, a, n_bots > 0 ? bots[i % n_bots] : usual[i % 3]);
    }
}

/* The luck of a recorded game. */
static enum svi_exit take_deal(struct arguments *a)
{
    struct svi_play_match *m = &a->match;
    const enum svi_exit status =
        svi_match_deal_open(&m->deal, &m->config, a->bot, a->spec, a->n_bots, &m->job);
    if (status == SVI_EXIT_DONE) {
        a->n_bots = m->job.seats;
        m->guest[0] =
            (struct svi_play_guest){.seat = m->deal.seat, .name = a->bot[m->deal.seat].name};
    }
    return status;
}

/* Luck by the seed named, or by a secret one. */
static enum svi_exit draw_deal(struct arguments *a, struct sv_edition *edition)
{
    struct svi_job *job = &a->match.job;
    const enum svi_exit status = svi_edition_load_ruled(a->edition, a->rule, a->n_rules, edition);
    job->edition = edition;
    job->seats = a->n_bots;
    if (a->seed != NULL) {
        sv_luck_seed_text(a->seed, job->seed);
    } else {
        randombytes_buf(job->seed, sizeof job->seed);
    }
    sv_luck_salt(job->seed, 0, job->salt);
    return status;
}

static enum svi_exit play(struct arguments *a)
{
    struct sv_edition edition;
    struct svi_job *job = &a->match.job;
    if (!svi_play_has_page()) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "this build has no page to play on (it was "
                                                  "configured with -DSOLVENT_VIEWER=OFF)");
    }
    if (sodium_init() < 0) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "libsodium does not start");
    }
    enum svi_exit status = svi_match_bots(a->bot, a->n_bots, a->spec, job);
    if (status == SVI_EXIT_DONE) {
        status = a->match.deal.game != NULL ? take_deal(a) : draw_deal(a, &edition);
    }
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    a->match.config.bots = a->spec;
    a->match.config.n_bots = a->n_bots;
    status = begin_saved(a);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    return svi_play_match_run(&a->match, a->spec);
}

static enum svi_exit run(struct svi_words *w)
{
    static struct arguments a = {
        .match = {.open = true,
                  .deal = {.seat = SV_NONE},
                  .server = {.listen = "127.0.0.1:0", .idle_s = IDLE_S},
                  .config = {.workers = 1,
                             .decision_ms = 1000,
                             .bank_ms = 60000,
                             .strikes = 10,
                             .sandbox = SVI_SANDBOX_NONE,
                             .own = true}},
    };
    read_words(w, &a);
    open_saved(w, &a);
    seat_all(w, &a);
    const enum svi_exit status = play(&a);
    svi_play_journal_finish(&a.match.journal);
    for (unsigned i = 0; i < a.n_saved; i++) {
        free(a.saved[i]);
    }
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        svi_bot_argument_finish(&a.bot[i]);
    }
    svi_match_deal_finish(&a.match.deal);
    return status;
}

const struct svi_command svi_cmd_play = {
    .name = "play",
    .brief = "play in the browser against bots",
    .operands = "[BOT...]\n--deal STORE.db#N [--seat S]",
    .takes = SVI_TAKES_BOT,
    .options = options,
    .text =
        "Sets a table and opens it in your browser. You sit in the first seat. There is no clock "
        "for you. At the end the page leads to the recorded game, until you press Ctrl-C.\n"
        "\n"
        "Each person gets an address of their own. Everybody who has that address can play its "
        "seat.",
    .note = "BOT is a command line or NAME=COMMAND, as for solvent match; NAME@web is another "
            "person. Default: reference bots.",
    .topic = "play-guide",
    .examples = "solvent play\n"
                "solvent play --deal cup.db#17\n"
                "solvent play -e mega --seats 6 trader careful -o evening.svr\n"
                "solvent play --listen 192.0.2.7:8080 ann@web ben@web planner",
    .exits = {"the game was played", "you left it before its end", "usage or bad input",
              "something is missing here, or the address is in use"},
    .run = run,
};
