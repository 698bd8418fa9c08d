#include "tools/cli/play_match.h"

#include "memory/memory.h"
#include "tools/cli/match_files.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/console/table.h"

#include "base/out.h"
#include "record/words.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TURN_MS 50

struct run {
    struct svi_play_match *match;
    struct svi_bot_spec *specs;
    struct svi_play_table *table;
    struct svi_local_seat local_seat;
    bool given, played;
    enum svi_exit written;
    atomic_bool stop;  /* the runner's: this run of the match is to end */
    atomic_bool left;  /* there is to be no other */
    atomic_bool ended; /* the runner's thread is done */
    enum sv_status status;
    struct svi_error error;
};

/* ---- the runner's thread --------------------------------------------------------------------- */

/* It is one table: what the first person is told all are. */
static void watch(void *user, const struct svi_game *game, unsigned seat,
                  const struct sv_event *event)
{
    const struct run *run = user;
    if (seat == run->match->guest[0].seat) {
        svi_play_table_watch(run->table, game, event);
    }
}

static void ask(void *user, const struct svi_game *game, unsigned seat, uint32_t number,
                const struct sv_question *question)
{
    const struct run *run = user;
    svi_play_table_ask(run->table, game, seat, number, question);
}

static bool answer(void *user, unsigned seat, uint32_t number, struct sv_answer *out)
{
    const struct run *run = user;
    return svi_play_table_answer(run->table, seat, number, out);
}

static bool left(void *user, unsigned seat)
{
    const struct run *run = user;
    return svi_play_table_left(run->table, seat);
}

static bool next_job(void *user, struct svi_job *job)
{
    struct run *run = user;
    if (run->given) {
        return false;
    }
    run->given = true;
    *job = run->match->job;
    return true;
}

/* How the person did with the luck of a recorded game. */
static void put_deal(const struct run *run, const struct svi_outcome *done, struct svi_buf *out)
{
    const struct svi_match_deal *deal = &run->match->deal;
    svi_match_deal_text(deal, done, run->specs[deal->seat].name, out);
}

static void print_result(const struct run *run, const struct svi_outcome *done)
{
    static const char *const titles[] = {"place", "seat", "name", "worth"};
    struct svi_buf out = {0};
    struct svi_table table;
    char text[128];
    svi_table_init(&table, 4, 1u << 2);
    svi_table_cut(&table, 1u << 2);
    for (unsigned i = 0; i < 4; i++) {
        svi_table_add(&table, "%s", titles[i]);
    }
    for (unsigned place = 1; place <= done->job.seats; place++) {
        for (unsigned s = 0; s < done->job.seats; s++) {
            if (done->result.place[s] == place) {
                svi_table_add(&table, "%u", place);
                svi_table_add(&table, "%u", s);
                svi_table_add(&table, "%s", run->specs[s].name);
                svi_table_add(&table, "%" PRId32, done->result.worth[s]);
            }
        }
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), &out);
    svi_table_finish(&table);
    (void)snprintf(text, sizeof text,
                   "\nended in round %" PRIu32 ", after %" PRIu32 " decisions: ", done->rounds,
                   done->decisions);
    svi_out_text(&out, text);
    svi_say_word(&out, sv_why_name(done->result.why));
    svi_out_char(&out, '\n');
    if (run->match->deal.game != NULL) {
        put_deal(run, done, &out);
    }
    (void)svi_say_result(SVI_EXIT_DONE, &out);
    (void)fflush(stdout);
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct run *run = user;
    run->played = true;
    run->written = svi_match_write_files(run->match->output, NULL, done);
    struct svi_buf note = {0};
    print_result(run, done);
    if (run->match->deal.game != NULL) {
        put_deal(run, done, &note);
    }
    char *text = svi_text_of(&note);
    svi_play_table_over(run->table, done->replay, done->replay_size, text);
    free(text);
    return true;
}

