#include "tools/replay/verify.h"

#include "base/json.h"
#include "base/out.h"
#include "memory/memory.h"
#include "store/store.h"
#include "thread/workers.h"
#include "tools/console/say.h"
#include "tools/replay/game_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- playing --------------------------------------------------------------------------------- */

/* Games that are played at once, for each thread. A batch ends with its longest game. */
#define BATCH 16u

static void count(void *user, const struct sv_event *ev)
{
    struct svi_verify_slot *slot = user;
    svi_trade_balance_take(&slot->trades, &slot->game, ev);
    if (ev->type == SV_EVENT_ANSWER) {
        slot->verdicts[ev->seat][ev->verdict]++;
    } else if (ev->type == SV_EVENT_FORFEIT) {
        slot->forfeits |= 1u << ev->seat;
    }
}

/* Computes the game's luck again if this program's version matches the version of the stored
 * figures. */
static void account(struct svi_verify_slot *slot)
{
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    svi_luck_version(&slot->replay.edition, slot->replay.header.edition_hash, version);
    if (memcmp(slot->luck.version, version, sizeof version) != 0) {
        return;
    }
    if (slot->reader == NULL) {
        slot->reader = svi_replay_luck_create();
    }
    if (slot->reader == NULL ||
        svi_replay_luck_read(slot->reader, slot->bytes.data, slot->bytes.size, NULL,
                             &slot->counted) == SV_E_SYSTEM) {
        slot->status = SV_E_SYSTEM;
    }
}

static bool play(void *what, unsigned worker, uint64_t item)
{
    struct svi_verify_slot *slot = (struct svi_verify_slot *)what + item;
    const struct sv_sink sink = {count, slot};
    (void)worker;
    memset(slot->verdicts, 0, sizeof slot->verdicts);
    memset(&slot->trades, 0, sizeof slot->trades);
    slot->forfeits = 0;
    slot->status = svi_replay_reopen(&slot->replay, slot->bytes.data, slot->bytes.size);
    slot->readable =
        slot->status != SV_E_VERSION && svi_replay_is(slot->bytes.data, slot->bytes.size);
    slot->game.decisions = 0;
    if (slot->status == SV_OK && slot->readable) {
        slot->status = svi_replay_run(&slot->replay, &slot->game, &sink);
    }
    slot->counted.seats = 0;
    if (slot->status == SV_OK && slot->readable && slot->luck.size > 0) {
        account(slot);
    }
    return true;
}

/* Games between two updates on a terminal. */
#define SIGN_EVERY 500u

struct svi_verify *svi_verify_create(bool json, unsigned jobs)
{
    struct svi_verify *v = svi_new(1, sizeof *v);
    v->jobs = jobs;
    v->slots = jobs > 1 ? BATCH * jobs : 1;
    v->slot = svi_new(v->slots, sizeof *v->slot);
    if (v->slot == NULL) {
        free(v);
        return NULL;
    }
    for (unsigned i = 0; i < v->slots; i++) {
        svi_game_init(&v->slot[i].game);
    }
    svi_progress_init(&v->progress, "");
    v->terminal = v->progress.live && !svi_say_is_quiet();
    v->json = json;
    svi_out_char(&v->differences, '[');
    svi_out_char(&v->problems, '[');
    return v;
}

void svi_verify_only(struct svi_verify *v, const struct svi_verify_pick *pick)
{
    v->pick = *pick;
}

void svi_verify_head(struct svi_verify *v, const uint8_t head[SVI_HEAD_BYTES])
{
    v->has_head = true;
    memcpy(v->head, head, sizeof v->head);
}

void svi_verify_destroy(struct svi_verify *v)
{
    if (v != NULL) {
        for (unsigned i = 0; i < v->slots; i++) {
            svi_game_finish(&v->slot[i].game);
            svi_buf_finish(&v->slot[i].name);
            svi_buf_finish(&v->slot[i].bytes);
            svi_replay_luck_destroy(v->slot[i].reader);
        }
        free(v->slot);
        svi_buf_finish(&v->differences);
        svi_buf_finish(&v->problems);
        free(v);
    }
}

