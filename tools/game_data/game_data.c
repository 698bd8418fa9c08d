#include "tools/game_data/game_data.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/out.h"
#include "luck/game_luck.h"
#include "record/jsonl.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/turnings.h"
#include "tools/console/seat_mark.h"

#include <solvent/edition.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- luck ------------------------------------------------------------------------------------ */

/* The luck of each seat, for the page of a game. */

/* The page counts points in units of 1/UNIT. */
#define UNIT 100000

struct luck_telling {
    struct svi_buf *out; /* text of the events alone */
    unsigned seats;
    bool any;
};

static int64_t rounded(double points)
{
    const double units = points * UNIT;
    return (int64_t)(units < 0 ? units - 0.5 : units + 0.5);
}

static void take_luck(void *user, const struct svi_luck_event *event)
{
    struct luck_telling *t = user;
    bool any = false;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        any = any || rounded(event->points[s]) != 0;
    }
    if (!any) {
        return;
    }
    svi_out_text(t->out, t->any ? ",[" : "[");
    t->any = true;
    svi_out_int(t->out, event->at);
    for (unsigned s = 0; s < t->seats; s++) {
        svi_out_char(t->out, ',');
        svi_out_int(t->out, rounded(event->points[s]));
    }
    svi_out_char(t->out, ']');
}

static void put_luck_of_seats(struct svi_buf *out, const struct svi_game_luck *luck)
{
    const int32_t part = SVI_LUCK_UNIT / UNIT;
    svi_out_char(out, '{');
    svi_json_bool(out, "stopped", luck->stopped);
    svi_json_rows(out, "seats");
    for (unsigned s = 0; s < luck->seats; s++) {
        svi_json_begin(out);
        svi_json_members(out, JSON_INT("luck", luck->seat[s].luck / part),
                         JSON_INT("sd", (int64_t)luck->seat[s].sd / part),
                         JSON_INT("skill", luck->seat[s].skill / part));
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

/* Appends a JSON object, whose points are whole numbers of 1/100000:
 *
 *     {"stopped":false,"seats":[{"luck":..,"sd":..,"skill":..},...],"events":[[event,luck of seat
 *     0,...],...]}
 *
 * Its events of chance are in their order; events that changed no seat's luck are left out. Appends
 * null for a game whose luck cannot be computed. */
static void game_data_luck(struct svi_buf *out, const uint8_t *replay, size_t size)
{
    struct svi_replay_luck *r = svi_replay_luck_create();
    struct svi_replay head;
    SCOPED(svi_buf_finish) struct svi_buf events = {0};
    struct luck_telling luck_telling = {.out = &events};
    const struct svi_luck_sink sink = {.fn = take_luck, .user = &luck_telling};
    struct svi_game_luck luck;
    if (r != NULL && svi_replay_open(&head, replay, size) == SV_OK) {
        luck_telling.seats = head.header.setup.seats;
        if (svi_replay_luck_read(r, replay, size, &sink, &luck) == SV_OK && !events.failed) {
            put_luck_of_seats(out, &luck);
            svi_json_rows(out, "events");
            svi_buf_append(out, events.data, events.size);
            svi_out_text(out, "]}");
            svi_replay_luck_destroy(r);
            return;
        }
    }
    svi_out_text(out, "null");
    svi_replay_luck_destroy(r);
}

/* ---- analysis -------------------------------------------------------------------------------- */

/* Estimates of decisions by a model, for the page of a game. */

#define CURVE_STEP 100 /* in units of 1/UNIT: smaller changes of the curve are not visible */
#define MOST_SHOWN 4u  /* most candidates shown, besides the given answer */

static int64_t whole(double points)
{
    return llround(points * UNIT);
}

static void put_points(struct svi_buf *out, const double points[], unsigned seats)
{
    for (unsigned s = 0; s < seats; s++) {
        svi_out_text(out, s == 0 ? "" : ",");
        svi_out_int(out, whole(points[s]));
    }
}

static void put_curve(struct svi_buf *out, const struct svi_analysis *a)
{
    const double *last = NULL;
    svi_json_rows(out, "curve");
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        const double *now = a->evaluated[i].before;
        bool differs = last == NULL;
        for (unsigned s = 0; s < a->decisions.seats && !differs; s++) {
            differs = llabs(whole(now[s]) - whole(last[s])) >= CURVE_STEP;
        }
        if (differs) {
            svi_out_text(out, last == NULL ? "[" : ",[");
            svi_out_int(out, a->decisions.list[i].event);
            svi_out_char(out, ',');
            put_points(out, now, a->decisions.seats);
            svi_out_char(out, ']');
            last = now;
        }
    }
    svi_out_char(out, ']');
}

static void put_turnings(struct svi_buf *out, const struct svi_analysis *a)
{
    struct svi_turning turning[SVI_TURNINGS];
    const unsigned n = svi_turnings(&a->decisions, turning);
    svi_json_rows(out, "turnings");
    for (unsigned i = 0; i < n; i++) {
        svi_out_text(out, i == 0 ? "[" : ",[");
        svi_out_int(out, turning[i].event);
        svi_out_char(out, ',');
        svi_out_int(out, turning[i].seat);
        svi_out_char(out, ',');
        svi_out_int(out, whole(turning[i].points));
        svi_out_char(out, ']');
    }
    svi_out_char(out, ']');
}

static void put_candidates(struct svi_buf *out, const struct svi_decision *d,
                           const struct svi_evaluated *e)
{
    svi_json_rows(out, "candidates");
    for (unsigned k = 0; k < e->n; k++) {
        if (k < MOST_SHOWN || k == e->given) {
            svi_json_begin(out);
            svi_json_int(out, "points", whole(e->candidate[k].points));
            svi_json_key(out, "answer");
            svi_jsonl_answer(out, &d->position, &e->candidate[k].answer);
            svi_out_char(out, '}');
        }
    }
    svi_out_char(out, ']');
}

static void put_decision(struct svi_buf *out, const struct svi_analysis *a, uint32_t i)
{
    const struct svi_decision *d = &a->decisions.list[i];
    const struct svi_evaluated *e = &a->evaluated[i];
    svi_json_members(out, JSON_INT("n", d->event), JSON_INT("cost", whole(e->cost)),
                     JSON_INT("given", e->given < MOST_SHOWN ? e->given : MOST_SHOWN),
                     JSON_INT("best", e->best));
    put_candidates(out, d, e);
}

static void put_analysis(struct svi_buf *out, const struct svi_analysis *a,
                         const struct svi_game_played *played)
{
    svi_out_char(out, '{');
    put_curve(out, a);
    put_turnings(out, a);
    /* All on one line, as the page splits the data into lines. */
    svi_json_rows(out, "decisions");
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        if (a->evaluated[i].n > 1) {
            svi_json_begin(out);
            put_decision(out, a, i);
            svi_out_char(out, '}');
        }
    }
    svi_out_char(out, ']');
    if (played != NULL) {
        played->put(played->user, a, out);
    }
    svi_out_char(out, '}');
}

