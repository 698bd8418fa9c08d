/* Verifies every game of a store, the rows about it, and the ranking. */
#include "tools/replay/verify_store.h"
#include "job/points.h"
#include "league/league_follow.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "ranking/ranking.h"
#include "store/store_chain.h"
#include "store/store_check.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_runs.h"
#include "store/store_shards.h"
#include "tools/console/say.h"
#include "tools/replay/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    struct svi_verify *v;
    struct svi_store *store;
    const struct svi_store_info *info;
    const char *path;
    const struct svi_verify_slot *slot; /* the match being reported */
    struct svi_schedule schedule;       /* `matches` is 0 if there is no schedule */
    struct svi_ranking ranking;         /* ranking of the games as played again */
    crypto_generichash_state digest;
    uint64_t in, played; /* matches in the store, and matches reported so far */
    uint64_t decisions;  /* decisions in the reported matches */
    bool whole;          /* every game could be played */
    uint64_t other_luck; /* games with decisive luck from another version of this program */
    /* Status of reporting: SV_E_SYSTEM has its message in svi_store_error(). */
    enum sv_status status;
    struct svi_error problem;
};

/* Checks the notes in the game's header: they must be true, and no other program may have answered
 * for the league's bots. Returns SV_E_MISMATCH with the problem otherwise. */
static enum sv_status is_of_league(struct run *r, const struct svi_pairing *pairing)
{
    const struct svi_header *header = &r->slot->replay.header;
    char match[24], deal[24], seating[24];
    const struct svi_meta expected[] = {
        {"league", r->info->name}, {"match", match}, {"deal", deal}, {"seating", seating}};
    (void)snprintf(match, sizeof match, "%" PRIu64, pairing->number);
    (void)snprintf(deal, sizeof deal, "%" PRIu32, pairing->deal);
    (void)snprintf(seating, sizeof seating, "%u", pairing->seating);
    for (unsigned i = 0; i < header->n_meta; i++) {
        if (strcmp(header->key[i], SVI_META_WHAT_IF) == 0) {
            return svi_fail(&r->problem, SV_E_MISMATCH,
                            "replay: found a game that the bots did not play: %s",
                            header->value[i]);
        }
        for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
            if (strcmp(header->key[i], expected[k].key) == 0 &&
                strcmp(header->value[i], expected[k].value) != 0) {
                return svi_fail(&r->problem, SV_E_MISMATCH,
                                "replay: found %s '%s' in its header, expected '%s'",
                                header->key[i], header->value[i], expected[k].value);
            }
        }
    }
    return SV_OK;
}

/* Checks that the game is the one that the schedule has under this number. Returns SV_E_MISMATCH
 * with the problem if it is another. */
static enum sv_status is_planned(struct run *r, const struct svi_pairing *pairing)
{
    const struct svi_header *header = &r->slot->replay.header;
    struct svi_error *error = &r->problem;
    if (header->setup.seats != r->info->seats) {
        return svi_fail(error, SV_E_MISMATCH,
                        "replay: found %u seats, expected %u, as in this league",
                        header->setup.seats, r->info->seats);
    }
    if (memcmp(header->edition_hash, r->info->edition_hash, sizeof header->edition_hash) != 0) {
        return svi_fail(error, SV_E_MISMATCH, "replay: found another edition than the league's");
    }
    if (memcmp(header->setup.seed, pairing->seed, sizeof pairing->seed) != 0) {
        return svi_fail(error, SV_E_MISMATCH,
                        "replay: found another seed than deal %" PRIu32 " has", pairing->deal);
    }
    for (unsigned s = 0; s < r->info->seats; s++) {
        const char *expected = r->info->bot[pairing->bot[s]];
        if (strcmp(header->name[s], expected) != 0) {
            return svi_fail(error, SV_E_MISMATCH, "replay: found %s in seat %u, expected %s",
                            header->name[s], s, expected);
        }
    }
    SVI_TRY(is_of_league(r, pairing));
    if (memcmp(header->salt, pairing->salt, sizeof pairing->salt) != 0) {
        return svi_fail(error, SV_E_MISMATCH,
                        "replay: found another salt than match %" PRIu64 " has", pairing->number);
    }
    return SV_OK;
}

