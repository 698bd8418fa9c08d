/* solvent play [OPTION...] [BOT...] */
#include "base/out.h"
#include "memory/memory.h"
#include "runner/local_seat.h"
#include "runner/runner.h"
#include "thread/thread.h"
#include "tools/cli/commands.h"
#include "tools/cli/match_setup.h"
#include "tools/cli/store_open.h"
#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/play/server.h"
#include "tools/play/table.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- play match ------------------------------------------------------------------------------ */

/* solvent play: a match with people who play in browsers. The runner has its own thread and so has
 * the server; the main thread waits. */

struct arguments {
    struct svi_match_setup setup; /* the specs of people get no argv */
    bool no_open;                 /* opens no browser */
    struct svi_play_server_config server;
    struct svi_play_person person[SV_MAX_SEATS]; /* n_people people */
    unsigned n_people;
    struct svi_play_journal journal; /* the table's settings, and the answers so far */
    unsigned seats;                  /* 0: not given */
    const char *operand[SV_MAX_SEATS];
    unsigned n_operands;
    const char *save;                                    /* file of the saved table; or NULL */
    char *saved[SVI_MATCH_RULES + 2 * SV_MAX_SEATS + 5]; /* texts from the file of a saved table */
    const char *token[SV_MAX_SEATS];                     /* n_tokens tokens of a saved table */
    unsigned n_tokens;
    char at[128];       /* address and port that the table listens at */
    bool was_listening; /* server.listen is from the file of a saved table */
    unsigned n_saved;
};

#define TURN_MS 50
#define LISTEN "127.0.0.1:0"

struct run_match {
    struct arguments *match;
    struct svi_play_table *table;
    struct svi_local_seat local_seat;
    bool given, played;
    enum svi_exit written;
    atomic_bool stop;  /* asks the runner to end this match */
    atomic_bool left;  /* no further match follows */
    atomic_bool over;  /* a match was played, and another one may be wanted */
    atomic_bool ended; /* the runner's thread has ended */
    enum sv_status status;
    struct svi_error error;
};

/* ---- the saved table ------------------------------------------------------------------------- */

/* Tells the journal how the table is set, and where people find it. Returns false at a line
 * break. */
static bool tell_table(struct arguments *a)
{
    struct svi_play_journal *journal = &a->journal;
    char text[2 * SV_SEED_BYTES + 1];
    const struct svi_match_deal *deal = &a->setup.deal;
    bool told =
        a->setup.edition == NULL || svi_play_journal_tell(journal, "edition", a->setup.edition);
    if (deal->game != NULL) {
        (void)snprintf(text, sizeof text, "%u", deal->seat);
        told = svi_play_journal_tell(journal, "deal", deal->game) && told;
        told = svi_play_journal_tell(journal, "seat", text) && told;
        told = (deal->league == NULL || svi_play_journal_tell(journal, "league", deal->league)) &&
               told;
    } else {
        (void)sodium_bin2hex(text, sizeof text, a->setup.job.seed, sizeof a->setup.job.seed);
        told = svi_play_journal_tell(journal, "seed", text) && told;
        (void)snprintf(text, sizeof text, "%u", a->setup.n_bots);
        told = svi_play_journal_tell(journal, "seats", text) && told;
    }
    for (unsigned i = 0; i < a->setup.n_rules; i++) {
        told = svi_play_journal_tell(journal, "rule", a->setup.rule[i]) && told;
    }
    for (unsigned i = 0; i < a->n_operands; i++) {
        told = svi_play_journal_tell(journal, "player", a->operand[i]) && told;
    }
    told = svi_play_journal_tell(journal, "listen", a->at) && told;
    for (unsigned i = 0; i < a->n_people; i++) {
        told = svi_play_journal_tell(journal, "token", a->token[i]) && told;
    }
    return told;
}

