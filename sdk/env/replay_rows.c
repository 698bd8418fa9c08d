#include "base/buf.h"
#include "env/allowed.h"
#include "env/batch.h"
#include "record/replay.h"
#include "value/account.h"
#include "wire/answer_codec.h"

#include <solvent/observation.h>
#include <solvent/replay.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- replay reader --------------------------------------------------------------------------- */

/* Working memory of an account of luck, for one edition. */
struct svi_reader_luck {
    uint8_t edition_hash[32];
    struct svi_value value;
    struct svi_value_base base;
    struct svi_luck luck;
};

struct sv_replay {
    struct svi_replay replay;
    struct svi_game game;
    struct sv_sink sink;     /* the caller's */
    struct sv_state asked;   /* as the last decision was asked */
    struct sv_recorded last; /* the current step */
    /* Whether and how the question was answered. */
    bool answered, forfeits;
    bool stopped;     /* a seat has forfeited, in this step or before */
    bool open, ended; /* there is a game; its end has been checked */
    /* Status of the file; unless it is SV_OK, replay.error has the reason. */
    enum sv_status status;
    struct svi_reader_luck *luck; /* NULL until luck is asked for */
    struct svi_buf rows;          /* of sv_replay_rows(), one after the other */
    /* History up to now, and up to the last decision's question. */
    struct sv_history history, history_asked;
};

struct sv_replay *sv_replay_create(void)
{
    struct sv_replay *r = calloc(1, sizeof *r);
    if (r != NULL) {
        svi_game_init(&r->game);
    }
    return r;
}

void sv_replay_destroy(struct sv_replay *r)
{
    if (r != NULL) {
        svi_game_finish(&r->game);
        svi_buf_finish(&r->rows);
        free(r->luck);
        free(r);
    }
}

/* Notes the kind of the current step, and passes the event on. */
static void see(void *user, const struct sv_event *ev)
{
    struct sv_replay *r = user;
    if (ev->type == SV_EVENT_ANSWER) {
        r->answered = true;
        r->last.answer = *ev->answer;
        r->last.verdict = ev->verdict;
        (void)sv_ask(&r->replay.edition, &r->asked, ev->seat, &r->last.question);
    } else if (ev->type == SV_EVENT_FORFEIT) {
        r->forfeits = r->stopped = true;
    }
    sv_history_note(&r->history, ev);
    if (r->sink.fn != NULL) {
        r->sink.fn(r->sink.user, ev);
    }
}

/* Begins the game of the open file once more. */
static enum sv_status reader_begin(struct sv_replay *r)
{
    const struct sv_sink sink = {see, r};
    r->ended = r->stopped = false;
    memset(&r->history, 0, sizeof r->history);
    r->status = svi_replay_start(&r->replay, &r->game, &sink);
    r->asked = r->game.state;
    return r->status;
}

enum sv_status sv_replay_open(struct sv_replay *r, const uint8_t *bytes, size_t size,
                              const struct sv_sink *sink)
{
    r->sink = sink != NULL ? *sink : (struct sv_sink){0};
    svi_buf_clear(&r->rows);
    r->status = svi_replay_reopen(&r->replay, bytes, size);
    r->open = r->status == SV_OK;
    return r->open ? reader_begin(r) : r->status;
}

const char *sv_replay_error(const struct sv_replay *r)
{
    return r->status != SV_OK ? r->replay.error.text : NULL;
}

const struct sv_edition *sv_replay_edition(const struct sv_replay *r)
{
    return &r->replay.edition;
}

unsigned sv_replay_seats(const struct sv_replay *r)
{
    return r->open ? r->replay.header.setup.seats : 0;
}

const char *sv_replay_name(const struct sv_replay *r, unsigned seat)
{
    return seat < sv_replay_seats(r) ? r->replay.header.name[seat] : "";
}

static bool check_end(struct sv_replay *r)
{
    r->asked = r->game.state;
    if (!r->ended) {
        r->ended = true;
        r->status = svi_replay_end(&r->replay, &r->game);
    }
    return false;
}

bool sv_replay_next(struct sv_replay *r, struct sv_recorded *out)
{
    if (!r->open || r->status != SV_OK) {
        return false;
    }
    do {
        if (svi_game_over(&r->game)) {
            return check_end(r);
        }
        r->asked = r->game.state;
        r->history_asked = r->history;
        r->answered = r->forfeits = false;
        memset(&r->last, 0, sizeof r->last);
        r->last.number = r->game.decisions + 1;
        r->status = svi_replay_next(&r->replay, &r->game);
        if (r->status != SV_OK) {
            return false;
        }
    } while (!r->answered);
    r->last.forfeits = r->forfeits;
    *out = r->last;
    return true;
}

const struct sv_state *sv_replay_state(const struct sv_replay *r)
{
    return &r->asked;
}

/* ---- replay rows ----------------------------------------------------------------------------- */

struct row {
    uint32_t decision;
    uint16_t action;
    uint8_t seat, mask[SV_ACTION_COUNT];
    struct sv_observation seen;
};

/* ---- the rows of a decision ------------------------------------------------------------------ */