/* Appends a JSON object, whose points are whole numbers of 1/100000:
 *
 *     {"curve":[[event,points of seat 0,...],...],
 *      "turnings":[[event,seat,points],...],
 *      "decisions":[{"n":event,"cost":..,"given":1,"best":0,
 *                    "candidates":[{"points":..,"answer":{...}},...]},...]}
 *
 * `curve` has the expected points of each seat at a decision, if they differ from the last ones.
 * `turnings` has the turning points of the game (tools/analysis/turnings.h), each with its seat.
 * Only decisions with several candidates are listed,
 * each with its best candidates and the given answer. `played` appends its own members. Appends
 * null for a game that cannot be analysed. It takes some milliseconds a
 * game. Its costs are estimates, too rough for classes. */
static void game_data_analysis(struct svi_buf *out, const uint8_t *replay, size_t size,
                               const struct svi_game_played *played)
{
    struct svi_analyst analyst = {0};
    struct svi_analysis a = {0};
    struct svi_error error;
    if (svi_analysis_make(&a, &analyst, replay, size, &error) == SV_OK) {
        put_analysis(out, &a, played);
    } else {
        svi_out_text(out, "null");
    }
    svi_analysis_finish(&a);
    svi_analyst_finish(&analyst);
}

/* ---- game data ------------------------------------------------------------------------------- */

/* Version of the first line, and of the way the program makes the lines. */
#define PAGE_FORMAT 5