/* Writes the file of a new table that is saved. */
static enum svi_exit write_table(struct arguments *a)
{
    struct svi_error error;
    if (a->journal.path == NULL) {
        return SVI_EXIT_DONE;
    }
    if (!tell_table(a)) {
        return svi_complain(SVI_EXIT_USAGE, "--save: found a line break in a player or a rule, "
                                            "expected none");
    }
    return svi_play_journal_write(&a->journal, &error) == SV_OK
               ? SVI_EXIT_DONE
               : svi_complain(SVI_EXIT_ENVIRONMENT, "--save: %s", error.text);
}

/* ---- the runner's thread --------------------------------------------------------------------- */

/* Shows an event to the table. All people share one table, so only the events of the first person's
 * seat are passed on. */
static void watch(void *user, const struct svi_game *game, unsigned seat,
                  const struct sv_event *event)
{
    const struct run_match *run_match = user;
    if (seat == run_match->match->person[0].seat) {
        svi_play_table_watch(run_match->table, game, event);
    }
}

static bool next_job(void *user, struct svi_job *job)
{
    struct run_match *run_match = user;
    if (run_match->given) {
        return false;
    }
    run_match->given = true;
    *job = run_match->match->setup.job;
    return true;
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct run_match *run_match = user;
    run_match->played = true;
    run_match->written = svi_match_write_files(run_match->match->setup.output, NULL, done);
    struct svi_buf out = {0}, note = {0};
    svi_match_put_result(&run_match->match->setup, done, false, &out);
    (void)svi_say_result(SVI_EXIT_DONE, &out);
    (void)fflush(stdout);
    svi_match_put_deal(&run_match->match->setup, done, &note);
    SCOPED(scoped_free) char *text = svi_text_of(&note);
    svi_play_table_over(run_match->table, done->replay, done->replay_size, text);
    return true;
}

/* Waits until a person wants another game, with other dice unless it is a recorded game's, or the
 * program ends. Returns whether to play it. */
static bool play_again(struct run_match *run_match)
{
    const struct timespec turn = {0, TURN_MS * 1000000L};
    struct arguments *a = run_match->match;
    if (!run_match->played) {
        return false;
    }
    atomic_store(&run_match->over, true);
    while (!svi_play_table_begin_again(run_match->table)) {
        if (atomic_load(&run_match->left)) {
            return false;
        }
        (void)nanosleep(&turn, NULL);
    }
    if (a->setup.deal.game == NULL) {
        randombytes_buf(a->setup.job.seed, sizeof a->setup.job.seed);
    }
    a->setup.job.taken_back = 0;
    run_match->played = false;
    atomic_store(&run_match->over, false);
    if (write_table(a) != SVI_EXIT_DONE) {
        svi_note("--save: the new game is not kept");
    }
    return true;
}

static void *play_in_thread(void *user)
{
    struct run_match *run_match = user;
    do {
        do {
            run_match->given = false;
            svi_match_setup_again(&run_match->match->setup);
            run_match->status = svi_run(&run_match->match->setup.config, NULL, &run_match->error);
            run_match->match->setup.job.taken_back++;
        } while (run_match->status == SV_OK && !run_match->played &&
                 svi_play_table_restart(run_match->table) && !atomic_load(&run_match->left));
    } while (play_again(run_match));
    if (!run_match->played) {
        svi_play_table_over(run_match->table, NULL, 0, "");
    }
    atomic_store(&run_match->ended, true);
    return NULL;
}

/* ---- the main thread ------------------------------------------------------------------------- */

/* Opens an address in the user's browser, if there is a screen. */
static void open_browser(const char *address)
{
    char *const argv[] = {(char *)(uintptr_t) "xdg-open", (char *)(uintptr_t)address, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    if (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) {
        return;
    }
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) == 0) {
        (void)waitpid(pid, NULL, WNOHANG);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
}

static void tell_addresses(const struct run_match *run_match, const char *address)
{
    char first[192] = "";
    for (unsigned i = 0; i < run_match->match->n_people; i++) {
        char whole[192];
        (void)snprintf(whole, sizeof whole, "%s%s/", address,
                       svi_play_table_token(run_match->table, i));
        if (run_match->match->n_people == 1) {
            (void)printf("%s\n", whole);
        } else {
            (void)printf("%s %s\n", run_match->match->person[i].name, whole);
        }
        if (i == 0) {
            (void)snprintf(first, sizeof first, "%s", whole);
        }
    }
    (void)fflush(stdout);
    if (!run_match->match->no_open) {
        open_browser(first);
    }
}