/* Returns an answer without parts that the game does not read. */
static struct sv_answer read_parts(const struct sv_answer *a)
{
    struct sv_answer read = *a;
    if (a->kind == SV_DECISION_TICKET && a->choice == SV_CHOICE_TICKET_ROLL) {
        read.space = SV_NONE;
    }
    if (a->bid == 0 || a->limit <= a->bid) {
        read.limit = 0; /* counts as no limit */
    }
    return read;
}

/* Appends the rows of a decision. Returns false if actions do not lead to the answer. */
static bool put_rows(struct sv_replay *r, const struct sv_recorded *d)
{
    const struct sv_edition *e = &r->replay.edition;
    const struct sv_position *p = &r->asked.position;
    const struct sv_question *q = &d->question;
    struct svi_allowed allowed;
    struct sv_answer a;
    struct row row = {.decision = d->number, .seat = q->seat};
    sv_action_begin(e, p, q, &a);
    do {
        svi_allow(e, p, q, &a, &allowed);
        row.action = (uint16_t)svi_toward(p, q, &allowed, &a, &d->answer);
        if (row.action == SV_ACTION_COUNT) {
            return false;
        }
        sv_observe_with(&r->history_asked, e, p, q, &a, &row.seen);
        svi_allowed_mask(&allowed, row.mask);
        svi_buf_append(&r->rows, &row, sizeof row);
    } while (!svi_take(e, p, q, &allowed, &a, row.action));
    const struct sv_answer taken = read_parts(&a), wanted = read_parts(&d->answer);
    return svi_answer_same(&taken, &wanted);
}

/* ---- a game ---------------------------------------------------------------------------------- */

/* Prepares an account of luck. Returns false without memory. */
static bool begin_luck(struct sv_replay *r)
{
    const struct svi_replay *file = &r->replay;
    struct svi_reader_luck *l = r->luck;
    if (l == NULL) {
        l = r->luck = calloc(1, sizeof *l);
        if (l == NULL) {
            return false;
        }
    }
    if (l->luck.value == NULL ||
        memcmp(l->edition_hash, file->edition_hash, sizeof l->edition_hash) != 0) {
        memcpy(l->edition_hash, file->edition_hash, sizeof l->edition_hash);
        memset(&l->luck, 0, sizeof l->luck);
        memset(&l->base, 0, sizeof l->base);
        svi_value_init(&l->value, &file->edition, svi_weights_for(&file->edition));
    }
    svi_luck_begin(&l->luck, &l->value, &l->base, &file->header.setup, NULL);
    return true;
}

static enum sv_status fail(struct sv_replay *r, enum sv_status status, const char *why)
{
    if (r->status == SV_OK) {
        r->status = svi_fail(&r->replay.error, status, "%s", why);
    }
    svi_buf_clear(&r->rows);
    return r->status;
}

/* The luck of what was carried out, whether it is wanted as rows or not. */
static void account(struct sv_replay *r, const struct sv_recorded *d)
{
    if (r->stopped) {
        svi_luck_forfeit(&r->luck->luck);
    } else {
        svi_luck_answer(&r->luck->luck, d->question.seat, &d->answer);
    }
}

enum sv_status sv_replay_rows(struct sv_replay *r, const struct sv_rows_how *how,
                              struct sv_rows_found *found)
{
    struct sv_recorded d;
    memset(found, 0, sizeof *found);
    svi_buf_clear(&r->rows);
    if (!r->open) {
        return fail(r, SV_E_ARGUMENT, "no replay is open");
    }
    if (reader_begin(r) != SV_OK || (how->luck && !begin_luck(r))) {
        return fail(r, SV_E_SYSTEM, "no memory for its luck");
    }
    while (sv_replay_next(r, &d)) {
        const size_t before = r->rows.size;
        if (how->luck) {
            account(r, &d);
        }
        if ((how->seats >> d.question.seat & 1) == 0) {
            continue;
        }
        if (d.verdict != SV_VERDICT_OK) {
            found->missed++;
        } else if (put_rows(r, &d)) {
            found->decisions++;
        } else {
            found->skipped++;
            r->rows.size = before;
        }
        if (r->rows.failed) {
            return fail(r, SV_E_SYSTEM, "no memory for its rows");
        }
    }
    if (r->status != SV_OK) {
        return fail(r, r->status, "");
    }
    uint8_t place[SV_MAX_SEATS];
    sv_places(&r->replay.edition, &r->asked.position, place);
    found->rows = r->rows.size / sizeof(struct row);
    svi_rewards(place, sv_replay_seats(r), found->reward);
    for (unsigned s = 0; how->luck && s < sv_replay_seats(r); s++) {
        found->luck[s] = 2 * (float)r->luck->luck.figure[s][SVI_LUCK_POINTS];
    }
    return SV_OK;
}

void sv_replay_copy(const struct sv_replay *r, size_t first, size_t count,
                    const struct sv_rows *out)
{
    const struct row *rows = (const void *)r->rows.data;
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows[first + i];
        if (out->seen != NULL) {
            out->seen[i] = row->seen;
        }
        if (out->mask != NULL) {
            memcpy(out->mask + i * SV_ACTION_COUNT, row->mask, SV_ACTION_COUNT);
        }
        if (out->action != NULL) {
            out->action[i] = row->action;
        }
        if (out->decision != NULL) {
            out->decision[i] = row->decision;
        }
        if (out->seat != NULL) {
            out->seat[i] = row->seat;
        }
    }
}