/* Computes the match as the store should have it, from its number and its replayed game. */
static void expect(const struct run *r, const struct svi_pairing *pairing,
                   struct svi_store_match *m)
{
    const struct svi_game *g = &r->slot->game;
    struct sv_result result;
    uint32_t points[SV_MAX_SEATS];
    svi_game_result(g, &result);
    svi_points(result.place, g->setup.seats, points);
    *m = (struct svi_store_match){.number = pairing->number,
                                  .table = pairing->table,
                                  .deal = pairing->deal,
                                  .seating = pairing->seating,
                                  .why = result.why,
                                  .rounds = g->state.position.round,
                                  .turns = g->state.position.turn,
                                  .decisions = g->decisions,
                                  .seats = g->setup.seats,
                                  .replay = r->slot->bytes.data,
                                  .replay_size = r->slot->bytes.size,
                                  .has_trades = true};
    m->n_trades = svi_trade_balance_list(&r->slot->trades, m->seats, m->trade);
    for (unsigned s = 0; s < m->seats; s++) {
        struct svi_store_seat *seat = &m->seat[s];
        seat->bot = pairing->bot[s];
        seat->place = result.place[s];
        seat->points = points[s];
        seat->worth = result.worth[s];
        seat->forfeited = sv_has(r->slot->forfeits, s);
        memcpy(seat->verdicts, r->slot->verdicts[s], sizeof seat->verdicts);
    }
}

/* Compares the stored luck of a game with the luck computed here. */
static void check_luck(struct run *r)
{
    const struct svi_verify_slot *slot = r->slot;
    struct svi_game_luck stored;
    if (slot->luck.size == 0 && r->info->luck_decides) {
        svi_verify_bad(r->v, (const char *)slot->name.data,
                       "luck: found none, which decides in this league");
    }
    if (slot->counted.seats == 0) {
        r->other_luck += slot->luck.size > 0 && r->info->luck_decides;
        return;
    }
    if (!svi_luck_row_get(slot->luck.row, slot->luck.size, &stored) ||
        stored.seats != slot->counted.seats || stored.stopped != slot->counted.stopped) {
        svi_verify_bad(r->v, (const char *)slot->name.data,
                       "luck: found a row that is not of this game");
        return;
    }
    for (unsigned s = 0; s < stored.seats; s++) {
        if (stored.seat[s].sd != slot->counted.seat[s].sd ||
            memcmp(stored.seat[s].figure, slot->counted.seat[s].figure,
                   sizeof stored.seat[s].figure) != 0) {
            (void)svi_fail(&r->problem, SV_E_MISMATCH,
                           "luck: seat %u: found %.6f with figures that its game does not give", s,
                           (double)stored.seat[s].luck / SVI_LUCK_UNIT);
            svi_verify_bad(r->v, (const char *)slot->name.data, r->problem.text);
            return;
        }
    }
}

/* Checks that a played game is the planned one and has the right rows. Its result counts in either
 * case. */
static enum sv_status check_match(struct run *r, uint64_t number)
{
    struct svi_pairing pairing;
    struct svi_store_match expected;
    svi_schedule_match(&r->schedule, number, &pairing);
    if (is_planned(r, &pairing) != SV_OK) {
        svi_verify_bad(r->v, (const char *)r->slot->name.data, r->problem.text);
        r->whole = false;
        return SV_OK;
    }
    expect(r, &pairing, &expected);
    svi_ranking_add(&r->ranking, &expected);
    svi_store_digest_add(&r->digest, number,
                         expected.replay + expected.replay_size - SVI_REPLAY_HASH_BYTES,
                         SVI_REPLAY_HASH_BYTES);
    check_luck(r);
    if (r->info->luck_decides) {
        struct svi_store_luck luck = {.figures = r->slot->luck.row, .size = r->slot->luck.size};
        memcpy(luck.version, r->slot->luck.version, sizeof luck.version);
        svi_store_digest_luck(&r->digest, &luck);
    }
    const enum sv_status status = svi_store_check_match(r->store, &expected, &r->problem);
    if (status == SV_E_MISMATCH) {
        svi_verify_bad(r->v, (const char *)r->slot->name.data, r->problem.text);
        return SV_OK;
    }
    return status;
}

/* Reports a game in its turn. After a failure, does nothing. */
static void tell_match(void *user, struct svi_verify_slot *slot)
{
    struct run *r = user;
    if (r->status != SV_OK) {
        return;
    }
    r->slot = slot;
    r->played++;
    if (!svi_verify_count(r->v, slot)) {
        r->whole = false;
    } else if (slot->number <= r->schedule.matches) {
        r->status = check_match(r, slot->number);
    }
    r->decisions += slot->game.decisions;
    if (r->v->terminal) {
        svi_progress_show(&r->v->progress, r->played, r->in, r->played, r->decisions);
    }
}