/* Serves the game until the program is interrupted, or the match cannot be played. */
static void serve(struct run_match *run_match, struct svi_play_server *server,
                  const atomic_bool *stop)
{
    const struct timespec turn = {0, TURN_MS * 1000000L};
    bool told = false;
    while (!atomic_load(stop) && !atomic_load(&run_match->ended)) {
        svi_play_server_turn(server);
        if (atomic_load(&run_match->over) && !told) {
            told = true;
            svi_note("the game stays at its address until you press Ctrl-C");
        }
        (void)nanosleep(&turn, NULL);
    }
}

static enum svi_exit play_served(struct run_match *run_match, struct svi_play_server *server,
                                 const char *address)
{
    const atomic_bool *stop = svi_interrupt_catch();
    struct svi_thread thread;
    const int reason = svi_thread_start(&thread, play_in_thread, run_match);
    if (reason != 0) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot start a thread: %s",
                            svi_errno_text(reason));
    }
    tell_addresses(run_match, address);
    serve(run_match, server, stop);
    atomic_store(&run_match->left, true);
    atomic_store(&run_match->stop, true);
    svi_thread_join(&thread);
    if (run_match->status != SV_OK) {
        return svi_complain(run_match->status == SV_E_ARGUMENT ? SVI_EXIT_USAGE
                                                               : SVI_EXIT_ENVIRONMENT,
                            "%s", run_match->error.text);
    }
    if (!run_match->played) {
        const char *path = run_match->match->journal.path;
        return path == NULL
                   ? svi_complain(SVI_EXIT_FAILED, "the match was left before its end")
                   : svi_complain(SVI_EXIT_FAILED,
                                  "the match was left before its end; it goes on with: solvent "
                                  "play --save %s",
                                  path);
    }
    return svi_say_done(run_match->written);
}

/* Prints the addresses, plays, and prints the result. Then serves the game until the program is
 * interrupted. `specs` belong to config.bots. Returns FAILED if the match was interrupted. */
static enum svi_exit play_match_run(struct arguments *match)
{
    struct run_match run_match = {.match = match};
    struct svi_play_server *server = NULL;
    struct svi_error error;
    char address[128];
    run_match.table =
        svi_play_table_create(match->person, match->n_people, &match->journal, &run_match.stop);
    run_match.local_seat = (struct svi_local_seat){.ask = svi_play_table_ask,
                                                   .answer = svi_play_table_answer,
                                                   .left = svi_play_table_left,
                                                   .watch = watch,
                                                   .user = run_match.table,
                                                   .watcher = &run_match};
    svi_play_table_when(run_match.local_seat.when);
    for (unsigned i = 0; i < match->n_people; i++) {
        match->token[i] = svi_play_table_token(run_match.table, i);
        match->setup.spec[match->person[i].seat].argv = NULL;
        match->setup.spec[match->person[i].seat].local_seat = &run_match.local_seat;
    }
    match->setup.config.jobs.next = next_job;
    match->setup.config.jobs.done = take_done;
    match->setup.config.jobs.user = &run_match;
    match->setup.config.output.note = svi_note;
    match->setup.config.stop = &run_match.stop;
    enum sv_status status =
        svi_play_server_start(&server, &run_match.table, 1, &match->server, address, &error);
    if (status == SV_E_SYSTEM && match->was_listening) {
        svi_note("%s; the table gets another address", error.text);
        match->server.listen = LISTEN;
        status =
            svi_play_server_start(&server, &run_match.table, 1, &match->server, address, &error);
    }
    enum svi_exit result;
    if (status != SV_OK) {
        result = svi_complain(status == SV_E_ARGUMENT ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s",
                              error.text);
    } else {
        (void)snprintf(match->at, sizeof match->at, "%.*s",
                       (int)strcspn(address + strlen("http://"), "/"), address + strlen("http://"));
        result = match->n_saved > 0 ? SVI_EXIT_DONE : write_table(match);
        result = result == SVI_EXIT_DONE ? play_served(&run_match, server, address) : result;
    }
    svi_play_server_stop(server);
    svi_play_table_destroy(run_match.table);
    return result;
}

