#include "tools/cli/match_person.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void watch(void *user, const struct svi_game *game, unsigned seat,
                  const struct sv_event *event)
{
    struct svi_match_person *person = user;
    (void)seat;
    svi_tui_play_watch(person->play, game, event);
}

static void ask(void *user, const struct svi_game *game, unsigned seat, uint32_t number,
                const struct sv_question *question)
{
    struct svi_match_person *person = user;
    (void)seat;
    svi_tui_play_ask(person->play, game, number, question);
}

static bool answer(void *user, unsigned seat, uint32_t number, struct sv_answer *out)
{
    struct svi_match_person *person = user;
    (void)seat;
    return svi_tui_play_answer(person->play, number, out);
}

enum svi_exit svi_match_person_begin(struct svi_match_person *person, struct svi_run_config *config,
                                     struct svi_bot_spec *specs, unsigned seat, char *error,
                                     size_t error_size)
{
    *person = (struct svi_match_person){.config = config, .logs = {.lock = -1}};
    const int in = isatty(STDIN_FILENO);
    if (!in || !isatty(STDOUT_FILENO)) {
        (void)snprintf(error, error_size, "%s@tui: found no terminal as %s, expected one",
                       specs[seat].name, in ? "stdout" : "stdin");
        return SVI_EXIT_USAGE;
    }
    if (config->bot_logs == NULL) {
        if (!svi_scratch_dir_make(&person->logs, "solvent-match", error, error_size)) {
            return SVI_EXIT_ENVIRONMENT;
        }
        config->bot_logs = person->logs.path;
    }
    person->play = svi_tui_play_create(seat);
    if (person->play == NULL) {
        svi_scratch_dir_remove(&person->logs);
        (void)snprintf(error, error_size, "no memory");
        return SVI_EXIT_ENVIRONMENT;
    }
    person->local_seat =
        (struct svi_local_seat){.ask = ask, .answer = answer, .watch = watch, .user = person};
    svi_tui_play_when(person->local_seat.when);
    specs[seat].argv = NULL;
    specs[seat].local_seat = &person->local_seat;
    config->note = NULL; /* the log on the screen tells of bots, too */
    config->stop = &person->stop;
    return SVI_EXIT_DONE;
}

static void *run_jobs(void *user)
{
    struct svi_match_person *person = user;
    person->played = svi_run(person->config, NULL, person->error, person->error_size);
    svi_tui_play_over(person->play);
    return NULL;
}

enum sv_status svi_match_person_play(struct svi_match_person *person, char *error,
                                     size_t error_size)
{
    char shown[256] = "";
    pthread_t thread;
    sigset_t all, before;
    person->error = error;
    person->error_size = error_size;
    error[0] = '\0';
    (void)sigfillset(&all); /* signals are the screen's */
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const int reason = pthread_create(&thread, NULL, run_jobs, person);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (reason != 0) {
        (void)snprintf(error, error_size, "cannot start a thread: %s", strerrordesc_np(reason));
        svi_tui_play_destroy(person->play);
        svi_scratch_dir_remove(&person->logs);
        return SV_E_SYSTEM;
    }
    const bool seen = svi_tui_play_show(person->play, shown, sizeof shown);
    atomic_store(&person->stop, true);
    (void)pthread_join(thread, NULL);
    svi_scratch_dir_remove(&person->logs);
    person->left = !seen && person->played == SV_OK;
    if (person->left) {
        (void)snprintf(error, error_size, "%s", shown);
    }
    svi_tui_play_end(person->play); /* after that a signal may end us */
    svi_tui_play_destroy(person->play);
    return person->played;
}