/* ---- findings -------------------------------------------------------------------------------- */

static void clear_sign(const struct svi_verify *v)
{
    if (v->terminal) {
        (void)fputs("\r\033[K", stderr);
    }
}

void svi_verify_unreadable_line(struct svi_verify *v, const char *line)
{
    clear_sign(v);
    v->unreadable++;
    svi_json_element(&v->problems, line);
    (void)svi_complain(SVI_EXIT_USAGE, "%s", line);
}

static void cannot_read(struct svi_verify *v, const char *path, const char *reason)
{
    struct svi_error error;
    (void)svi_fail(&error, SV_E_UNKNOWN, "%s: %s", path, reason);
    svi_verify_unreadable_line(v, error.text);
}

void svi_verify_unreadable(struct svi_verify *v, const char *path, const char *reason)
{
    svi_verify_drain(v);
    cannot_read(v, path, reason);
}

void svi_verify_bad(struct svi_verify *v, const char *name, const char *problem)
{
    clear_sign(v);
    v->bad++;
    if (v->json) {
        svi_json_object(&v->differences, JSON_TEXT("where", name), JSON_TEXT("problem", problem));
    } else {
        SCOPED(svi_buf_finish) struct svi_buf text = {0};
        svi_out_plain(&text, name);
        svi_out_text(&text, ": ");
        svi_out_plain(&text, problem); /* the problem may quote text from the file's author */
        (void)printf("%.*s\n", (int)text.size, text.data != NULL ? (const char *)text.data : "");
    }
}

static void out_number(struct svi_buf *out, uint64_t number, const char *text)
{
    svi_out_int(out, (int64_t)number);
    svi_out_text(out, text);
}

static void put_text(const struct svi_verify *v, struct svi_buf *out)
{
    out_number(out, v->games, v->games == 1 ? " game, " : " games, ");
    out_number(out, v->decisions, " decisions");
    if (v->rankings == 1) {
        svi_out_text(out, ", the ranking of ");
        out_number(out, v->bots, " bots");
    } else if (v->rankings > 1) {
        svi_out_text(out, ", the rankings of ");
        out_number(out, v->rankings, " leagues with ");
        out_number(out, v->bots, " bots");
    }
    svi_out_text(out, ": ");
    if (v->bad == 0) {
        svi_out_text(out, v->games == 0 ? "nothing verified" : "all as recorded");
    } else {
        out_number(out, v->bad, " not as recorded");
    }
    if (v->missing > 0) {
        svi_out_text(out, "; ");
        out_number(out, v->missing, v->missing == 1 ? " more is" : " more are");
        svi_out_text(out, " planned and not in the store");
    }
    if (v->unreadable > 0) {
        svi_out_text(out, "; ");
        out_number(out, v->unreadable, " unreadable");
    }
    svi_out_char(out, '\n');
}

/* Returns whether a store was verified without a published head. */
static bool leaves_open(const struct svi_verify *v)
{
    return v->stores > 0 && !v->has_head;
}

/* Changes that verify cannot see in a store, because all rows that would show them can be changed
 * alike. */
static const char *const head_only[] = {
    "games played again, by the same bots with the same dice, until their results pleased",
    "games that are missing at the end, or anywhere in a league that says it is not over",
    "a league file, settings and bots that were changed in all tables alike",
    "earlier states of the league file, and which Solvent and which bot files played",
    "luck that is missing where it does not decide, or was found by another version of Solvent",
};

/* Prints what remains unchecked without a published head. */
static void put_head_only(struct svi_buf *out)
{
    svi_out_text(out, "Only --head HASH, with a head that was published, would show:\n");
    for (size_t i = 0; i < sizeof head_only / sizeof head_only[0]; i++) {
        svi_out_format(out, "  - %s\n", head_only[i]);
    }
    svi_out_text(out, "Nothing checks times, lost processes and what bots printed.\n");
}

