#include "tools/check/check_game.h"

#include "game/pack.h"
#include "memory/memory.h"
#include "tools/console/say.h"

#include <solvent/policy.h>

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TWIST_ROUND 8u

static void seat_bots(struct svi_check_table *t, uint64_t number, const uint8_t *seed)
{
    enum { COMPANY = 4 };
    static const struct sv_bot *const company[COMPANY] = {&sv_policy_random, &sv_policy_trader,
                                                          &sv_policy_random, &sv_policy_careful};
    for (unsigned s = 0; s < t->job.seats; s++) {
        struct sv_match *m = &t->own[s];
        const struct sv_bot *bot = s != t->job.seat ? company[(s + t->job.seed) % COMPANY] : NULL;
        t->bot[s] = bot;
        m->edition = t->job.edition;
        m->position = &t->game.state.position;
        m->id = number;
        m->seat = (uint8_t)s;
        m->seats = (uint8_t)t->job.seats;
        sv_luck_bot_key(seed, s, m->rng.key);
        for (unsigned i = 0; i < t->job.seats; i++) {
            (void)snprintf(m->name[i], sizeof m->name[i], "seat %u", i);
        }
        if (bot != NULL) {
            m->user = bot->user;
        }
        if (bot != NULL && bot->match_start != NULL) {
            bot->match_start(m);
        }
    }
}

static void take_event(void *user, const struct sv_event *ev)
{
    svi_event_log_add(&((struct svi_check_table *)user)->events, ev);
}

void svi_check_table_init(struct svi_check_table *t, const struct svi_check_job *job,
                          uint64_t number, const struct svi_edition_cache *board,
                          struct svi_bot_session *session)
{
    const char *names[SV_MAX_SEATS];
    struct svi_game_setup setup = {.edition = job->edition,
                                   .setup = {.seats = (uint8_t)job->seats},
                                   .names = names,
                                   .record = job->recorded,
                                   .sink = {take_event, t},
                                   .edition_bytes = board->bytes.data,
                                   .edition_size = board->bytes.size,
                                   .edition_hash = board->hash};
    char seed[40];
    memset(t, 0, sizeof *t);
    t->job = *job;
    (void)snprintf(seed, sizeof seed, "check %u", job->seed);
    sv_luck_seed_text(seed, setup.setup.seed);
    seat_bots(t, number, setup.setup.seed);
    for (unsigned s = 0; s < job->seats; s++) {
        names[s] = t->own[s].name[s];
        setup.setup.answers[s] = t->bot[s] != NULL ? sv_bot_answers(t->bot[s]) : session->kinds;
        if (t->bot[s] != NULL) {
            sv_bot_whens(t->bot[s], setup.setup.when[s]);
        } else {
            memcpy(setup.setup.when[s], session->when, sizeof setup.setup.when[s]);
        }
    }
    if (svi_game_start(&t->game, &setup) != SV_OK) {
        /* Out of memory: the check goes on without a record. */
        setup.record = false;
        const enum sv_status status = svi_game_start(&t->game, &setup);
        assert(status == SV_OK);
        (void)status;
    }
    const struct svi_match_view_setup match = {.board = board,
                                               .state = &t->game.state,
                                               .name = (const char(*)[SV_MAX_NAME])t->game.name,
                                               .seed = t->game.setup.seed,
                                               .salt = t->game.salt,
                                               .seats = job->seats,
                                               .events = &t->events};
    svi_match_view_begin(&t->match, &match);
    svi_match_view_seat(&t->match, job->seat, session);
}

void svi_check_table_finish(struct svi_check_table *t)
{
    for (unsigned s = 0; s < t->job.seats; s++) {
        if (t->bot[s] != NULL && t->bot[s]->match_end != NULL) {
            t->bot[s]->match_end(&t->own[s], NULL);
        }
    }
    svi_game_finish(&t->game);
    svi_match_view_finish(&t->match);
    svi_event_log_finish(&t->events);
}

/* Returns whether all open questions are in a window, where the position may be changed. */
static bool in_window(const struct svi_check_table *t)
{
    struct sv_question q;
    for (unsigned s = 0; s < t->job.seats; s++) {
        if (svi_game_question(&t->game, s, &q) == SV_OK && q.kind != SV_DECISION_MANAGE) {
            return false;
        }
    }
    return true;
}