struct telling {
    struct svi_game *g;
    const struct svi_game_beside *beside;
    struct svi_buf *out;
    struct svi_buf steps; /* steps for the last line */
    struct svi_buf told;  /* exchanges for the last line, behind its '{' */
    uint32_t n;
    uint32_t decisions, decision_n; /* decisions so far, and the event of the last one */
};

static void put_first_line(struct svi_buf *out, const struct svi_replay *r, const char *name)
{
    const struct svi_header *h = &r->header;
    const char *slash = strrchr(name, '/');
    svi_out_char(out, '{');
    svi_json_members(out, JSON_INT("page", PAGE_FORMAT), JSON_TEXT("program", h->program),
                     JSON_TEXT("source", slash != NULL ? slash + 1 : name));
    svi_json_open(out, "meta");
    for (unsigned i = 0; i < h->n_meta; i++) {
        svi_json_string(out, h->key[i], h->value[i]);
    }
    svi_out_char(out, '}');
    svi_game_data_words(out, &r->edition);
    svi_out_text(out, "}\n");
}

static void take_event(void *user, const struct sv_event *ev)
{
    struct telling *t = user;
    const bool is_remark = ev->type == SV_EVENT_LOG || ev->type == SV_EVENT_NOTE;
    const struct svi_game_mask *const mask = t->beside->mask;
    const struct svi_game_exchanges *const exchanges = t->beside->exchanges;
    if (mask != NULL && is_remark) {
        return;
    }
    if (mask != NULL && ev->type == SV_EVENT_GAME_START) {
        for (unsigned s = 0; s < t->g->setup.seats; s++) { /* the record has its names by now */
            (void)snprintf(t->g->name[s], sizeof t->g->name[s], "%s", mask->name[s]);
        }
    }
    if (exchanges != NULL) {
        exchanges->put(exchanges->user, ev, &t->told);
    }
    const uint32_t n = t->n++;
    /* A forfeit is one decision of up to two events, an answer and the forfeit; the first event
     * represents the decision. */
    if ((ev->type == SV_EVENT_ANSWER || ev->type == SV_EVENT_FORFEIT) &&
        t->g->decisions != t->decisions) {
        svi_out_text(&t->steps, t->decisions == 0 ? "" : ",");
        svi_out_int(&t->steps, n - t->decision_n);
        t->decisions = t->g->decisions;
        t->decision_n = n;
    }
    svi_jsonl_event(t->out, t->g, ev, n, true);
}

