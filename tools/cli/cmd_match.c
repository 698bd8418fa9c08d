/* solvent match [OPTION...] BOT BOT... */
#include "arbiter/process.h"
#include "arbiter/referee.h"
#include "tools/cli/commands.h"
#include "tools/console/arguments.h"
#include "tools/console/bot_argument.h"
#include "tools/console/interrupt.h"

#include "edition/edition_file.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RULES 64u

enum {
    KEY_RULE = 256,
    KEY_CLOCK,
    KEY_BANK,
    KEY_STRIKES,
    KEY_LISTEN,
    KEY_SANDBOX,
    KEY_LOGS,
    KEY_HELLO
};

struct arguments {
    const char *edition, *seed, *output;
    const char *rule[MAX_RULES];
    unsigned n_rules;
    struct svi_referee_config config;
    struct svi_bot_argument bot[SV_MAX_SEATS];
    struct svi_bot_spec spec[SV_MAX_SEATS];
    unsigned n_bots;
};

static const char doc[] =
    "Plays one match and prints its result.\v"
    "BOT is a command line (\"bots/careful --reserve 300\"), NAME=COMMAND, or NAME@ for a bot that "
    "connects "
    "by itself to the endpoint given by --listen, for example from a debugger. There are 2 to 8, "
    "in "
    "the order of their seats. Commands are split at blanks, quotes and backslashes work, there is "
    "no "
    "shell. Without --seed the match is played under a secret one, which the result tells.\n"
    "\n"
    "  solvent match -s 42 -o game.svr build/bots/careful build/bots/random\n"
    "  solvent match --listen tcp://127.0.0.1:7001 --clock 3600000 me@ build/bots/trader\n"
    "\n"
    "Exit status: 0 the match was played, whatever the bots did; 2 usage or bad input; 3 something "
    "is "
    "missing here, or it was interrupted.";

static const struct argp_option options[] = {
    {"edition", 'e', "EDITION", 0, "Built-in edition or the path of an edition file (classic)", 0},
    {"seed", 's', "SEED", 0, "64 hex digits, or any text, which is stretched to a seed", 0},
    {"output", 'o', "FILE", 0, "Write the replay to FILE (.svr)", 0},
    {"rule", KEY_RULE, "NAME=VALUE", 0, "Set a switch of the edition; may be repeated", 0},
    {"clock", KEY_CLOCK, "MS", 0, "Time for a decision before it draws on the time bank (1000)", 1},
    {"bank", KEY_BANK, "MS", 0, "Time bank of each seat for the match (60000)", 1},
    {"strikes", KEY_STRIKES, "N", 0, "The strike that forfeits the seat (10)", 1},
    {"hello", KEY_HELLO, "MS", 0, "Time for a bot to start (10000)", 1},
    {"listen", KEY_LISTEN, "ENDPOINT", 0,
     "Where bots given as NAME@ connect, e.g. tcp://127.0.0.1:7001", 2},
    {"sandbox", KEY_SANDBOX, "MODE", 0,
     "auto, bwrap or none (none, as these are your own bots; leagues use auto)", 2},
    {"bot-logs", KEY_LOGS, "DIR", 0, "What bots print goes to DIR/NAME.log instead of stderr", 2},
    {0},
};

/* ---- arguments -------------------------------------------------------------------------------- */

static void add_bot(struct arguments *a, const char *text, struct argp_state *state)
{
    char error[256];
    if (a->n_bots == SV_MAX_SEATS) {
        argp_failure(state, SVI_EXIT_USAGE, 0, "found more than %d bots, expected 2 to %d",
                     SV_MAX_SEATS, SV_MAX_SEATS);
    }
    if (!svi_bot_argument_init(&a->bot[a->n_bots++], text, error, sizeof error)) {
        argp_failure(state, SVI_EXIT_USAGE, 0, "%s", error);
    }
    svi_bot_argument_distinguish(a->bot, a->n_bots);
}

