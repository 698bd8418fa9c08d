#include "tools/cli/own.h"

#include "base/json.h"
#include "base/order.h"
#include "base/out.h"
#include "memory/memory.h"
#include "process/process.h"
#include "record/header.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "tools/analysis/figure.h"
#include "tools/analysis/games.h"
#include "tools/analysis/own.h"
#include "tools/analysis/print.h"
#include "tools/analysis/stored.h"
#include "tools/cli/futures_bots.h"
#include "tools/cli/store_open.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/futures/futures.h"

#include <solvent/policy.h>
#include <solvent/version.h>

#include <inttypes.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BATCH 8u /* seats that are played and stored together */

/* A seat of one game, and its figures. */
struct seat {
    uint64_t number;
    unsigned seat, bot; /* `bot` by the store */
    unsigned seats;
    unsigned player[SV_MAX_SEATS]; /* by seat: the store's bot */
    uint8_t version[SVI_STORE_PLAYED_VERSION];
    bool is_found;
    struct svi_own_game found;
};

/* A seat whose decisions are being played on. */
struct playing {
    struct seat *seat;
    struct svi_buf replay, asked;
    struct svi_buf numbers; /* of the decisions of `asked` in `replay` */
    struct svi_own_sample sample;
    double *points;
};

struct own {
    const struct svi_what_if *how;
    struct svi_store *store;
    bool keep;
    struct svi_futures_bots bots;
    struct svi_run_config run;
    unsigned *place; /* by the store's bot: its index in run.bots */
    unsigned bot;    /* of the store; SVI_EVERY_BOT */
    uint64_t games;
    struct seat *seat; /* in the order of games */
    size_t n, room;
    uint64_t *of_bot;           /* seats by bot */
    struct svi_costly **costly; /* by bot: decisions that what-if has measured, or NULL */
    struct sv_edition edition;
    struct sv_players players; /* the reference, in every seat */
    bool has_players;
    struct svi_decisions decisions;
};

/* ---- seats ----------------------------------------------------------------------------------- */

static bool take_match(void *user, const struct svi_store_match *match)
{
    struct own *o = user;
    for (unsigned s = 0; s < match->seats; s++) {
        const unsigned bot = match->seat[s].bot;
        if (o->bot != SVI_EVERY_BOT && o->bot != bot) {
            continue;
        }
        o->seat = svi_grow(o->seat, &o->room, o->n + 1, sizeof *o->seat);
        struct seat *seat = &o->seat[o->n++];
        *seat =
            (struct seat){.number = match->number, .seat = s, .bot = bot, .seats = match->seats};
        for (unsigned i = 0; i < match->seats; i++) {
            seat->player[i] = match->seat[i].bot;
        }
        o->of_bot[bot]++;
    }
    return true;
}

/* Keeps at most `games` seats of each bot, spread evenly. */
static void choose(struct own *o)
{
    SCOPED(scoped_free) uint64_t *seen = svi_new(svi_store_info(o->store)->n_bots, sizeof *seen);
    size_t n = 0;
    for (size_t i = 0; i < o->n; i++) {
        const unsigned bot = o->seat[i].bot;
        const uint64_t all = o->of_bot[bot];
        const uint64_t most = o->games < all ? o->games : all;
        const uint64_t k = seen[bot]++;
        if ((k + 1) * most / all != k * most / all) {
            o->seat[n++] = o->seat[i];
        }
    }
    o->n = n;
}

SVI_ORDER(by_seat, struct seat,
          SVI_THEN(SVI_COMPARE(one->number, other->number), SVI_COMPARE(one->seat, other->seat)))

static bool take_kept(void *user, const struct svi_store_played_on *row)
{
    struct own *o = user;
    const struct seat key = {.number = row->number, .seat = row->seat};
    struct seat *seat =
        row->decision == 0 ? bsearch(&key, o->seat, o->n, sizeof key, by_seat) : NULL;
    if (o->bot == SVI_EVERY_BOT || o->bot == row->bot) {
        svi_costly_add(o->costly, row);
    }
    if (seat != NULL && memcmp(seat->version, row->version, sizeof row->version) == 0) {
        seat->is_found = svi_stored_get_own(row->found, row->size, &seat->found);
    }
    return true;
}

