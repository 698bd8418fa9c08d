#include "tools/cli/match_setup.h"

#include "base/out.h"
#include "process/process.h"
#include "store/store.h"
#include "text/words.h"
#include "tools/cli/store_open.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/replay/html.h"

#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void svi_match_program(const char *program, enum svi_exit missing)
{
    char why[SVI_PROCESS_WHY];
    SCOPED(scoped_free) char *path = svi_process_find(program);
    if (path == NULL) {
        const bool other = svi_process_missing(program, NULL, errno, why, sizeof why);
        svi_die(other ? SVI_EXIT_USAGE : missing, "cannot run '%s': %s", program, why);
    }
}

/* ---- deals ----------------------------------------------------------------------------------- */

/* Reads the game and its result. */
static void read_game(struct svi_match_deal *deal)
{
    struct svi_recorded *r = deal->recorded = svi_recorded_create(deal->game);
    if (r->replay.sealed) {
        svi_die(
            SVI_EXIT_USAGE,
            "%s: other games of this deal are not over; expected a deal whose games are all over",
            deal->game);
    }
    if (svi_replay_run(&r->replay, &r->game, NULL) != SV_OK) {
        svi_recorded_fault(r);
    }
    svi_game_result(&r->game, &deal->result);
}

void svi_match_setup_again(struct svi_match_setup *setup)
{
    struct svi_match_deal *deal = &setup->deal;
    if (deal->at > 0) {
        svi_probe_driver_destroy(deal->driver);
        deal->driver = svi_probe_driver_create(
            &(struct svi_probe_task){.steps = &deal->steps, .from = deal->at, .play = deal->at});
        setup->job.driver = deal->driver;
    }
}

/* Leads the bots through the record up to the decision from which on they play. */
static void begin_at(struct svi_match_setup *setup)
{
    struct svi_match_deal *deal = &setup->deal;
    struct svi_recorded *r = deal->recorded;
    if (svi_recorded_steps_read(&deal->steps, &r->replay, &r->game) != SV_OK) {
        svi_recorded_fault(r);
    }
    if (deal->at > deal->steps.n) {
        svi_die(SVI_EXIT_USAGE, "--at: found %" PRIu32 ", expected 1 to %" PRIu32, deal->at,
                deal->steps.n);
    }
    svi_match_setup_again(setup);
}

static void open_league(struct svi_match_deal *deal)
{
    char store[4096] = "";
    uint64_t number;
    if (deal->league == NULL && !svi_store_split(deal->game, store, sizeof store, &number)) {
        svi_die(SVI_EXIT_USAGE,
                "--deal: found '%s', expected STORE.db#N, or --league FILE.yaml with the bots of "
                "the other seats",
                deal->game);
    }
    svi_league_open_for(&deal->file, "--deal", deal->league, store, &deal->beside);
    deal->opened = true;
}

static void seat_bot(struct svi_match_deal *deal, unsigned seat, const struct svi_conditions *clock,
                     struct svi_bot_argument bots[], struct svi_bot_spec *spec)
{
    const char *name = deal->recorded->replay.header.name[seat];
    const struct svi_league_bot *bot = NULL;
    for (unsigned i = 0; i < deal->file.n_bots; i++) {
        bot = strcmp(deal->file.bot[i].name, name) == 0 ? &deal->file.bot[i] : bot;
    }
    if (bot == NULL || bot->argv == NULL || bot->n_secrets > 0) {
        svi_die(SVI_EXIT_USAGE,
                "%s: seat %u: found '%s', %s; expected a bot that the league file starts",
                deal->game, seat, name,
                bot == NULL         ? "which the league file does not have"
                : bot->argv == NULL ? "which connects from elsewhere"
                                    : "which has secrets");
    }
    (void)snprintf(bots[seat].name, sizeof bots[seat].name, "%s", name);
    deal->conditions[seat] = *clock;
    deal->conditions[seat].limits = bot->conditions.limits;
    deal->conditions[seat].network = bot->conditions.network;
    *spec = (struct svi_bot_spec){.argv = (const char *const *)bot->run,
                                  .files = (const char *const *)bot->files,
                                  .env = (const char *const *)bot->env,
                                  .trusted = bot->reference,
                                  .conditions = &deal->conditions[seat],
                                  .folder = bot->folder != NULL ? bot->folder : deal->file.folder};
}

/* Returns the first seat in the last place. */
static unsigned loser(const struct sv_result *result, unsigned seats)
{
    unsigned found = 0;
    for (unsigned s = 1; s < seats; s++) {
        found = result->place[s] > result->place[found] ? s : found;
    }
    return found;
}