static void no_replay(struct run *r, const char *name)
{
    svi_verify_drain(r->v);
    if (r->status == SV_OK) {
        r->played++;
        r->v->games++;
        r->whole = false;
        svi_verify_bad(r->v, name, "replays: found no replay of this match");
    }
}

static enum sv_status read_luck(struct run *r, uint64_t number, struct svi_verify_slot *slot)
{
    struct svi_store_luck luck;
    bool found;
    SVI_TRY(svi_store_luck_of(r->store, number, &luck, &found));
    if (found && luck.size <= sizeof slot->luck.row) {
        memcpy(slot->luck.version, luck.version, sizeof slot->luck.version);
        memcpy(slot->luck.row, luck.figures, luck.size);
        slot->luck.size = luck.size;
    }
    return SV_OK;
}

/* Reads a match and sends it to be played. */
static enum sv_status verify_match(struct run *r, uint64_t number)
{
    char tail[24];
    struct svi_verify_slot *slot = svi_verify_slot(r->v);
    (void)snprintf(tail, sizeof tail, "#%" PRIu64, number);
    svi_buf_append(&slot->name, r->path, strlen(r->path));
    svi_buf_append(&slot->name, tail, strlen(tail) + 1);
    enum sv_status status = svi_store_replay(r->store, number, &slot->bytes);
    status = status == SV_OK ? read_luck(r, number, slot) : status;
    if (status == SV_E_UNKNOWN) {
        no_replay(r, (const char *)slot->name.data);
    } else if (status == SV_OK) {
        slot->number = number;
        slot->told = tell_match;
        slot->user = r;
        svi_verify_send(r->v);
    }
    return status == SV_E_UNKNOWN ? SV_OK : status;
}

/* Verifies all matches in the order of their numbers. The message of a failed read stays in the
 * store. Earlier matches are reported first, and if one of these fails, its message is reported
 * instead. */
static enum sv_status verify_matches(struct run *r)
{
    uint64_t number = 0;
    enum sv_status status = svi_store_count(r->store, &r->in);
    svi_progress_init(&r->v->progress, r->path);
    while (status == SV_OK && r->status == SV_OK &&
           (status = svi_store_next(r->store, number, &number)) == SV_OK && number != 0) {
        if (r->v->pick.wants == NULL || r->v->pick.wants(r->v->pick.user, number)) {
            status = verify_match(r, number);
        }
    }
    svi_verify_drain(r->v);
    (void)svi_progress_finish(&r->v->progress);
    return status != SV_OK ? status : r->status;
}

/* Reports the result of a check of the whole store. */
static enum sv_status tell(struct run *r, enum sv_status status)
{
    if (status == SV_E_MISMATCH) {
        svi_verify_bad(r->v, r->path, r->problem.text);
        return SV_OK;
    }
    return status;
}

/* Compares the league file in the store with the league's identity. */
static void check_text(struct run *r)
{
    struct svi_error line;
    const enum sv_status status = svi_league_store_text(r->info, &line);
    if (status == SV_E_MISMATCH) {
        svi_verify_bad(r->v, r->path, line.text);
    } else if (status != SV_OK) {
        svi_verify_unreadable_line(r->v, line.text);
    }
}

/* Compares the ranking of `solvent rank` with the ranking of the played games. Does nothing unless
 * all games could be played. */
static void check_ranking(struct run *r)
{
    struct svi_ranking stored;
    char difference[sizeof r->problem.text - 16];
    if (!r->whole) {
        return;
    }
    if (svi_ranking_init(&stored, r->store, &r->problem) != SV_OK) {
        svi_verify_unreadable_line(r->v, r->problem.text);
        return;
    }
    crypto_generichash_final(&r->digest, r->ranking.digest, sizeof r->ranking.digest);
    svi_ranking_stand(&r->ranking, &r->schedule);
    svi_ranking_order(&r->ranking);
    if (svi_ranking_differs(&stored, &r->ranking, difference, sizeof difference)) {
        (void)svi_fail(&r->problem, SV_E_MISMATCH, "ranking: %s", difference);
        svi_verify_bad(r->v, r->path, r->problem.text);
    }
    r->v->rankings++;
    r->v->bots += stored.n_rows;
    svi_ranking_finish(&stored);
}

/* Returns whether the planned matches are exactly the first stages of the schedule. Then the
 * results that decide the next stage are in, but it is not planned yet, as between the rounds of a
 * league in shards. */