/* ---- cmd play -------------------------------------------------------------------------------- */

#define IDLE_S 30u
#define SEATS 4u /* seats of a table by default */

static void add_player(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    if (a->n_operands == SV_MAX_SEATS) {
        svi_words_fail(w, "found more than %d players, expected at most %d", SV_MAX_SEATS,
                       SV_MAX_SEATS);
    }
    a->operand[a->n_operands++] = w->value;
}

static const struct svi_option options[] = {
    SVI_MATCH_OPTIONS(setup),
    {"seats", 0, "N", "Players, 2 to 8 (4, or as many as are named)",
     SVI_SET_NUMBER(seats, 2, SV_MAX_SEATS), .without = "deal"},
    {"save", 0, "FILE", "Keep the table in FILE, or resume it from there", SVI_SET_TEXT(save),
     .takes = SVI_TAKES_FILE},
    SVI_MATCH_DEAL(setup, "A recorded game's luck: STORE.db#N, or FILE.svr"),
    SVI_MATCH_SEAT(setup, "With --deal: your seat, from 0 (the loser's)"),
    {"at", 0, "D", "With --deal: play from decision D on",
     SVI_SET_NUMBER(setup.deal.at, 1, UINT32_MAX), .with = "deal", .without = "save"},
    {"listen", 0, "ADDRESS", "Address and port (127.0.0.1:0; port 0: any free)",
     SVI_SET_TEXT(server.listen)},
    {"host", 0, "NAME", "A further name by which browsers reach it",
     SVI_CALL_ON(svi_host_take, server.hosts)},
    {"no-open", 0, NULL, "Print the address and open no browser", SVI_SET_FLAG(no_open)},
    SVI_MATCH_SANDBOX(setup, "none (default: your own bots), auto or bwrap"),
    SVI_MATCH_LOGS(setup),
    {0},
};

/* Applies a line of the file as if it had been on the command line. */
static bool take_line(void *user, const struct svi_play_line *line)
{
    struct arguments *a = user;
    if (a->n_saved == sizeof a->saved / sizeof a->saved[0]) {
        return false;
    }
    char *value = a->saved[a->n_saved++] = svi_copy(line->value);
    if (strcmp(line->key, "edition") == 0) {
        a->setup.edition = value;
    } else if (strcmp(line->key, "deal") == 0) {
        a->setup.deal.game = value;
    } else if (strcmp(line->key, "seat") == 0) {
        a->setup.deal.seat = (unsigned)strtoul(value, NULL, 10);
    } else if (strcmp(line->key, "league") == 0) {
        a->setup.deal.league = value;
    } else if (strcmp(line->key, "seed") == 0) {
        a->setup.seed = value;
    } else if (strcmp(line->key, "seats") == 0) {
        a->seats = (unsigned)strtoul(value, NULL, 10);
        return a->seats >= 2 && a->seats <= SV_MAX_SEATS;
    } else if (strcmp(line->key, "rule") == 0 && a->setup.n_rules < SVI_MATCH_RULES) {
        a->setup.rule[a->setup.n_rules++] = value;
        return strchr(value, '=') != NULL;
    } else if (strcmp(line->key, "listen") == 0) {
        a->was_listening = strcmp(a->server.listen, LISTEN) == 0;
        a->server.listen = a->was_listening ? value : a->server.listen;
    } else if (strcmp(line->key, "token") == 0 && a->n_tokens < SV_MAX_SEATS) {
        a->token[a->n_tokens++] = value;
        return strlen(value) == SVI_PLAY_TOKEN_BYTES - 1 &&
               strspn(value, "0123456789abcdef") == SVI_PLAY_TOKEN_BYTES - 1;
    } else if (strcmp(line->key, "player") == 0 && a->n_operands < SV_MAX_SEATS) {
        a->operand[a->n_operands++] = value;
    } else {
        return false;
    }
    return true;
}