/* ---- versions -------------------------------------------------------------------------------- */

/* Finds the bots that play on, and their versions. In a seat that is measured, the reference
 * plays. */
static void find_bots(struct own *o)
{
    const struct svi_store_info *info = svi_store_info(o->store);
    o->place = svi_new(info->n_bots, sizeof *o->place);
    memset(o->place, 0xff, info->n_bots * sizeof *o->place);
    for (size_t i = 0; i < o->n; i++) {
        char game[512];
        const struct seat *seat = &o->seat[i];
        (void)snprintf(game, sizeof game, "%s#%" PRIu64, o->how->game, seat->number);
        for (unsigned s = 0; s < seat->seats; s++) {
            unsigned *place = &o->place[seat->player[s]];
            if (*place == UINT32_MAX && s != seat->seat) {
                *place = svi_futures_bots_seat(&o->bots, game, s, info->bot[seat->player[s]]);
            }
        }
    }
}

/* Names everything that a seat's figures follow from. `digest` is that of its game. */
static void name_version(const struct own *o, struct seat *seat, const uint8_t *digest)
{
    static const char label[] = "solvent own " SV_VERSION_STRING " " SVI_OWN_REFERENCE;
    const uint8_t most[] = {(uint8_t)o->how->most, (uint8_t)seat->seat};
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof seat->version);
    crypto_generichash_update(&state, (const uint8_t *)label, sizeof label);
    crypto_generichash_update(&state, most, sizeof most);
    crypto_generichash_update(&state, digest, SVI_DIGEST_BYTES);
    for (unsigned s = 0; s < seat->seats; s++) {
        if (s != seat->seat) {
            svi_futures_bots_hash(&o->bots, o->place[seat->player[s]], &state);
        }
    }
    crypto_generichash_final(&state, seat->version, sizeof seat->version);
}

/* ---- measuring ------------------------------------------------------------------------------- */

static noreturn void store_failed(const struct own *o)
{
    svi_die(SVI_EXIT_ENVIRONMENT, "%s: %s", o->how->game, svi_store_error(o->store));
}

/* Reads a seat's game, and samples its decisions. */
static void prepare(struct own *o, struct playing *p)
{
    const struct sv_bot *const reference = sv_policy_named(SVI_OWN_REFERENCE);
    const struct sv_bot *bot[SV_MAX_SEATS];
    struct svi_decisions *d = &o->decisions;
    struct svi_error error;
    if (svi_store_replay(o->store, p->seat->number, &p->replay) != SV_OK) {
        store_failed(o);
    }
    enum sv_status status = svi_record_ask_always(
        p->replay.data, p->replay.size, 1u << p->seat->seat, &p->asked, &p->numbers, &error);
    status = status == SV_OK ? svi_decisions_read(d, p->asked.data, p->asked.size, &error) : status;
    if (status != SV_OK) {
        svi_die(SVI_EXIT_FAILED, "%s#%" PRIu64 ": %s", o->how->game, p->seat->number, error.text);
    }
    if (!o->has_players) {
        o->edition = d->edition;
        for (unsigned s = 0; s < d->seats; s++) {
            bot[s] = reference;
        }
        if (sv_players_init(&o->players, &o->edition, bot, d->seats) != SV_OK) {
            svi_die(SVI_EXIT_ENVIRONMENT, "no memory");
        }
        o->has_players = true;
    }
    svi_own_sample_make(&p->sample, d, p->seat->seat, reference, &o->players.match[p->seat->seat],
                        o->how->most);
    p->points = svi_new(p->sample.n + 1u, sizeof *p->points);
}