static void put_list(struct svi_buf *out, const char *key, const struct svi_buf *list)
{
    svi_json_key(out, key);
    svi_buf_append(out, list->data, list->size);
    svi_out_char(out, ']');
    out->failed |= list->failed;
}

static void put_json(const struct svi_verify *v, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_members(out, JSON_BOOL("as_recorded", v->bad == 0), JSON_INT("games", v->games),
                     JSON_INT("decisions", v->decisions), JSON_INT("rankings", v->rankings),
                     JSON_INT("bots", v->bots), JSON_INT("missing", v->missing));
    put_list(out, "differences", &v->differences);
    put_list(out, "unreadable", &v->problems);
    svi_json_key(out, "head_only");
    svi_out_char(out, '[');
    for (size_t i = 0; i < sizeof head_only / sizeof head_only[0] && leaves_open(v); i++) {
        svi_json_element(out, head_only[i]);
    }
    svi_out_text(out, "]}\n");
}

enum svi_exit svi_verify_end(struct svi_verify *v)
{
    struct svi_buf out = {0};
    svi_verify_drain(v);
    clear_sign(v);
    if (v->json) {
        put_json(v, &out);
    } else {
        put_text(v, &out);
        if (leaves_open(v)) {
            put_head_only(&out);
        }
    }
    return svi_say_result(v->bad > 0          ? SVI_EXIT_FAILED
                          : v->unreadable > 0 ? SVI_EXIT_USAGE
                                              : SVI_EXIT_DONE,
                          &out);
}

/* ---- games ----------------------------------------------------------------------------------- */

struct svi_verify_slot *svi_verify_slot(struct svi_verify *v)
{
    if (v->n == v->slots) {
        svi_verify_drain(v);
    }
    struct svi_verify_slot *slot = &v->slot[v->n];
    svi_buf_clear(&slot->name);
    svi_buf_clear(&slot->bytes);
    slot->luck.size = 0;
    return slot;
}

void svi_verify_send(struct svi_verify *v)
{
    v->n++;
}

void svi_verify_drain(struct svi_verify *v)
{
    const struct svi_workers workers = {.jobs = v->jobs};
    (void)svi_workers_run(&workers, v->n, play, v->slot);
    for (unsigned i = 0; i < v->n; i++) {
        v->slot[i].told(v->slot[i].user, &v->slot[i]);
    }
    v->n = 0;
}

bool svi_verify_count(struct svi_verify *v, const struct svi_verify_slot *slot)
{
    const char *name = (const char *)slot->name.data;
    if (!slot->readable) {
        cannot_read(v, name, slot->replay.error.text);
        return false;
    }
    v->games++;
    v->decisions += slot->game.decisions;
    if (slot->status == SV_E_SYSTEM) {
        cannot_read(v, name, "no memory");
    } else if (slot->status != SV_OK) {
        svi_verify_bad(v, name, slot->replay.error.text);
    }
    return slot->status == SV_OK;
}

static void tell_file(void *user, struct svi_verify_slot *slot)
{
    struct svi_verify *v = user;
    (void)svi_verify_count(v, slot);
    if (v->terminal && v->games % SIGN_EVERY == 0) {
        (void)fprintf(stderr, "\r%" PRIu64 " games", v->games);
    }
}

void svi_verify_file(struct svi_verify *v, const char *path)
{
    struct svi_error error;
    bool sealed;
    struct svi_verify_slot *slot = svi_verify_slot(v);
    svi_buf_append(&slot->name, path, strlen(path) + 1);
    if (svi_game_file_load(path, &slot->bytes, &sealed, &error) == SVI_EXIT_DONE) {
        slot->told = tell_file;
        slot->user = v;
        svi_verify_send(v);
    } else {
        svi_verify_drain(v);
        svi_verify_unreadable_line(v, error.text);
    }
}