/* Continues the table of the file, or begins a file for a new table. */
static void open_saved(struct svi_words *w, struct arguments *a)
{
    struct svi_error error;
    struct svi_play_journal *journal = &a->journal;
    if (a->save == NULL || access(a->save, F_OK) != 0) {
        journal->path = a->save;
        return;
    }
    if (a->n_operands > 0 ||
        svi_words_which(w, "edition seats seed rule deal seat league") != NULL) {
        svi_words_fail(w,
                       "--save: found a table in '%s' and players or options beside it, expected "
                       "none: the table has them",
                       a->save);
    }
    if (svi_play_journal_read(journal, a->save, take_line, a, &error) != SV_OK) {
        svi_words_fail(w, "%s", error.text);
    }
}

/* ---- seats ----------------------------------------------------------------------------------- */

static bool is_person(const char *operand)
{
    const size_t length = strlen(operand);
    return length >= 4 && strcmp(operand + length - 4, "@web") == 0;
}

/* Seats the player that an operand names: a bot's command, or NAME@web. */
static void seat(struct svi_words *w, struct arguments *a, const char *operand)
{
    struct svi_error error;
    const bool person = is_person(operand);
    struct svi_bot_argument *bot = &a->setup.bot[a->setup.n_bots];
    char *name = svi_copy_bytes(operand, strlen(operand) - (person ? 3 : 0));
    const bool fine = name != NULL && svi_bot_argument_init(bot, name, &error);
    free(name);
    if (!fine) {
        svi_words_fail(w, "%s", error.text);
    }
    if ((bot->argv == NULL) != person) {
        svi_words_fail(w, "found '%s', expected a bot's command or NAME@web", operand);
    }
    svi_bot_argument_distinguish(a->setup.bot, ++a->setup.n_bots);
    if (person) {
        a->person[a->n_people++] =
            (struct svi_play_person){.seat = a->setup.n_bots - 1, .name = bot->name};
    }
}

/* Seats the person, then the named bots. svi_match_deal_open() later finds the person's seat, and
 * the league's bots if no bot is named. */
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

/* Seats the named players in their order. If no operand names a person (@web), the user sits before
 * them. Free seats go to the named bots, or to the reference bots, in turn. */
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
    if (a->setup.deal.game != NULL) {
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
    for (unsigned i = 0; a->setup.n_bots < seats; i++) {
        seat(w, a, n_bots > 0 ? bots[i % n_bots] : usual[i % 3]);
    }
}

static enum svi_exit run(struct svi_words *w)
{
    static struct arguments a = {.setup = SVI_MATCH_SETUP,
                                 .server = {.listen = LISTEN, .idle_s = IDLE_S}};
    svi_words_read(w, &a);
    a.setup.deal.sandbox_given = svi_words_has(w, "sandbox");
    open_saved(w, &a);
    seat_all(w, &a);
    for (unsigned i = 0; i < a.n_people && i < a.n_tokens; i++) {
        a.person[i].token = a.token[i];
    }
    if (!svi_play_has_page()) {
        svi_die(SVI_EXIT_ENVIRONMENT, "this build has no page to play on (it was configured with "
                                      "-DSOLVENT_SITE=OFF)");
    }
    svi_match_setup_open(&a.setup);
    if (a.setup.deal.game != NULL) { /* the only person sits where the recorded game says */
        a.person[0].seat = a.setup.deal.seat;
        a.person[0].name = a.setup.bot[a.setup.deal.seat].name;
    }
    const enum svi_exit status = play_match_run(&a);
    svi_play_journal_finish(&a.journal);
    for (unsigned i = 0; i < a.n_saved; i++) {
        free(a.saved[i]);
    }
    svi_match_setup_finish(&a.setup);
    return status;
}

const struct svi_command svi_cmd_play = {
    .name = "play",
    .brief = "play in the browser against bots",
    .operands = "[BOT...]\n--deal STORE.db#N [--seat S]",
    .operand = {{"player", SVI_CALL(add_player), .optional = true, .many = true}},
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
              "the machine lacks something, or the address is in use"},
    .run = run,
};