static error_t parse_option(int key, char *word, struct argp_state *state)
{
    struct arguments *a = state->input;
    const uint32_t day_ms = 24 * 60 * 60 * 1000;
    switch (key) {
    case 'e':
        a->edition = word;
        return 0;
    case 's':
        a->seed = word;
        return 0;
    case 'o':
        a->output = word;
        return 0;
    case KEY_RULE:
        if (a->n_rules == MAX_RULES || strchr(word, '=') == NULL) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--rule: found '%s', expected NAME=VALUE, at most %u times", word,
                         MAX_RULES);
        }
        a->rule[a->n_rules++] = word;
        return 0;
    case KEY_CLOCK:
        a->config.decision_ms = svi_arguments_number(state, "--clock", word, 1, day_ms);
        return 0;
    case KEY_BANK:
        a->config.bank_ms = svi_arguments_number(state, "--bank", word, 0, day_ms);
        return 0;
    case KEY_STRIKES:
        a->config.strikes = svi_arguments_number(state, "--strikes", word, 1, 1000000);
        return 0;
    case KEY_HELLO:
        a->config.hello_ms = svi_arguments_number(state, "--hello", word, 1, day_ms);
        return 0;
    case KEY_LISTEN:
        a->config.listen = word;
        return 0;
    case KEY_SANDBOX:
        if (!svi_sandbox_mode(word, &a->config.sandbox)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--sandbox: found '%s', expected auto, bwrap or none", word);
        }
        return 0;
    case KEY_LOGS:
        a->config.bot_logs = word;
        return 0;
    case ARGP_KEY_ARG:
        add_bot(a, word, state);
        return 0;
    case ARGP_KEY_END:
        if (a->n_bots < 2) {
            argp_failure(state, SVI_EXIT_USAGE, 0, "found %u bots, expected 2 to %d; see --help",
                         a->n_bots, SV_MAX_SEATS);
        }
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {options, parse_option, "BOT BOT...", doc, NULL, NULL, NULL};

static int complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int complain(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)fprintf(stderr, "solvent match: ");
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
    return status;
}

static int load_edition(const struct arguments *a, struct sv_edition *edition)
{
    char error[SVI_EDITION_ERROR];
    char name[SV_MAX_NAME];
    const enum sv_status status = svi_edition_load(a->edition, edition, error, sizeof error);
    if (status != SV_OK) {
        /* Without the place in a file it is about the name given here. */
        const bool about_name = strncmp(error, "found ", 6) == 0;
        return complain(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_USAGE, "%s%s",
                        about_name ? "--edition: " : "", error);
    }
    for (unsigned i = 0; i < a->n_rules; i++) {
        const char *value = strchr(a->rule[i], '=') + 1;
        (void)snprintf(name, sizeof name, "%.*s", (int)(value - 1 - a->rule[i]), a->rule[i]);
        if (svi_edition_override(edition, name, value, error, sizeof error) != SV_OK) {
            return complain(SVI_EXIT_USAGE, "--rule %s: %s", a->rule[i], error);
        }
    }
    return SVI_EXIT_DONE;
}

/* ---- the match -------------------------------------------------------------------------------- */

struct play {
    const struct arguments *arguments;
    struct svi_referee_job job;
    bool given; /* the one job */
    bool played;
    int status;
};

static bool next_job(void *user, struct svi_referee_job *job)
{
    struct play *p = user;
    if (p->given) {
        return false;
    }
    p->given = true;
    *job = p->job;
    return true;
}

static void print_seat(const struct play *p, const struct svi_referee_done *done, unsigned seat,
                       int width)
{
    const struct svi_referee_seat *s = &done->seat[seat];
    (void)printf("%5u  %4u  %-*s  %8" PRId32, done->result.place[seat], seat, width,
                 p->arguments->spec[seat].name, done->result.worth[seat]);
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        if (v != SV_VERDICT_DEFAULT) {
            (void)printf("  %*" PRIu32, (int)strlen(sv_verdict_name(v)) > 5 ? 9 : 5,
                         s->verdicts[v]);
        }
    }
    (void)printf("%s\n", s->forfeited ? "  forfeited" : "");
}

