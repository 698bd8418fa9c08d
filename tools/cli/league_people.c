#include "tools/cli/league_people.h"

#include "memory/memory.h"
#include "runner/local_seat.h"
#include "thread/thread.h"
#include "tools/cli/store_open.h"
#include "tools/console/say.h"
#include "tools/play/server.h"
#include "tools/play/table.h"

#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define IDLE_S 30u
#define TURN_MS 50
#define GAME_TEXT (2 * 32 + 1) /* text of a match's commitment, which identifies the match */

struct person {
    struct svi_league_bot *bot;
    struct svi_play_table *table;
    struct svi_play_journal journal;
    struct svi_local_seat local_seat;
    char *path; /* path of the journal */
    char game[GAME_TEXT];
    bool told; /* a journal that cannot be written has been reported */
};

struct svi_league_people {
    unsigned n;
    struct person *person;
    struct svi_play_table **table;
    struct svi_play_server *server;
    struct svi_play_server_config config;
    struct svi_thread thread;
    atomic_bool stop;
};

/* ---- the runner's thread --------------------------------------------------------------------- */

/* Begins a match: the one whose answers are kept, or another, and then the kept answers are
 * discarded. */
static void begin(struct person *person, const struct svi_game *game, unsigned seat)
{
    uint8_t commitment[32];
    char text[GAME_TEXT];
    sv_luck_commitment(game->setup.seed, game->salt, commitment);
    (void)sodium_bin2hex(text, sizeof text, commitment, sizeof commitment);
    const bool other = strcmp(text, person->game) != 0;
    memcpy(person->game, text, sizeof text);
    if (svi_play_table_begin(person->table, seat, other ? text : NULL) != SV_OK && !person->told) {
        person->told = true;
        svi_note("what %s answers cannot be kept: after a stop their match begins again",
                 person->bot->name);
    }
}

static void watch(void *user, const struct svi_game *game, unsigned seat,
                  const struct sv_event *event)
{
    struct person *person = user;
    if (event->type == SV_EVENT_GAME_START) {
        begin(person, game, seat);
    }
    svi_play_table_watch(person->table, game, event);
    if (event->type == SV_EVENT_GAME_END) {
        svi_play_table_over(person->table, NULL, 0, "");
    }
}

/* ---- the tables ------------------------------------------------------------------------------ */

/* Reads the only line that such a file has. */
static bool take_line(void *user, const struct svi_play_line *line)
{
    struct person *person = user;
    if (strcmp(line->key, "game") != 0 || strlen(line->value) != GAME_TEXT - 1) {
        return false;
    }
    memcpy(person->game, line->value, GAME_TEXT);
    return true;
}

static enum svi_exit seat_person(struct person *person, const char *store_path)
{
    struct svi_error error;
    char ending[SV_MAX_NAME + 16];
    const struct svi_play_person who = {.name = person->bot->name};
    (void)snprintf(ending, sizeof ending, ".%s.answers", person->bot->name);
    person->path = svi_league_beside(store_path, ending);
    const enum sv_status status =
        svi_play_journal_read(&person->journal, person->path, take_line, person, &error);
    if (status != SV_OK && status != SV_E_UNKNOWN) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    person->table = svi_play_table_create(&who, 1, &person->journal, NULL);
    person->local_seat = (struct svi_local_seat){.ask = svi_play_table_ask,
                                                 .answer = svi_play_table_answer,
                                                 .left = svi_play_table_left,
                                                 .watch = watch,
                                                 .user = person->table,
                                                 .watcher = person};
    svi_play_table_when(person->local_seat.when);
    return SVI_EXIT_DONE;
}

/* Runs the server, which sends news to the browsers. */
static void *turn(void *user)
{
    struct svi_league_people *people = user;
    const struct timespec pause = {0, TURN_MS * 1000000L};
    while (!atomic_load(&people->stop)) {
        svi_play_server_turn(people->server);
        (void)nanosleep(&pause, NULL);
    }
    return NULL;
}

static enum svi_exit serve(struct svi_league_people *people)
{
    struct svi_error error;
    char address[128];
    const enum sv_status status = svi_play_server_start(&people->server, people->table, people->n,
                                                        &people->config, address, &error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error.text);
    }
    const int reason = svi_thread_start(&people->thread, turn, people);
    if (reason != 0) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot start a thread: %s",
                            svi_errno_text(reason));
    }
    for (unsigned i = 0; i < people->n; i++) {
        /* Without the addresses the people cannot play, so --quiet does not hide them. */
        struct person *person = &people->person[i];
        person->bot->local_seat = &person->local_seat;
        (void)fprintf(stderr, "%s plays at %s%s/\n", person->bot->name, address,
                      svi_play_table_token(person->table, 0));
    }
    return SVI_EXIT_DONE;
}

void svi_league_people_refuse_shards(const struct svi_league *league)
{
    for (unsigned i = 0; i < league->n_bots; i++) {
        if (league->bot[i].web) {
            svi_die(SVI_EXIT_USAGE,
                    "%s:%u: '%s' is a person; expected no shards: people play in one run",
                    league->file, league->bot[i].line, league->bot[i].name);
        }
    }
}

static unsigned count(const struct svi_league *league)
{
    unsigned n = 0;
    for (unsigned i = 0; i < league->n_bots; i++) {
        n += league->bot[i].web && league->bot[i].status == SVI_STATUS_PLAYS;
    }
    return n;
}

enum svi_exit svi_league_people_create(struct svi_league_people **out, struct svi_league *league,
                                       const char *store_path, const char *listen)
{
    const unsigned n = count(league);
    *out = NULL;
    if (n == 0) {
        return SVI_EXIT_DONE;
    }
    if (!svi_play_has_page()) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "this build has no page for people to play on "
                                                  "(it was configured with -DSOLVENT_SITE=OFF)");
    }
    struct svi_league_people *people = svi_new(1, sizeof *people);
    struct person *person = svi_new(n, sizeof *person);
    struct svi_play_table **table = svi_new(n, sizeof(struct svi_play_table *));
    people->person = person;
    people->table = table;
    people->config = (struct svi_play_server_config){.listen = listen, .idle_s = IDLE_S};
    enum svi_exit status = SVI_EXIT_DONE;
    for (unsigned i = 0; i < league->n_bots && status == SVI_EXIT_DONE; i++) {
        if (league->bot[i].web && league->bot[i].status == SVI_STATUS_PLAYS) {
            struct person *next = &person[people->n];
            next->bot = &league->bot[i];
            status = seat_person(next, store_path);
            table[people->n++] = next->table;
        }
    }
    status = status == SVI_EXIT_DONE ? serve(people) : status;
    if (status != SVI_EXIT_DONE) {
        svi_league_people_destroy(people, false);
        return status;
    }
    *out = people;
    return SVI_EXIT_DONE;
}

void svi_league_people_destroy(struct svi_league_people *people, bool over)
{
    if (people == NULL) {
        return;
    }
    for (unsigned i = 0; i < people->n && people->thread.is_running; i++) {
        svi_play_table_close(people->table[i]);
    }
    atomic_store(&people->stop, true);
    svi_thread_join(&people->thread);
    svi_play_server_stop(people->server);
    for (unsigned i = 0; i < people->n; i++) {
        struct person *person = &people->person[i];
        person->bot->local_seat = NULL;
        svi_play_table_destroy(person->table);
        svi_play_journal_finish(&person->journal);
        if (over && person->path != NULL) {
            (void)unlink(person->path);
        }
        free(person->path);
    }
    free(people->person);
    free(people->table);
    free(people);
}