/* Seats the league's bots where they sat, except at the deal's seat. */
static void seat_league(struct svi_match_deal *deal, unsigned seats, struct svi_run_config *config,
                        struct svi_bot_argument bots[SV_MAX_SEATS],
                        struct svi_bot_spec specs[SV_MAX_SEATS])
{
    open_league(deal);
    for (unsigned s = 0; s < seats; s++) {
        if (s != deal->seat) {
            seat_bot(deal, s, &config->conditions, bots, &specs[s]);
        }
    }
    config->conditions.limits = deal->file.conditions.limits;
    /* Other people wrote these bots, so the league's sandbox applies. */
    if (!deal->sandbox_given) {
        config->sandbox.mode = deal->file.sandbox;
        config->sandbox.own = false;
    }
}

/* Takes the luck of the recorded game, and moves the bots to their seats. */
static void take_deal(struct svi_match_setup *setup)
{
    struct svi_bot_argument named[SV_MAX_SEATS];
    struct svi_bot_spec started[SV_MAX_SEATS];
    struct svi_match_deal *deal = &setup->deal;
    struct svi_job *job = &setup->job;
    const unsigned n = setup->n_bots;
    read_game(deal);
    const struct svi_header *header = &deal->recorded->replay.header;
    const unsigned seats = header->setup.seats;
    deal->seat = deal->seat == SV_NONE ? loser(&deal->result, seats) : deal->seat;
    if (deal->seat >= seats) {
        svi_die(SVI_EXIT_USAGE, "--seat: found %u, expected 0 to %u", deal->seat, seats - 1);
    }
    if (n > 1 && n != seats) {
        svi_die(SVI_EXIT_USAGE,
                "--deal: found %u bot%s for the other seats, expected %u, or none and a league "
                "file",
                n - 1, n == 2 ? "" : "s", seats - 1);
    }
    memcpy(named, setup->bot, sizeof named);
    memcpy(started, setup->spec, sizeof started);
    memset(setup->bot, 0, sizeof setup->bot);
    for (unsigned s = 0, other = 1; s < seats; s++) {
        const unsigned from = s == deal->seat ? 0 : n > 1 ? other++ : SV_NONE;
        if (from != SV_NONE) {
            setup->bot[s] = named[from];
            setup->spec[s] = started[from];
        }
    }
    if (n == 1) {
        seat_league(deal, seats, &setup->config, setup->bot, setup->spec);
    }
    for (unsigned s = 0; s < seats; s++) {
        svi_bot_argument_distinguish(setup->bot, s + 1);
        setup->spec[s].name = setup->bot[s].name;
    }
    setup->n_bots = seats;
    job->edition = &deal->recorded->replay.edition;
    memcpy(job->seed, header->setup.seed, sizeof job->seed);
    memcpy(job->salt, header->salt, sizeof job->salt);
    if (deal->at > 0) {
        begin_at(setup);
    }
}

/* Draws luck from the given seed, or from a secret one. */
static void draw_deal(struct svi_match_setup *setup)
{
    struct svi_job *job = &setup->job;
    job->edition = &setup->loaded;
    if (setup->seed != NULL) {
        sv_luck_seed_text(setup->seed, job->seed);
    } else {
        randombytes_buf(job->seed, sizeof job->seed);
    }
    sv_luck_salt(job->seed, 0, job->salt);
    svi_edition_load_ruled(setup->edition, setup->rule, setup->n_rules, &setup->loaded);
}

void svi_match_put_deal(const struct svi_match_setup *setup, const struct svi_outcome *done,
                        struct svi_buf *out)
{
    const struct svi_match_deal *deal = &setup->deal;
    if (deal->game == NULL) {
        return;
    }
    svi_out_format(out, "seat %u in ", deal->seat);
    svi_out_plain(out, deal->game);
    if (deal->at > 0) {
        svi_out_format(out, " from decision %" PRIu32 " on", deal->at);
    }
    svi_out_format(out, ": place %u of %u by ", deal->result.place[deal->seat], done->job.seats);
    svi_out_plain(out, deal->recorded->replay.header.name[deal->seat]);
    svi_out_format(out, " as recorded, place %u now by ", done->result.place[deal->seat]);
    svi_out_plain(out, setup->spec[deal->seat].name);
    svi_out_char(out, '\n');
}

/* ---- setup ----------------------------------------------------------------------------------- */

void svi_match_setup_rule(const struct svi_words *w, void *member)
{
    struct svi_match_setup *setup = member;
    if (setup->n_rules == SVI_MATCH_RULES || strchr(w->value, '=') == NULL) {
        svi_words_fail(w, "found '%s', expected NAME=VALUE, at most %u times", w->value,
                       SVI_MATCH_RULES);
    }
    setup->rule[setup->n_rules++] = w->value;
}

void svi_match_setup_open(struct svi_match_setup *setup)
{
    if (sodium_init() < 0) {
        svi_die(SVI_EXIT_ENVIRONMENT, "libsodium does not start");
    }
    for (unsigned i = 0; i < setup->n_bots; i++) {
        const struct svi_bot_argument *bot = &setup->bot[i];
        setup->spec[i] = (struct svi_bot_spec){
            .name = bot->name, .argv = (const char *const *)bot->argv, .trusted = true};
        if (bot->argv != NULL) {
            svi_match_program(bot->argv[0], SVI_EXIT_ENVIRONMENT);
        }
    }
    (setup->deal.game != NULL ? take_deal : draw_deal)(setup);
    for (unsigned s = 0; s < setup->n_bots; s++) {
        setup->job.bot[s] = s;
    }
    setup->job.seats = setup->n_bots;
    setup->config.bots = setup->spec;
    setup->config.n_bots = setup->n_bots;
}