static void print_result(const struct play *p, const struct svi_referee_done *done)
{
    char seed[2 * SV_SEED_BYTES + 1];
    int width = 4;
    for (unsigned i = 0; i < done->job.seats; i++) {
        const int size = (int)strlen(p->arguments->spec[i].name);
        width = size > width ? size : width;
    }
    (void)printf("place  seat  %-*s     worth", width, "name");
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        if (v != SV_VERDICT_DEFAULT) {
            (void)printf("  %*s", (int)strlen(sv_verdict_name(v)) > 5 ? 9 : 5, sv_verdict_name(v));
        }
    }
    (void)putchar('\n');
    for (unsigned place = 1; place <= done->job.seats; place++) {
        for (unsigned i = 0; i < done->job.seats; i++) {
            if (done->result.place[i] == place) {
                print_seat(p, done, i, width);
            }
        }
    }
    sodium_bin2hex(seed, sizeof seed, done->result.seed, SV_SEED_BYTES);
    (void)printf("\nended by %s in round %" PRIu32 ", turn %" PRIu32 ", after %" PRIu32
                 " decisions\n",
                 sv_why_name(done->result.why), done->rounds, done->turns, done->decisions);
    (void)printf("edition %s, seed %s\n", done->job.edition->name, seed);
}

static int write_replay(const char *path, const struct svi_referee_done *done)
{
    FILE *file = fopen(path, "wbe");
    if (file == NULL) {
        return complain(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path,
                        strerrordesc_np(errno));
    }
    const bool whole = fwrite(done->replay, 1, done->replay_size, file) == done->replay_size;
    if (fclose(file) != 0 || !whole) {
        return complain(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path,
                        strerrordesc_np(errno));
    }
    return SVI_EXIT_DONE;
}

static bool take_done(void *user, const struct svi_referee_done *done)
{
    struct play *p = user;
    p->played = true;
    print_result(p, done);
    if (p->arguments->output != NULL) {
        p->status = write_replay(p->arguments->output, done);
    }
    for (unsigned i = 0; i < done->job.seats; i++) {
        (void)fprintf(stderr, "solvent: %s took %.3f s for its decisions\n",
                      p->arguments->spec[i].name, (double)done->seat[i].used_us / 1e6);
    }
    return true;
}

static int play_match(struct arguments *a)
{
    struct sv_edition edition;
    struct play p = {.arguments = a};
    char error[256];
    int status = load_edition(a, &edition);
    if (status != SVI_EXIT_DONE) {
        return status;
    }
    if (sodium_init() < 0) {
        return complain(SVI_EXIT_ENVIRONMENT, "libsodium does not start");
    }
    p.job.edition = &edition;
    p.job.seats = a->n_bots;
    for (unsigned i = 0; i < a->n_bots; i++) {
        if (a->bot[i].argv != NULL) {
            char *program = svi_process_find(a->bot[i].argv[0]);
            if (program == NULL) {
                return complain(SVI_EXIT_ENVIRONMENT, "cannot run '%s': %s", a->bot[i].argv[0],
                                strerrordesc_np(errno));
            }
            free(program);
        }
        a->spec[i] = (struct svi_bot_spec){.name = a->bot[i].name,
                                           .argv = (const char *const *)a->bot[i].argv};
        p.job.bot[i] = i;
    }
    if (a->seed != NULL) {
        sv_luck_seed_text(a->seed, p.job.seed);
    } else {
        randombytes_buf(p.job.seed, sizeof p.job.seed);
    }
    a->config.bots = a->spec;
    a->config.n_bots = a->n_bots;
    a->config.next = next_job;
    a->config.done = take_done;
    a->config.user = &p;
    a->config.stop = svi_interrupt_catch();
    const enum sv_status played = svi_referee_run(&a->config, NULL, error, sizeof error);
    if (played != SV_OK) {
        return complain(played == SV_E_ARGUMENT ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s",
                        error);
    }
    return p.played ? p.status : complain(SVI_EXIT_ENVIRONMENT, "interrupted");
}

int svi_cmd_match(int argc, char **argv)
{
    static char name[] = "solvent match";
    struct arguments a = {
        .edition = "classic",
        .config = {.workers = 1,
                   .decision_ms = 1000,
                   .bank_ms = 60000,
                   .strikes = 10,
                   .sandbox = SVI_SANDBOX_NONE},
    };
    int status = SVI_EXIT_USAGE;
    argv[0] = name;
    if (svi_arguments_parse(&argp, argc, argv, &a)) {
        status = play_match(&a);
    }
    for (unsigned i = 0; i < a.n_bots; i++) {
        svi_bot_argument_finish(&a.bot[i]);
    }
    if (status == SVI_EXIT_DONE && (fflush(stdout) != 0 || ferror(stdout))) {
        status = complain(SVI_EXIT_ENVIRONMENT, "cannot write the result");
    }
    return status;
}