/* Sums up a seat's sample. Its decisions get the numbers that they have in the stored game. */
static void find(struct playing *p)
{
    struct svi_own_game *found = &p->seat->found;
    const uint32_t *number = (const uint32_t *)(const void *)p->numbers.data;
    svi_own_game_make(found, &p->sample, p->points);
    for (unsigned k = 0; k < SVI_HABITS; k++) {
        if (found->habit[k].measured > 0) {
            found->habit[k].decision = number[found->habit[k].decision - 1];
        }
    }
    p->seat->is_found = true;
}

static void keep(struct own *o, struct playing playing[], unsigned n)
{
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    enum sv_status status = SV_OK;
    for (unsigned i = 0; i < n && status == SV_OK; i++) {
        const struct seat *seat = playing[i].seat;
        svi_buf_clear(&bytes);
        svi_stored_put_own(&seat->found, &bytes);
        struct svi_store_played_on row = {
            .number = seat->number, .seat = seat->seat, .found = bytes.data, .size = bytes.size};
        memcpy(row.version, seat->version, sizeof row.version);
        status = svi_store_put_played_on(o->store, &row);
    }
    if (status != SV_OK || svi_store_commit(o->store) != SV_OK) {
        store_failed(o);
    }
}

/* Plays the samples of a few seats. */
static void play(struct own *o, struct playing playing[], unsigned n)
{
    struct svi_own_seat seats[BATCH];
    struct svi_error error;
    for (unsigned i = 0; i < n; i++) {
        const struct seat *seat = playing[i].seat;
        seats[i] = (struct svi_own_seat){.game = &playing[i].asked,
                                         .edition = &o->edition,
                                         .seat = seat->seat,
                                         .sample = &playing[i].sample,
                                         .points = playing[i].points};
        for (unsigned s = 0; s < seat->seats; s++) {
            seats[i].bot[s] =
                s == seat->seat ? svi_futures_bots_added(&o->bots) : o->place[seat->player[s]];
        }
    }
    const struct svi_own_futures futures = {.run = o->run, .seat = seats, .n = n};
    if (svi_own_futures_play(&futures, &error) != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s: %s", o->how->game, error.text);
    }
    for (unsigned i = 0; i < n; i++) {
        find(&playing[i]);
    }
    if (o->keep) {
        keep(o, playing, n);
    }
}

static void play_batch(struct own *o, struct playing playing[], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        prepare(o, &playing[i]);
    }
    play(o, playing, n);
    for (unsigned i = 0; i < n; i++) {
        svi_own_sample_finish(&playing[i].sample);
        svi_buf_finish(&playing[i].replay);
        svi_buf_finish(&playing[i].asked);
        svi_buf_finish(&playing[i].numbers);
        free(playing[i].points);
    }
}

/* Measures all seats that have not been measured before. */
static void measure(struct own *o)
{
    struct svi_progress progress;
    struct playing playing[BATCH];
    unsigned n = 0;
    uint64_t all = 0, done = 0;
    for (size_t i = 0; i < o->n; i++) {
        all += !o->seat[i].is_found;
    }
    if (o->how->most > 0) {
        svi_note("%" PRIu64 " of %zu games of bots to measure: some %" PRIu64 " games", all, o->n,
                 2 * o->how->most * all);
    } else {
        svi_note("%" PRIu64 " of %zu games of bots to measure", all, o->n);
    }
    svi_progress_init(&progress, o->how->game);
    for (size_t i = 0; i < o->n; i++) {
        if (!o->seat[i].is_found) {
            playing[n++] = (struct playing){.seat = &o->seat[i]};
        }
        if (n == BATCH || (i + 1 == o->n && n > 0)) {
            play_batch(o, playing, n);
            done += n;
            n = 0;
            svi_progress_pass(&progress, done, all);
        }
    }
    (void)svi_progress_finish(&progress);
}

/* ---- result ---------------------------------------------------------------------------------- */