enum sv_status svi_game_data_put(struct svi_buf *out, struct svi_replay *r, struct svi_game *g,
                                 const char *name, const struct svi_game_beside *beside)
{
    struct telling t = {.g = g, .out = out, .beside = beside};
    const struct sv_sink sink = {take_event, &t};
    svi_out_char(&t.told, '{');
    put_first_line(out, r, name);
    const enum sv_status status = svi_replay_run(r, g, &sink);
    if (status == SV_OK) {
        svi_out_text(out, "{\"decision_steps\":[");
        svi_buf_append(out, t.steps.data, t.steps.size);
        svi_out_text(out, "],\"luck\":");
        game_data_luck(out, r->bytes, r->size);
        svi_out_text(out, ",\"analysis\":");
        game_data_analysis(out, r->bytes, r->size, beside->played);
        svi_out_text(out, ",\"exchanges\":");
        svi_buf_append(out, t.told.data, t.told.size);
        svi_out_text(out, "}}\n");
    }
    out->failed = out->failed || t.steps.failed || t.told.failed;
    svi_buf_finish(&t.steps);
    svi_buf_finish(&t.told);
    return status;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void put_space(struct svi_buf *out, const struct sv_space *space)
{
    svi_json_begin(out);
    svi_json_members(out, JSON_TEXT("name", space->name),
                     JSON_TEXT("kind", sv_space_kind_name(space->kind)),
                     JSON_INT("group", space->group == SV_NONE ? -1 : space->group),
                     JSON_INT("price", space->price), JSON_INT("mortgage", space->mortgage),
                     JSON_INT("amount", space->amount));
    svi_json_key(out, "rent");
    for (unsigned i = 0; i < sizeof space->rent / sizeof space->rent[0]; i++) {
        svi_out_char(out, i == 0 ? '[' : ',');
        svi_out_int(out, space->rent[i]);
    }
    svi_out_char(out, ']');
    svi_json_members(
        out, JSON_INT("house_cost", space->house_cost), JSON_INT("hotel_cost", space->hotel_cost),
        JSON_INT("tower_cost", space->tower_cost), JSON_INT("depot_cost", space->depot_cost));
    svi_out_char(out, '}');
}

static void put_deck(struct svi_buf *out, unsigned kind, const struct sv_card_deck *deck)
{
    svi_json_begin(out);
    svi_json_members(out, JSON_TEXT("deck", sv_deck_name(kind)), JSON_TEXT("name", deck->name));
    svi_json_rows(out, "cards");
    for (unsigned i = 0; i < deck->size; i++) {
        svi_json_begin(out);
        svi_json_members(out, JSON_TEXT("id", deck->card[i].id),
                         JSON_TEXT("text", deck->card[i].text));
        svi_out_char(out, '}');
    }
    svi_out_text(out, "]}");
}

static void put_edition(struct svi_buf *out, const struct sv_edition *e)
{
    svi_out_char(out, '{');
    svi_json_members(out, JSON_TEXT("name", e->name), JSON_TEXT("title", e->title),
                     JSON_INT("jail_space", e->jail_space),
                     JSON_INT("jail_cards", e->n_jail_cards));
    svi_json_open(out, "rules");
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        svi_json_int(out, sv_rule_describe(i)->name, sv_rule_get(&e->rules, i));
    }
    svi_out_char(out, '}');
    svi_json_rows(out, "spaces");
    for (unsigned i = 0; i < e->n_spaces; i++) {
        put_space(out, &e->space[i]);
    }
    svi_out_char(out, ']');
    svi_json_rows(out, "groups");
    for (unsigned i = 0; i < e->n_groups; i++) {
        svi_json_begin(out);
        svi_json_members(out, JSON_TEXT("name", e->group[i].name),
                         JSON_TEXT("kind", sv_space_kind_name(e->group[i].kind)));
        svi_json_spaces(out, "deeds", e->group[i].mask);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
    svi_json_rows(out, "decks");
    for (unsigned i = 0; i < SV_DECK_COUNT; i++) {
        put_deck(out, i, &e->deck[i]);
    }
    svi_out_text(out, "]}");
}

/* Appends the manifest's texts on decisions and verdicts, so that the page needs no texts of its
 * own for them. */
static void put_manifest(struct svi_buf *out)
{
    static const struct {
        const char *name, *fallback, *text;
    } decisions[] = {
#define X(NAME, name, asks, fields, fallback, text) {#name, fallback, text},
        SV_DECISIONS(X)
#undef X
    };
    static const struct {
        const char *name, *text;
    } verdicts[] = {
#define X(NAME, name, text) {#name, text},
        SV_VERDICTS(X)
#undef X
    };
    svi_json_open(out, "decisions");
    for (unsigned i = 0; i < SV_DECISION_COUNT; i++) {
        svi_json_open(out, decisions[i].name);
        svi_json_members(out, JSON_TEXT("text", decisions[i].text),
                         JSON_TEXT("fallback", decisions[i].fallback));
        svi_out_char(out, '}');
    }
    svi_out_char(out, '}');
    svi_json_open(out, "verdicts");
    for (unsigned i = 0; i < SV_VERDICT_COUNT; i++) {
        svi_json_string(out, verdicts[i].name, verdicts[i].text);
    }
    svi_out_char(out, '}');
}

/* Appends marks and colours of all seats, so that the page uses the terminal's. */
static void put_marks_of_seats(struct svi_buf *out)
{
    svi_json_rows(out, "seats");
    for (unsigned seat = 0; seat < SV_MAX_SEATS; seat++) {
        const struct svi_seat_mark *mark = &svi_seat_marks[seat];
        const char letter[] = {mark->letter, '\0'};
        svi_json_begin(out);
        svi_json_members(out, JSON_TEXT("mark", letter), JSON_TEXT("light", mark->light),
                         JSON_TEXT("dark", mark->dark));
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

void svi_game_data_words(struct svi_buf *out, const struct sv_edition *e)
{
    svi_json_key(out, "edition");
    put_edition(out, e);
    put_manifest(out);
    put_marks_of_seats(out);
}