static bool is_stage_before(const struct run *r)
{
    if (svi_schedule_goes_by_results(&r->schedule)) {
        for (unsigned i = 1; i < r->schedule.n_stages; i++) {
            if (r->schedule.stage[i].deals_before * r->schedule.lanes == r->info->matches) {
                return true;
            }
        }
    }
    return false;
}

/* Rebuilds the schedule. Without a schedule the games are still played. */
static enum sv_status check_plan(struct run *r)
{
    enum sv_status status = svi_league_store_decide(r->store, &r->schedule, &r->problem);
    if (status == SV_E_SYSTEM) {
        svi_verify_unreadable_line(r->v, r->problem.text);
        status = SV_OK;
    }
    if (r->schedule.matches == 0) {
        r->whole = false;
    } else if (r->schedule.matches != r->info->matches && !is_stage_before(r)) {
        status = svi_fail(&r->problem, SV_E_MISMATCH,
                          "league.matches: found %" PRIu64 ", expected %" PRIu64, r->info->matches,
                          r->schedule.matches);
    }
    return status;
}

#define RANGES 4u /* most ranges of missing matches that are named */

/* Matches that are planned, missing from the store and not called off. */
struct missing {
    uint64_t count;
    bool gap;        /* a later match is in the store */
    unsigned ranges; /* ranges of consecutive numbers, up to RANGES + 1 */
    char text[160];  /* the ranges as text: "3, 7 to 9, ..." */
};

static void name_range(struct missing *m, uint64_t first, uint64_t last)
{
    char range[48];
    if (++m->ranges > RANGES + 1) {
        return;
    }
    if (m->ranges > RANGES) {
        (void)snprintf(range, sizeof range, ", ...");
    } else if (first == last) {
        (void)snprintf(range, sizeof range, "%s%" PRIu64, m->ranges > 1 ? ", " : "", first);
    } else {
        (void)snprintf(range, sizeof range, "%s%" PRIu64 " to %" PRIu64, m->ranges > 1 ? ", " : "",
                       first, last);
    }
    (void)strncat(m->text, range, sizeof m->text - strlen(m->text) - 1);
}

static enum sv_status find_missing(struct run *r, struct missing *m)
{
    const uint64_t matches = r->info->matches;
    uint64_t first = 0; /* start of the current range; 0: no range */
    SCOPED(scoped_free) uint8_t *in = svi_new((size_t)(matches + 7) / 8 + 1, 1);
    if (in == NULL) {
        svi_verify_unreadable_line(r->v, "no memory");
        return SV_OK;
    }
    SVI_TRY(svi_store_finished(r->store, in));
    for (uint64_t n = 1; n <= matches + 1; n++) {
        const bool is_in = n <= matches && (in[(n - 1) / 8] >> (n - 1) % 8 & 1) != 0;
        const bool is_missing = n <= matches && !is_in &&
                                (n > r->schedule.matches || !svi_schedule_is_off(&r->schedule, n));
        m->count += is_missing;
        m->gap = m->gap || (is_in && m->count > 0);
        if (is_missing && first == 0) {
            first = n;
        } else if (!is_missing && first != 0) {
            name_range(m, first, n - 1);
            first = 0;
        }
    }
    return SV_OK;
}

/* Finds the most games that a finished run recorded for the store, as games never leave a store. A
 * run that failed or was killed is ignored: it may have lost its last games, for example on a full
 * disk. */
static void take_run(void *user, const struct svi_store_run *run)
{
    uint64_t *most = user;
    const bool counts = strcmp(run->ended, "failed") != 0 && strcmp(run->ended, "killed") != 0 &&
                        run->games <= SVI_MAX_MATCHES && run->before <= SVI_MAX_MATCHES;
    const uint64_t games = counts ? run->before + run->games : 0;
    *most = games > *most ? games : *most;
}

/* Finds whether the store says that its league is unfinished: its last run did not finish, it is a
 * shard, or shards are still to be joined. */
static enum sv_status find_unfinished(struct run *r, bool *unfinished)
{
    struct svi_store_run last;
    bool any = false, lacks = false;
    SVI_TRY(svi_store_last_run(r->store, &last, &any));
    SVI_TRY(svi_store_lacks_shards(r->store, &lacks));
    *unfinished = lacks || (any && (strcmp(last.ended, "done") != 0 || last.shards > 1));
    return SV_OK;
}