static void *play(void *user)
{
    struct run *run = user;
    do {
        run->given = false;
        run->status = svi_run(&run->match->config, NULL, &run->error);
        run->match->job.taken_back++;
    } while (run->status == SV_OK && !run->played && svi_play_table_restart(run->table) &&
             !atomic_load(&run->left));
    if (!run->played) {
        svi_play_table_over(run->table, NULL, 0, "");
    }
    atomic_store(&run->ended, true);
    return NULL;
}

/* ---- this thread ----------------------------------------------------------------------------- */

/* Opens an address in the user's browser, where there is a screen for one. */
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

static void tell_addresses(const struct run *run, const char *address)
{
    char first[192] = "";
    for (unsigned i = 0; i < run->match->n_guests; i++) {
        char whole[192];
        (void)snprintf(whole, sizeof whole, "%s%s/", address, svi_play_table_token(run->table, i));
        if (run->match->n_guests == 1) {
            (void)printf("%s\n", whole);
        } else {
            (void)printf("%s %s\n", run->match->guest[i].name, whole);
        }
        if (i == 0) {
            (void)snprintf(first, sizeof first, "%s", whole);
        }
    }
    (void)fflush(stdout);
    if (run->match->open) {
        open_browser(first);
    }
}

/* Until the program is interrupted, or the match cannot be played. */
static void serve(struct run *run, struct svi_play_server *server, const atomic_bool *stop)
{
    const struct timespec turn = {0, TURN_MS * 1000000L};
    bool told = false;
    while (!atomic_load(stop) && (!atomic_load(&run->ended) || run->played)) {
        svi_play_server_turn(server);
        if (atomic_load(&run->ended) && !told) {
            told = true;
            svi_note("the game stays at its address until you press Ctrl-C");
        }
        (void)nanosleep(&turn, NULL);
    }
}

static enum svi_exit play_served(struct run *run, struct svi_play_server *server,
                                 const char *address)
{
    const atomic_bool *stop = svi_interrupt_catch();
    pthread_t thread;
    sigset_t all, before;
    (void)sigfillset(&all); /* signals are this thread's */
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const int reason = pthread_create(&thread, NULL, play, run);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (reason != 0) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot start a thread: %s",
                            strerrordesc_np(reason));
    }
    tell_addresses(run, address);
    serve(run, server, stop);
    atomic_store(&run->left, true);
    atomic_store(&run->stop, true);
    (void)pthread_join(thread, NULL);
    if (run->status != SV_OK) {
        return svi_complain(run->status == SV_E_ARGUMENT ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT,
                            "%s", run->error.text);
    }
    if (!run->played) {
        const char *path = run->match->journal.path;
        return path == NULL
                   ? svi_complain(SVI_EXIT_FAILED, "the match was left before its end")
                   : svi_complain(SVI_EXIT_FAILED,
                                  "the match was left before its end; it goes on with: solvent "
                                  "play --save %s",
                                  path);
    }
    return svi_say_done(run->written);
}

enum svi_exit svi_play_match_run(struct svi_play_match *match, struct svi_bot_spec *specs)
{
    struct run run = {.match = match, .specs = specs};
    struct svi_play_server *server = NULL;
    struct svi_error error;
    char address[128];
    run.table = svi_play_table_create(match->guest, match->n_guests, &match->journal, &run.stop);
    run.local_seat = (struct svi_local_seat){
        .ask = ask, .answer = answer, .left = left, .watch = watch, .user = &run};
    svi_play_table_when(run.local_seat.when);
    for (unsigned i = 0; i < match->n_guests; i++) {
        specs[match->guest[i].seat].argv = NULL;
        specs[match->guest[i].seat].local_seat = &run.local_seat;
    }
    match->config.next = next_job;
    match->config.done = take_done;
    match->config.user = &run;
    match->config.note = svi_note;
    match->config.stop = &run.stop;
    const enum sv_status status =
        svi_play_server_start(&server, &run.table, 1, &match->server, address, &error);
    enum svi_exit result;
    if (status != SV_OK) {
        result = svi_complain(status == SV_E_ARGUMENT ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s",
                              error.text);
    } else {
        result = play_served(&run, server, address);
    }
    svi_play_server_stop(server);
    svi_play_table_destroy(run.table);
    return result;
}