/* Sends the change as events, so that a bot that adds up events arrives at the same position. */
static void tell_mortgaged(struct svi_check_table *t)
{
    const struct sv_position *p = &t->game.state.position;
    for (unsigned i = 0; i < t->job.edition->n_spaces; i++) {
        const struct sv_event sold = {.type = sv_has(t->job.edition->streets, i) ? SV_EVENT_LEVEL
                                                                                 : SV_EVENT_DEPOT,
                                      .space = (uint8_t)i,
                                      .from = p->level[i]};
        if (p->level[i] != 0) {
            take_event(t, &sold);
        }
        if (p->owner[i] < t->job.seats && !sv_has(p->mortgaged, i)) {
            take_event(t,
                       &(struct sv_event){.type = SV_EVENT_MORTGAGE, .space = (uint8_t)i, .on = 1});
        }
    }
}

static void twist(struct svi_check_table *t)
{
    struct sv_position *p = &t->game.state.position;
    const struct sv_rules *rules = &t->job.edition->rules;
    if (t->twisted || t->job.twist == SVI_CHECK_AS_IT_IS || p->round < TWIST_ROUND ||
        !sv_has(svi_game_pending(&t->game), t->job.seat) || !in_window(t)) {
        return;
    }
    t->twisted = true;
    t->game.recording = false; /* a record cannot represent the change */
    if (t->job.twist == SVI_CHECK_MORTGAGED) {
        tell_mortgaged(t);
        memset(p->level, 0, sizeof p->level);
        p->stock[SV_UNIT_HOUSE] = (uint8_t)rules->houses;
        p->stock[SV_UNIT_HOTEL] = (uint8_t)rules->hotels;
        p->stock[SV_UNIT_TOWER] = (uint8_t)rules->skyscrapers;
        p->stock[SV_UNIT_DEPOT] = (uint8_t)rules->depots;
        for (unsigned s = 0; s < t->job.seats; s++) {
            p->mortgaged |= p->owned[s];
        }
        return;
    }
    for (unsigned s = 0; s < t->job.seats; s++) {
        if (p->cash[s] > 1) {
            take_event(t, &(struct sv_event){.type = SV_EVENT_CASH,
                                             .from = (uint8_t)s,
                                             .to = SV_BANK,
                                             .amount = p->cash[s] - 1,
                                             .space = SV_NONE});
            p->cash[s] = 1;
        }
    }
}

/* Gives the game the answer of its next seat. The answer of the bot under test comes with its
 * verdict; an illegal answer of our own bots is replaced by the default. */
static enum sv_status give_answer(struct svi_check_table *t, unsigned seat)
{
    struct svi_bot_session_seat *tested = seat == t->job.seat ? svi_check_table_seat(t) : NULL;
    const enum sv_verdict verdict =
        tested != NULL ? (enum sv_verdict)tested->verdict : SV_VERDICT_OK;
    enum sv_status status = SV_OK;
    if (tested != NULL && t->game.recording) {
        status = svi_rejected_queue_give(&tested->rejected_answers, &t->game);
    }
    if (status == SV_OK) {
        status = svi_game_answer(&t->game, seat, verdict, &t->answer[seat]);
    }
    if (status != SV_OK && status != SV_E_SYSTEM) {
        status = svi_game_answer(&t->game, seat, SV_VERDICT_ILLEGAL, NULL);
    }
    return status;
}

/* Carries out the answers to all open questions. */
static void carry_out(struct svi_check_table *t)
{
    for (unsigned left = svi_game_pending(&t->game); left != 0;) {
        const unsigned seat = svi_game_next(&t->game);
        if (give_answer(t, seat) != SV_OK) { /* out of memory: the check goes on without a record */
            t->game.recording = false;
            (void)give_answer(t, seat);
        }
        left &= ~(1u << seat);
    }
}

/* Ends the match and sends the result to the bot under test. */
static void end(struct svi_check_table *t)
{
    struct sv_result result;
    svi_game_result(&t->game, &result);
    svi_match_view_end(&t->match, &result, 0);
    t->over = true;
}

void svi_check_table_step(struct svi_check_table *t)
{
    unsigned asked;
    while ((asked = svi_game_pending(&t->game)) != 0) {
        twist(t);
        t->unsendable |= !svi_course_travels(t->job.edition, &t->game.state.position,
                                             &t->game.state.course, asked);
        for (unsigned s = 0; s < t->job.seats; s++) {
            struct sv_question q;
            if (t->bot[s] != NULL && sv_has(asked, s) &&
                svi_game_question(&t->game, s, &q) == SV_OK) {
                t->own[s].course = t->bot[s]->model ? &t->game.state.course : NULL;
                sv_bot_decide(t->bot[s], &t->own[s], &q, &t->answer[s]);
            }
        }
        if (sv_has(asked, t->job.seat)) {
            svi_match_view_ask(&t->match, 1u << t->job.seat, 0);
            return;
        }
        carry_out(t);
    }
    end(t);
}