/* Adds an estimate with half its interval. */
static void put_points(struct svi_table *table, struct svi_estimate points)
{
    char text[SVI_POINTS_TEXT];
    svi_table_add(table, "%s", svi_points_text(points.value, text));
    if (isfinite(points.high)) {
        svi_table_add(table, "%.3f", points.high - points.value);
    } else {
        svi_table_add(table, "-");
    }
}

/* Adds the row of a kind of decision, or of all with SV_DECISION_COUNT. */
static void put_row(struct svi_table *table, const char *bot, const struct svi_own *own,
                    unsigned kind)
{
    svi_table_row(table, "%s\t%s\t%" PRIu64 "\t%" PRIu64, bot,
                  kind < SV_DECISION_COUNT ? sv_decision_name(kind) : "all", own->games,
                  svi_own_measured(own, kind));
    put_points(table, svi_own_points(own, kind));
}

static void put_text(const struct svi_store_info *info, const struct svi_own own[],
                     struct svi_buf *out)
{
    SCOPED(svi_table_finish) struct svi_table table;
    uint64_t left_out = 0;
    svi_table_init(&table, 6, 3);
    svi_table_row(&table, "bot\tkind\tgames\tmeasured\tpoints\t\xc2\xb1");
    for (unsigned b = 0; b < info->n_bots; b++) {
        if (own[b].games > 0) {
            put_row(&table, info->bot[b], &own[b], SV_DECISION_COUNT);
            left_out += own[b].left_out;
        }
        for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
            if (own[b].measured[k] > 0) {
                put_row(&table, info->bot[b], &own[b], k);
            }
        }
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    svi_out_char(out, '\n');
    svi_width_wrap("points: a game, by the bot's decisions against those of " SVI_OWN_REFERENCE
                   " in the same company, "
                   "with a 95% interval; -: few games, or no difference yet. All kinds together "
                   "are what the bot gains over that policy in its seat.",
                   0, svi_width_screen(), out);
    if (left_out > 0) {
        svi_out_format(out, "left out, as a bot was lost: %" PRIu64 " decisions\n", left_out);
    }
}