void svi_match_setup_finish(struct svi_match_setup *setup)
{
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        svi_bot_argument_finish(&setup->bot[i]);
    }
    if (setup->deal.opened) {
        svi_league_finish(&setup->deal.file);
    }
    svi_probe_driver_destroy(setup->deal.driver);
    svi_recorded_steps_finish(&setup->deal.steps);
    svi_recorded_destroy(setup->deal.recorded);
    free(setup->deal.beside);
}

/* ---- result ---------------------------------------------------------------------------------- */

/* Returns whether the table has a column for a verdict. It leaves out two: questions that a bot
 * need not answer have no answers, and here no match has a time limit. Few bots have fallbacks. */
static bool has_column(const struct svi_outcome *done, unsigned verdict)
{
    bool any = verdict != SV_VERDICT_FALLBACK;
    for (unsigned i = 0; i < done->job.seats; i++) {
        any |= done->seat[i].verdicts[verdict] > 0;
    }
    return any && verdict != SV_VERDICT_DEFAULT && verdict != SV_VERDICT_OVERTIME;
}

static void add_seat(const struct svi_match_setup *setup, const struct svi_outcome *done,
                     unsigned seat, struct svi_table *table)
{
    const struct svi_job_seat *s = &done->seat[seat];
    svi_table_row(table, "%u\t%u\t%s\t%" PRId32, done->result.place[seat], seat,
                  setup->spec[seat].name, done->result.worth[seat]);
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        if (has_column(done, v)) {
            svi_table_add(table, "%" PRIu32, s->verdicts[v]);
        }
    }
    svi_table_add(table, "%s", s->forfeited ? "forfeited" : "");
}

/* Appends the seats in the order of places. */
static void put_seats(const struct svi_match_setup *setup, const struct svi_outcome *done,
                      bool wide, struct svi_buf *out)
{
    unsigned columns = 5;
    SCOPED(svi_table_finish) struct svi_table table;
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        columns += has_column(done, v);
    }
    svi_table_init(&table, columns, 1u << 2 | 1u << (columns - 1));
    if (!wide) {
        svi_table_cut(&table, 1u << 2);
    }
    svi_table_row(&table, "place\tseat\tname\tworth");
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        if (has_column(done, v)) {
            svi_table_add(&table, "%s", v == SV_VERDICT_OK ? "accepted" : sv_verdict_name(v));
        }
    }
    svi_table_add(&table, "%s", "");
    for (unsigned place = 1; place <= done->job.seats; place++) {
        for (unsigned i = 0; i < done->job.seats; i++) {
            if (done->result.place[i] == place) {
                add_seat(setup, done, i, &table);
            }
        }
    }
    svi_table_print(&table, svi_say_in_colour(STDOUT_FILENO), out);
}

void svi_match_put_result(const struct svi_match_setup *setup, const struct svi_outcome *done,
                          bool wide, struct svi_buf *out)
{
    put_seats(setup, done, wide, out);
    svi_out_format(out,
                   "\nended in round %" PRIu32 ", turn %" PRIu32 ", after %" PRIu32 " decisions: ",
                   done->rounds, done->turns, done->decisions);
    svi_say_word(out, sv_why_name(done->result.why));
    svi_out_text(out, "\nedition ");
    svi_out_plain(out, done->job.edition->name);
    svi_out_text(out, ", seed ");
    svi_out_hex(out, done->job.seed, SV_SEED_BYTES);
    svi_out_char(out, '\n');
    svi_match_put_deal(setup, done, out);
}

/* ---- match files ----------------------------------------------------------------------------- */

static enum svi_exit write_page(const char *output, const char *html,
                                const struct svi_outcome *done)
{
    struct svi_error error;
    SCOPED(svi_buf_finish) struct svi_buf page = {0};
    const char *name = output != NULL ? output : "match";
    const enum sv_status made =
        svi_replay_page(name, done->replay, done->replay_size, NULL, &page, &error);
    return made == SV_OK ? svi_say_file(html, page.data, page.size)
                         : svi_complain(SVI_EXIT_ENVIRONMENT, "--html: %s", error.text);
}

enum svi_exit svi_match_write_files(const char *output, const char *html,
                                    const struct svi_outcome *done)
{
    enum svi_exit status = SVI_EXIT_DONE;
    if (output != NULL) {
        status = svi_say_file(output, done->replay, done->replay_size);
    }
    return html != NULL && status == SVI_EXIT_DONE ? write_page(output, html, done) : status;
}