void svi_check_table_answer(struct svi_check_table *t)
{
    struct svi_bot_session_seat *seat = svi_check_table_seat(t);
    t->answer[t->job.seat] = *svi_match_view_answer(seat);
    carry_out(t);
    svi_match_view_pass(seat); /* here are no strikes, and the bot's remarks are not kept */
}

/* ---- kept games ------------------------------------------------------------------------------ */

/* Returns the path of a file in the folder: "02-edition-mega-2-to-8-seats.svr". The caller frees
 * it. */
static char *path_of(const struct svi_check_keep *keep, const char *point, const char *ending)
{
    char name[64];
    size_t n = 0;
    for (const char *c = point; *c != '\0' && n + 1 < sizeof name; c++) {
        const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
        if (plain || (n > 0 && name[n - 1] != '-')) {
            name[n++] = plain ? *c : '-';
        }
    }
    while (n > 0 && name[n - 1] == '-') {
        n--;
    }
    name[n] = '\0';
    return svi_text("%s/%02u-%s.%s", keep->folder, keep->points, name, ending);
}

static void complain(const char *path, int reason)
{
    (void)svi_complain(SVI_EXIT_ENVIRONMENT, "cannot write '%s': %s", path, svi_errno_text(reason));
}

/* Plays the game to its end by defaults, from the bot's open question on. */
static bool play_out(struct svi_game *g)
{
    enum sv_status status = SV_OK;
    while (status == SV_OK && !svi_game_over(g)) {
        status = svi_game_answer(g, svi_game_next(g), SV_VERDICT_DEFAULT, NULL);
    }
    return status == SV_OK;
}

/* Writes a copy of the game that is played to its end; the game itself is not changed. */
static bool write_record(const char *path, const struct svi_game *g)
{
    struct svi_game copy;
    svi_game_view(g, &copy);
    svi_buf_append(&copy.record, g->record.data, g->record.size);
    bool whole = !copy.record.failed && play_out(&copy);
    if (!whole) {
        complain(path, ENOMEM);
    } else {
        whole = svi_say_file(path, copy.record.data, copy.record.size) == SVI_EXIT_DONE;
    }
    svi_game_finish(&copy);
    return whole;
}

void svi_check_keep(struct svi_check_keep *keep, const char *point, const char *fault,
                    struct svi_check_table *t)
{
    const struct svi_game *g = t->game.recording ? &t->game : NULL;
    if (keep->folder == NULL) {
        return;
    }
    if (keep->points++ == 0 && mkdir(keep->folder, 0777) != 0 && errno != EEXIST) {
        complain(keep->folder, errno);
        keep->folder = NULL;
        return;
    }
    const uint32_t decision = g != NULL ? g->decisions : 0;
    SCOPED(scoped_free) char *record = path_of(keep, point, "svr");
    SCOPED(scoped_free) char *text = path_of(keep, point, "txt");
    const bool replay = g != NULL && write_record(record, g);
    FILE *file = fopen(text, "we");
    if (file == NULL) {
        complain(text, errno);
    } else {
        (void)fprintf(file, "%s: %s\n\nedition %s, %u seats, the bot in seat %u, seed 'check %u'\n",
                      point, fault, t->job.edition->name, t->job.seats, t->job.seat, t->job.seed);
        if (replay) {
            (void)fprintf(file,
                          "the fault is at decision %" PRIu32
                          " or right after it; defaults follow\n\n"
                          "solvent replay %s --decisions --seat %u\n"
                          "solvent replay %s --drive %u -- %s\n",
                          decision, record, t->job.seat, record, t->job.seat, keep->command);
        } else {
            (void)fprintf(file, "there is no replay of it: %s\n\nsolvent check '%s'\n",
                          g == NULL ? "the position was changed by hand" : "it cannot be written",
                          keep->command);
        }
        const bool wrote = fflush(file) == 0 && ferror(file) == 0;
        if (fclose(file) != 0 || !wrote) {
            complain(text, errno);
        }
    }
}