/* Tells what bots do otherwise than learner, and what it brings. */
static void put_habits(const struct svi_store_info *info, const struct svi_own own[],
                       struct svi_buf *out)
{
    SCOPED(svi_table_finish) struct svi_table table;
    uint8_t order[SVI_HABITS];
    svi_out_char(out, '\n');
    svi_table_init(&table, 7, 3u | 1u << 6);
    svi_table_row(&table, "bot\thabit\tpoints\t\xc2\xb1\tgames\tmeasured\twhere");
    for (unsigned b = 0; b < info->n_bots; b++) {
        const unsigned habits = svi_own_habits(&own[b], order);
        for (unsigned i = 0; i < habits; i++) {
            const struct svi_bot_habit *h = &own[b].habit[order[i]];
            char where[SVI_OWN_PLACES * 48] = "";
            for (unsigned k = 0; k < h->n_places; k++) {
                const size_t used = strlen(where);
                (void)snprintf(where + used, sizeof where - used, "%s#%" PRIu64 " d=%" PRIu32,
                               k > 0 ? ", " : "", h->place[k].number, h->place[k].decision);
            }
            svi_table_row(&table, "%s\t%s", info->bot[b], svi_own_habit_words(&own[b], order[i]));
            put_points(&table, svi_own_habit_points(&own[b], order[i]));
            svi_table_row(&table, "%" PRIu64 "\t%" PRIu64 "\t%s", h->games, h->measured, where);
        }
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    svi_out_char(out, '\n');
    svi_width_wrap("habits: what a bot does otherwise than learner (" SVI_OWN_REFERENCE
                   "). where: decisions after which "
                   "a future went worst, or the next decision if the bot was not asked.",
                   0, svi_width_screen(), out);
}

static void put_habits_json(const struct svi_own *own, struct svi_buf *out)
{
    uint8_t order[SVI_HABITS];
    const unsigned n = svi_own_habits(own, order);
    svi_json_rows(out, "habits");
    for (unsigned i = 0; i < n; i++) {
        const struct svi_bot_habit *h = &own->habit[order[i]];
        const struct svi_estimate points = svi_own_habit_points(own, order[i]);
        svi_json_row(out);
        svi_json_members(out, JSON_TEXT("name", svi_habits[order[i]].name),
                         JSON_TEXT("habit", svi_own_habit_words(own, order[i])),
                         JSON_FIGURE("points", points.value, 6),
                         JSON_FIGURE("half", points.high - points.value, 6),
                         JSON_INT("games", h->games), JSON_INT("measured", h->measured));
        svi_json_rows(out, "where");
        for (unsigned k = 0; k < h->n_places; k++) {
            svi_json_object(out, JSON_INT("game", h->place[k].number),
                            JSON_INT("decision", h->place[k].decision));
        }
        svi_json_rows_end(out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

/* Tells the costliest decisions that were played on, if there are any. */
static void put_costly(const struct own *o, struct svi_buf *out)
{
    const struct svi_store_info *info = svi_store_info(o->store);
    SCOPED(svi_table_finish) struct svi_table table;
    bool any = false;
    svi_table_init(&table, 9, 1u | 1u << 4 | 3u << 7);
    svi_table_row(&table, "bot\tgame\tdecision\tround\tkind\tcost\t\xc2\xb1\tgiven\tbetter");
    for (unsigned b = 0; b < info->n_bots; b++) {
        for (unsigned i = 0; o->costly[b] != NULL && i < o->costly[b]->n; i++) {
            const struct svi_costly_decision *c = &o->costly[b]->list[i];
            any = true;
            svi_table_row(&table, "%s\t#%" PRIu64 "\t%" PRIu32 "\t%" PRIu32 "\t%s\t%.3f\t%.3f",
                          info->bot[b], c->number, c->decision, c->found.round,
                          sv_decision_name(c->found.kind), c->found.cost, 1.96 * c->found.se);
            svi_table_add(&table, "%s", c->found.given_words);
            svi_table_add(&table, "%s", c->found.best_words);
        }
    }
    if (any) {
        svi_out_text(out, "\nThe costliest of the decisions that were played on:\n");
        svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
    }
}

static void put_costly_json(const struct svi_costly *costly, struct svi_buf *out)
{
    svi_json_rows(out, "costly");
    for (unsigned i = 0; costly != NULL && i < costly->n; i++) {
        const struct svi_costly_decision *c = &costly->list[i];
        svi_json_object(
            out, JSON_INT("game", c->number), JSON_INT("decision", c->decision),
            JSON_INT("round", c->found.round), JSON_TEXT("kind", sv_decision_name(c->found.kind)),
            JSON_TEXT("class", svi_class_name((enum svi_class)c->found.class)),
            JSON_FIGURE("cost", c->found.cost, 6), JSON_FIGURE("se", c->found.se, 6),
            JSON_TEXT("given", c->found.given_words), JSON_TEXT("better", c->found.best_words));
    }
    svi_json_rows_end(out);
}

static void put_figures(struct svi_buf *out, const struct svi_own *own, unsigned kind)
{
    const struct svi_estimate points = svi_own_points(own, kind);
    svi_json_members(out, JSON_INT("measured", svi_own_measured(own, kind)),
                     JSON_FIGURE("points", points.value, 6),
                     JSON_FIGURE("half", points.high - points.value, 6));
}

static void put_json(const struct own *o, const struct svi_own own[], struct svi_buf *out)
{
    const struct svi_store_info *info = svi_store_info(o->store);
    svi_json_rows(out, "bots");
    for (unsigned b = 0; b < info->n_bots; b++) {
        if (own[b].games == 0) {
            continue;
        }
        svi_json_row(out);
        svi_json_members(out, JSON_TEXT("bot", info->bot[b]), JSON_INT("games", own[b].games),
                         JSON_INT("differing", own[b].differing),
                         JSON_INT("left_out", own[b].left_out));
        put_figures(out, &own[b], SV_DECISION_COUNT);
        svi_json_rows(out, "kinds");
        for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
            if (own[b].measured[k] > 0) {
                svi_json_row(out);
                svi_json_string(out, "kind", sv_decision_name(k));
                put_figures(out, &own[b], k);
                svi_json_row_end(out);
            }
        }
        svi_json_rows_end(out);
        put_habits_json(&own[b], out);
        put_costly_json(o->costly[b], out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

static enum svi_exit tell(struct own *o)
{
    const struct svi_store_info *info = svi_store_info(o->store);
    SCOPED(scoped_free) struct svi_own *own = svi_new(info->n_bots, sizeof *own);
    struct svi_buf out = {0};
    for (size_t i = 0; i < o->n; i++) {
        svi_own_add(&own[o->seat[i].bot], o->seat[i].number, &o->seat[i].found);
    }
    if (o->how->json) {
        svi_out_char(&out, '{');
        put_json(o, own, &out);
        svi_json_rows(&out, "stand_ins");
        svi_futures_bots_tell_stand_ins(&o->bots, info, o->place, o->how->json, &out);
        svi_json_rows_end(&out);
        svi_out_text(&out, "}\n");
    } else {
        put_text(info, own, &out);
        put_habits(info, own, &out);
        put_costly(o, &out);
        svi_futures_bots_tell_stand_ins(&o->bots, info, o->place, o->how->json, &out);
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Chooses the seats, and finds those that were measured before. */
static void find_seats(struct own *o)
{
    SCOPED(svi_buf_finish) struct svi_buf replay = {0};
    o->of_bot = svi_new(svi_store_info(o->store)->n_bots, sizeof *o->of_bot);
    o->costly = svi_new(svi_store_info(o->store)->n_bots, sizeof *o->costly);
    if (svi_store_results(o->store, 0, take_match, o) != SV_OK) {
        store_failed(o);
    }
    choose(o);
    find_bots(o);
    for (size_t i = 0; i < o->n; i++) {
        if (svi_store_replay(o->store, o->seat[i].number, &replay) != SV_OK) {
            store_failed(o);
        } else if (replay.size >= SVI_DIGEST_BYTES) {
            name_version(o, &o->seat[i], replay.data + replay.size - SVI_DIGEST_BYTES);
        }
    }
    if (svi_store_played_on(o->store, 0, take_kept, o) != SV_OK) {
        store_failed(o);
    }
}

enum svi_exit svi_own(const struct svi_what_if *how, uint64_t games)
{
    SCOPED(scoped_free) struct own *o = svi_new(1, sizeof *o);
    SCOPED(scoped_free) char *folder = svi_process_bots();
    SCOPED(scoped_free)
    char *reference =
        folder != NULL ? svi_text("%s/" SVI_OWN_REFERENCE, folder) : svi_copy(SVI_OWN_REFERENCE);
    if (folder != NULL && access(reference, X_OK) != 0) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s: found no program, expected the reference bot",
                reference);
    }
    o->how = how;
    o->games = games;
    o->store = svi_store_open_keeping(how->game, &o->keep);
    o->bot =
        how->bot != NULL ? svi_store_bot(o->store, how->game, "--bot: ", how->bot) : SVI_EVERY_BOT;
    o->bots.added = reference;
    svi_futures_bots_open(&o->bots, how->game, how->league, how->game, how->stand_in);
    find_seats(o);
    o->run = svi_futures_bots_config(&o->bots, how->game, how->jobs);
    measure(o);
    const enum svi_exit result = tell(o);
    if (o->keep) {
        svi_store_seal(o->store);
    }
    if (o->has_players) {
        sv_players_finish(&o->players);
    }
    svi_futures_bots_finish(&o->bots);
    svi_decisions_finish(&o->decisions);
    svi_costly_finish(o->costly, svi_store_info(o->store)->n_bots);
    free(o->place);
    free(o->seat);
    free(o->of_bot);
    return result;
}