/* Reports missing planned games. An unfinished league lacks some games, also in the middle, as
 * several are played at once. In a finished one a gap is a fault, and so are fewer games than a run
 * recorded. */
static enum sv_status check_missing(struct run *r)
{
    struct missing m = {0};
    bool unfinished = false;
    uint64_t had = 0;
    SVI_TRY(find_missing(r, &m));
    SVI_TRY(svi_store_runs(r->store, take_run, &had));
    SVI_TRY(find_unfinished(r, &unfinished));
    r->v->missing += m.count;
    if (had > r->in) {
        return svi_fail(&r->problem, SV_E_MISMATCH,
                        "matches: found %" PRIu64 ", expected at least %" PRIu64
                        ", as table runs says; not in the store: %s",
                        r->in, had, m.count > 0 ? m.text : "none that is planned");
    }
    if (m.gap && !unfinished) {
        return svi_fail(&r->problem, SV_E_MISMATCH,
                        "matches: found later ones than %s, which %s planned and not in the store",
                        m.text, m.count == 1 ? "is" : "are");
    }
    if (m.count > 0) {
        svi_note("%s: planned and not in the store: %s %s", r->path,
                 m.count == 1 ? "match" : "matches", m.text);
    }
    return SV_OK;
}

/* Compares the links of the chain with the published head. */
struct published {
    const uint8_t *head;
    uint64_t match; /* last match in the link */
    bool found;
};

static bool compare_link(void *user, uint64_t match, const uint8_t link[])
{
    struct published *p = user;
    p->match = match;
    p->found = memcmp(link, p->head, SVI_HEAD_BYTES) == 0;
    return !p->found;
}

/* Checks that the store is the published one, or the published one with more games. Does not print
 * the store's own head, as a forger would publish that. */
static enum sv_status check_head(struct run *r)
{
    struct published p = {.head = r->v->head};
    uint8_t head[SVI_HEAD_BYTES];
    SVI_TRY(svi_store_chain(r->store, compare_link, &p, head));
    if (!p.found) {
        return svi_fail(&r->problem, SV_E_MISMATCH,
                        "head: not found in this store: its settings, results, games or luck "
                        "have been changed since the head was published");
    }
    svi_note("%s: the head is that after match %" PRIu64 " of %" PRIu64, r->path, p.match,
             r->info->matches);
    return SV_OK;
}

/* Verifies a store. The caller has taken a snapshot, so the store does not change meanwhile. */
static enum sv_status verify(struct run *r)
{
    SVI_TRY(tell(r, svi_store_check_fields(r->store, &r->problem)));
    SVI_TRY(tell(r, svi_store_check_league(r->store, &r->problem)));
    check_text(r);
    SVI_TRY(tell(r, check_plan(r)));
    SVI_TRY(tell(r, svi_store_check_strays(r->store, &r->problem)));
    SVI_TRY(verify_matches(r));
    if (r->other_luck > 0) {
        svi_note("%s: the luck of %" PRIu64 " games decides, and cannot be found again: it is of "
                 "another version than this program's",
                 r->path, r->other_luck);
    }
    if (r->v->pick.wants == NULL) {
        SVI_TRY(tell(r, check_missing(r)));
        check_ranking(r);
    }
    return r->v->has_head ? tell(r, check_head(r)) : SV_OK;
}

static enum sv_status verify_open(struct run *r)
{
    crypto_generichash_init(&r->digest, NULL, 0, sizeof r->ranking.digest);
    r->info = svi_store_info(r->store);
    if (svi_ranking_begin(&r->ranking, r->info, &r->problem) != SV_OK) {
        svi_verify_unreadable(r->v, r->path, "no memory");
        return SV_OK;
    }
    enum sv_status status = svi_store_snapshot(r->store);
    if (status == SV_OK) {
        status = verify(r);
        svi_store_snapshot_end(r->store);
    }
    return status;
}

void svi_verify_store(struct svi_verify *v, const char *path)
{
    struct run r = {.v = v, .path = path, .whole = v->pick.wants == NULL};
    struct svi_error error;
    svi_verify_drain(v);
    v->stores++;
    if (svi_store_create_reader(&r.store, path, &error) != SV_OK) {
        svi_verify_unreadable_line(v, error.text);
        return;
    }
    if (verify_open(&r) != SV_OK) {
        svi_verify_unreadable_line(v, svi_store_error(r.store));
    }
    svi_ranking_finish(&r.ranking);
    svi_schedule_finish(&r.schedule);
    svi_store_destroy(r.store);
}
