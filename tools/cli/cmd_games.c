/* solvent games STORE [--bot NAME [--won|--lost]] [--incidents] [--format table|csv|json] */
#include "base/order.h"
#include "tools/cli/commands.h"
#include "tools/cli/store_open.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"
#include "tools/report/game_columns.h"

#include "base/out.h"
#include "job/points.h"
#include "league/league_follow.h"
#include "memory/memory.h"
#include "record/replay.h"
#include "record/text.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "store/store.h"
#include "store/store_matches.h"
#include "store/store_results.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- incidents ------------------------------------------------------------------------------- */

/* Finds the mistakes of seats in a game, by decision. */

/* A decision with a late, malformed, illegal or dead answer, or by which its seat forfeited. */
struct incident {
    uint32_t decision; /* number of the decision from 1, as in a page's #d=N */
    uint8_t seat;
    /* Kind of the mistake (enum sv_decision; 0: a forfeit), or of the mistake that led to it: a bot
     * that never answers one question is late with the next ones too, and may be dead in the
     * end. */
    uint8_t kind;
    uint8_t verdict;   /* enum sv_verdict; SV_VERDICT_OK for a forfeit */
    uint8_t reason;    /* as in struct sv_refusal */
    size_t text, size; /* offset of its line in the text, and the line's bytes with the line feed */
};

/* The incidents of a game, which owns its list and text, but keeps nothing of the replay. */
struct incidents {
    struct incident *list; /* in the order of decisions */
    size_t n, room;
    /* Lines like those of `solvent replay`, but with the decision's number: whose answer it was,
     * why it was refused, and the answer. */
    struct svi_buf text;
};

/* Returns whether both are the same mistake: one verdict, for one reason, on one kind of
 * decision. */
static bool repeats(const struct incident *a, const struct incident *b)
{
    return a->kind == b->kind && a->verdict == b->verdict && a->reason == b->reason;
}

struct search {
    struct svi_game game;
    struct svi_replay replay;
    struct incidents *found;
    uint32_t refused; /* decision whose line already describes the refused answer */
    struct {
        uint32_t decision; /* first decision without an answer, late by now; 0: all answered */
        uint8_t kind;
    } owed[SV_MAX_SEATS];
};

/* Returns the line of a decision, or NULL if it has no line and memory runs out. */
static struct incident *line_of(struct incidents *found, uint32_t decision)
{
    for (size_t i = found->n; i-- > 0 && found->list[i].decision >= decision;) {
        if (found->list[i].decision == decision) {
            return &found->list[i];
        }
    }
    struct incident *more = svi_grow(found->list, &found->room, found->n + 1, sizeof *more);
    if (more == NULL) {
        return NULL;
    }
    found->list = more;
    struct incident *line = &found->list[found->n++];
    *line = (struct incident){.decision = decision};
    return line;
}

/* Writes the line of a decision. Returns NULL if memory runs out. */
static struct incident *put(struct search *s, uint32_t decision, const struct sv_event *ev)
{
    struct incident *line = line_of(s->found, decision);
    struct svi_buf *text = &s->found->text;
    if (line != NULL) {
        line->seat = ev->seat;
        line->kind = ev->kind;
        line->verdict = ev->verdict;
        line->reason = ev->type == SV_EVENT_REFUSED ? ev->refusal->reason : 0;
        line->text = text->size;
        svi_text_event(text, &s->game, ev, decision, false);
        line->size = text->size - line->text;
    }
    return line;
}

/* Writes a late or dead answer, or a forfeit: a mistake in itself, or a consequence of an earlier
 * mistake. */
static void put_unanswered(struct search *s, uint32_t decision, const struct sv_event *ev)
{
    struct svi_buf *text = &s->found->text;
    const uint32_t owed = s->owed[ev->seat].decision;
    struct incident *line = put(s, decision, ev);
    if (owed == 0 && ev->verdict == SV_VERDICT_LATE) {
        s->owed[ev->seat].decision = decision;
        s->owed[ev->seat].kind = ev->kind;
    }
    if (owed != 0 && line != NULL && line->size > 0 && !text->failed) {
        char why[80];
        line->kind = s->owed[ev->seat].kind;
        line->verdict = SV_VERDICT_LATE;
        (void)snprintf(why, sizeof why, " (it had not answered %s, decision %" PRIu32 ", yet)\n",
                       sv_decision_name(line->kind), owed);
        text->size--; /* removes the line feed */
        svi_out_text(text, why);
        line->size = text->size - line->text;
    }
}

/* Takes an event. A refused answer comes before the default that was played for it or, if the
 * answer was late, before a later answer of its seat. Its line replaces or prevents the
 * line of a missing answer, as it tells more. */
static void take_event(void *user, const struct sv_event *ev)
{
    struct search *s = user;
    const uint32_t decision = s->game.decisions;
    switch (ev->type) {
    case SV_EVENT_REFUSED:
        (void)put(s, ev->refusal->decision, ev);
        s->refused = ev->refusal->decision;
        break;
    case SV_EVENT_ANSWER:
        if (ev->verdict == SV_VERDICT_LATE || ev->verdict == SV_VERDICT_DEAD ||
            ev->verdict == SV_VERDICT_OVERTIME) {
            put_unanswered(s, decision, ev);
        } else if (ev->verdict != SV_VERDICT_DEFAULT) {
            s->owed[ev->seat].decision = 0;
            if (!svi_verdict_accepts(ev->verdict) && s->refused != decision) {
                (void)put(s, decision, ev);
            }
        }
        break;
    case SV_EVENT_FORFEIT:
        if (s->found->n == 0 || s->found->list[s->found->n - 1].decision != decision) {
            put_unanswered(s, decision, ev);
        }
        break;
    default:
        break;
    }
}

/* Finds the incidents of a recorded game. Those behind a fault of the file are missing. Call
 * incidents_finish() in any case. */
static void incidents_init(struct incidents *incidents, const uint8_t *replay, size_t size)
{
    SCOPED(scoped_free) struct search *s = svi_new(1, sizeof *s);
    memset(incidents, 0, sizeof *incidents);
    s->found = incidents;
    svi_game_init(&s->game);
    if (svi_replay_open(&s->replay, replay, size) == SV_OK) {
        (void)svi_replay_run(&s->replay, &s->game, &(struct sv_sink){take_event, s});
    }
    svi_game_finish(&s->game);
}

static void incidents_finish(struct incidents *incidents)
{
    free(incidents->list);
    svi_buf_finish(&incidents->text);
    memset(incidents, 0, sizeof *incidents);
}

/* ---- arguments ------------------------------------------------------------------------------- */

enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

/* Output is written in pieces of this size, so that memory does not grow with the games. */
#define PIECE (1u << 16)

#define ENDED_WIDTH 11    /* columns of "round limit" */
#define INCIDENTS_MOST 3u /* mistakes shown below a game, without --wide */

struct arguments {
    const char *store, *bot, *against;
    unsigned format;
    bool won, lost, incidents, luck, wide;
};

static const struct svi_option options[] = {
    {"bot", 0, "NAME", "Only games in which this bot played", SVI_SET_TEXT(bot)},
    {"against", 0, "NAME", "With --bot: only games against this one", SVI_SET_TEXT(against),
     .with = "bot"},
    {"won", 0, NULL, "With --bot: only games that it won, alone or not", SVI_SET_FLAG(won),
     .with = "bot", .without = "lost"},
    {"lost", 0, NULL, "With --bot: only games that it did not win", SVI_SET_FLAG(lost),
     .with = "bot"},
    {"incidents", 0, NULL,
     "Only games with incidents, and each incident\n"
     "An incident is a late, malformed, illegal or dead answer, or a forfeit; with --bot, of that "
     "bot. The last column names the bots. Below each game stand its first three mistakes, with "
     "decision and reason; one that is made again is counted (--wide shows each). Below all games "
     "stand mistakes made in several of them, the most frequent first.",
     SVI_SET_FLAG(incidents)},
    {"luck", 0, NULL,
     "In the table: the luck of each bot, in points\n"
     "Only where the store has it (\"solvent luck --fill\"). Names are in full then.",
     SVI_SET_FLAG(luck)},
    SVI_OPTION_TABLE(format),
    SVI_OPTION_WIDE(wide),
    {0},
};

/* A mistake of a bot, in all games that are listed. */
struct mistake {
    unsigned bot;
    struct incident first;
    uint64_t game, last; /* first and last game with this mistake */
    uint64_t times, games;
};

struct listing {
    const struct arguments *a;
    const struct svi_store_info *info;
    struct svi_buf replay;
    unsigned bot, against; /* n_bots: all bots */
    int width;             /* columns of a game's number */
    size_t screen;         /* svi_width_screen() */
    uint64_t shown;
    struct svi_store *store;
    struct svi_game_row game; /* the current game */
    unsigned csv;             /* columns of the csv output */
    /* Schedule of a league whose deals have weights: SVI_IN_WEIGHT_CSV. */
    struct svi_schedule plan;
    enum sv_status status;
    struct svi_buf out, cell; /* `cell` is the last cell of a row */
    struct svi_buf mistakes;  /* struct mistake, in the order in which they were first made */
    struct svi_buf words;     /* texts of the mistakes' first incidents */
    int error;                /* errno of a write error; EPIPE is not counted */
    bool closed;
};

/* ---- which games ----------------------------------------------------------------------------- */

static bool is_wanted(const struct listing *l, const struct svi_store_match *m)
{
    const struct arguments *a = l->a;
    bool played = false, won = false, incidents = false, met = l->against == l->info->n_bots;
    for (unsigned s = 0; s < m->seats; s++) {
        const struct svi_store_seat *seat = &m->seat[s];
        met |= seat->bot == l->against;
        if (l->bot == l->info->n_bots || seat->bot == l->bot) {
            played = true;
            won |= seat->place == 1;
            incidents |= svi_store_incidents(seat) != 0;
        }
    }
    return played && met && (!a->won || won) && (!a->lost || !won) && (!a->incidents || incidents);
}

/* ---- as a table ------------------------------------------------------------------------------ */

/* Returns in few letters why a game ended. */
static const char *end_words(unsigned why)
{
    return why == SV_WHY_LAST_SOLVENT ? "one left"
           : why == SV_WHY_MAX_ROUNDS ? "round limit"
                                      : "forfeit";
}

static void table_head(struct listing *l)
{
    svi_out_format(&l->out, "%*s  %*s  seating  %-*s  rounds  incidents  %s\n", l->width, "game",
                   l->width, "deal", ENDED_WIDTH, "ended",
                   l->a->luck         ? "places, and luck"
                   : !l->a->incidents ? "places"
                   : l->a->wide       ? "places (whose incidents)"
                                      : "whose incidents");
}

/* Appends luck: " +0.123". */
static void out_luck(struct svi_buf *out, int32_t luck)
{
    char text[SVI_RATIO_TEXT];
    svi_ratio_text(luck, SVI_LUCK_UNIT, 3, text);
    svi_out_format(out, luck > 0 ? " +%s" : " %s", text);
}

/* Appends the order of places: "careful > tiny = random". If the columns cannot hold all names,
 * only the first and the last are shown: "careful > ... > random", with an ellipsis. */
static void out_places(const struct listing *l, struct svi_buf *out,
                       const struct svi_store_match *m, size_t columns)
{
    const bool luck = l->a->luck && l->game.has_luck;
    const size_t each = strlen(" > ") + (luck ? strlen(" +0.000") : 0);
    unsigned order[SV_MAX_SEATS], n = 0;
    size_t width[SV_MAX_SEATS], taken = 0;
    for (unsigned place = 1; place <= m->seats; place++) {
        for (unsigned s = 0; s < m->seats; s++) {
            if (m->seat[s].place == place) {
                width[n] = svi_width(l->info->bot[m->seat[s].bot]);
                order[n++] = s;
            }
        }
    }
    const size_t between = n * each - strlen(" > ");
    svi_width_share(width, n, UINT_MAX, columns > between ? columns - between : 0);
    for (unsigned i = 0; i < n; i++) {
        taken += width[i] + each;
    }
    const bool ends_only = n > 2 && taken - strlen(" > ") > columns;
    if (ends_only) {
        size_t ends[] = {svi_width(l->info->bot[m->seat[order[0]].bot]),
                         svi_width(l->info->bot[m->seat[order[n - 1]].bot])};
        const size_t other = strlen(" > . > ");
        svi_width_share(ends, 2, UINT_MAX, columns > other ? columns - other : 0);
        width[0] = ends[0];
        width[n - 1] = ends[1];
    }
    for (unsigned i = 0; i < n; i++) {
        const struct svi_store_seat *seat = &m->seat[order[i]];
        const bool tied = i > 0 && m->seat[order[i - 1]].place == seat->place;
        if (ends_only && i > 0 && i + 1 < n) {
            svi_out_text(out, i == 1 ? " > \xe2\x80\xa6" : "");
            continue;
        }
        svi_out_text(out, i == 0 ? "" : tied ? " = " : " > ");
        svi_width_put(l->info->bot[seat->bot], width[i], out);
        if (luck) {
            out_luck(out, l->game.luck.seat[order[i]].luck);
        }
    }
}

/* Appends incidents by seat: "crook: 3 illegal, forfeited; tiny: 1 late". */
static void out_incidents(const struct listing *l, struct svi_buf *out,
                          const struct svi_store_match *m)
{
    const char *between = "";
    for (unsigned s = 0; s < m->seats; s++) {
        const struct svi_store_seat *seat = &m->seat[s];
        const char *comma = ": ";
        if (svi_store_incidents(seat) == 0) {
            continue;
        }
        svi_out_text(out, between);
        svi_out_plain(out, l->info->bot[seat->bot]);
        for (size_t i = 0; i < SVI_INCIDENTS; i++) {
            if (seat->verdicts[svi_incidents[i]] != 0) {
                svi_out_format(out, "%s%" PRIu32 " %s", comma, seat->verdicts[svi_incidents[i]],
                               sv_verdict_name(svi_incidents[i]));
                comma = ", ";
            }
        }
        if (seat->forfeited) {
            svi_out_format(out, "%sforfeited", comma);
        }
        between = "; ";
    }
}

static void table_row(struct listing *l, const struct svi_store_match *m)
{
    uint32_t incidents = 0;
    for (unsigned s = 0; s < m->seats; s++) {
        incidents += svi_store_incidents(&m->seat[s]);
    }
    const size_t before = l->out.size;
    svi_out_format(&l->out,
                   "%*" PRIu64 "  %*" PRIu32 "  %7" PRIu32 "  %-*s  %6" PRIu32 "  %9" PRIu32,
                   l->width, m->number, l->width, m->deal, m->seating, ENDED_WIDTH,
                   end_words(m->why), m->rounds, incidents);
    svi_out_text(&l->out, "  ");
    const size_t taken = l->out.size - before; /* only ASCII so far, so columns equal bytes */
    const size_t left = l->a->wide || l->a->luck             ? SIZE_MAX
                        : taken + SVI_WIDTH_NAME > l->screen ? SVI_WIDTH_NAME
                                                             : l->screen - taken;
    svi_buf_clear(&l->cell);
    if (!l->a->incidents || l->a->wide) {
        out_places(l, &l->cell, m, left);
    }
    if (l->a->incidents) {
        svi_out_text(&l->cell, l->a->wide ? "  (" : "");
        out_incidents(l, &l->cell, m);
        svi_out_text(&l->cell, l->a->wide ? ")" : "");
    }
    svi_buf_byte(&l->cell, 0);
    svi_width_put((const char *)l->cell.data, left, &l->out);
    svi_out_char(&l->out, '\n');
}

/* Adds an incident to the mistakes of its bot. */
static void count_mistake(struct listing *l, const struct svi_store_match *m,
                          const struct incidents *found, const struct incident *incident)
{
    const unsigned bot = m->seat[incident->seat].bot;
    struct mistake *list = (struct mistake *)(void *)l->mistakes.data;
    const size_t n = l->mistakes.size / sizeof *list;
    size_t i = 0;
    if (l->bot != l->info->n_bots && l->bot != bot) {
        return;
    }
    while (i < n && !(list[i].bot == bot && repeats(&list[i].first, incident))) {
        i++;
    }
    if (i < n) {
        list[i].times++;
        list[i].games += list[i].last != m->number;
        list[i].last = m->number;
        return;
    }
    struct mistake mistake = {.bot = bot,
                              .first = *incident,
                              .game = m->number,
                              .last = m->number,
                              .times = 1,
                              .games = 1};
    mistake.first.text = l->words.size;
    svi_buf_append(&l->words, found->text.data + incident->text, incident->size);
    svi_buf_append(&l->mistakes, &mistake, sizeof mistake);
}

/* Writes the line of an incident into `cell`, without its line feed. */
static void put_line(struct listing *l, const char *before, const struct svi_buf *text,
                     const struct incident *incident)
{
    svi_buf_clear(&l->cell);
    svi_out_text(&l->cell, before);
    svi_buf_append(&l->cell, text->data + incident->text,
                   incident->size > 0 ? incident->size - 1 : 0);
    svi_buf_byte(&l->cell, 0);
}

/* Returns whether the seat has made this mistake earlier in the game. */
static bool is_repeated(const struct incidents *found, size_t i)
{
    size_t k = 0;
    while (found->list[k].seat != found->list[i].seat ||
           !repeats(&found->list[k], &found->list[i])) {
        k++;
    }
    return k < i;
}

/* Prints, below a game with incidents, each mistake where it was first made and how often it was
 * repeated. Returns the number of incidents that these lines cover. */
static size_t table_mistakes(struct listing *l, const struct incidents *found)
{
    size_t told = 0, lines = 0;
    for (size_t i = 0; i < found->n && (l->a->wide || lines < INCIDENTS_MOST); i++) {
        char again[48] = "";
        size_t more = 0;
        if (!l->a->wide && is_repeated(found, i)) {
            continue;
        }
        for (size_t k = i + 1; k < found->n && !l->a->wide; k++) {
            more += found->list[k].seat == found->list[i].seat &&
                    repeats(&found->list[k], &found->list[i]);
        }
        if (more > 0) {
            (void)snprintf(again, sizeof again, " (and %zu more)", more);
        }
        put_line(l, "      #d=", &found->text, &found->list[i]);
        svi_width_put((const char *)l->cell.data, l->a->wide ? SIZE_MAX : l->screen - strlen(again),
                      &l->out);
        svi_out_format(&l->out, "%s\n", again);
        told += 1 + more;
        lines++;
    }
    return told;
}

static void table_incidents(struct listing *l, const struct svi_store_match *m)
{
    struct incidents found;
    bool any = false;
    for (unsigned s = 0; s < m->seats; s++) {
        any = any || svi_store_incidents(&m->seat[s]) != 0;
    }
    svi_buf_clear(&l->replay);
    if (!any || svi_store_replay(l->store, m->number, &l->replay) != SV_OK || l->replay.failed) {
        return;
    }
    incidents_init(&found, l->replay.data, l->replay.size);
    if (!found.text.failed) {
        const size_t told = table_mistakes(l, &found);
        if (told < found.n) {
            svi_out_format(&l->out, "      %zu more: --wide shows all\n", found.n - told);
        }
        for (size_t i = 0; i < found.n; i++) {
            count_mistake(l, m, &found, &found.list[i]);
        }
    }
    l->out.failed = l->out.failed || found.text.failed || l->mistakes.failed || l->words.failed;
    incidents_finish(&found);
}

SVI_ORDER(by_times, struct mistake,
          SVI_THEN(SVI_COMPARE(other->times, one->times),
                   SVI_THEN(SVI_COMPARE(one->game, other->game),
                            SVI_COMPARE(one->first.decision, other->first.decision))))

/* Prints, below all games, the mistakes that were made in several games. */
static void table_repeated(struct listing *l)
{
    struct mistake *list = (struct mistake *)(void *)l->mistakes.data;
    const size_t n = l->mistakes.size / sizeof *list;
    const char *title = "\n  times  games  first\n";
    if (n > 0) {
        qsort(list, n, sizeof *list, by_times);
    }
    for (size_t i = 0; i < n; i++) {
        char before[64];
        if (list[i].games == 1) {
            continue;
        }
        (void)snprintf(before, sizeof before,
                       "%7" PRIu64 "  %5" PRIu64 "  game %" PRIu64 "#d=", list[i].times,
                       list[i].games, list[i].game);
        put_line(l, before, &l->words, &list[i].first);
        svi_out_text(&l->out, title);
        svi_width_put((const char *)l->cell.data, l->a->wide ? SIZE_MAX : l->screen, &l->out);
        svi_out_char(&l->out, '\n');
        title = "";
    }
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void csv_rows(struct listing *l, const struct svi_store_match *m)
{
    (void)m;
    svi_game_csv(&l->game, l->csv, &l->out);
}

static void json_object(struct listing *l, const struct svi_store_match *m)
{
    (void)m;
    svi_out_text(&l->out, l->shown == 0 ? "[\n{" : ",\n{");
    svi_game_json(&l->game, SVI_IN_JSON, &l->out);
    svi_out_char(&l->out, '}');
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void flush(struct listing *l)
{
    const int reason = l->closed ? 0 : svi_say_piece(&l->out);
    l->closed |= reason != 0;
    l->error = reason != 0 && reason != EPIPE ? reason : l->error;
    svi_buf_clear(&l->out);
}

static bool show(void *user, const struct svi_store_match *m)
{
    static void (*const each[])(struct listing *, const struct svi_store_match *) = {
        [FORMAT_TABLE] = table_row, [FORMAT_CSV] = csv_rows, [FORMAT_JSON] = json_object};
    struct listing *l = user;
    if (is_wanted(l, m)) {
        l->status = svi_game_row_init(&l->game, l->store, m, NULL);
        l->game.weight = l->csv & SVI_IN_WEIGHT_CSV ? svi_schedule_weight(&l->plan, m->deal) : 1;
        each[l->a->format](l, m);
        if (l->a->incidents && l->a->format == FORMAT_TABLE) {
            table_incidents(l, m);
        }
        l->shown++;
    }
    if (l->out.size >= PIECE) {
        flush(l);
    }
    return !l->closed && l->status == SV_OK;
}

/* Adds the column of weights if the league has weights. A plan that this version cannot rebuild has
 * no weights. */
static void find_weights(struct svi_store *store, struct listing *l)
{
    struct svi_error why;
    if (svi_league_store_schedule(store, &l->plan, &why) != SV_OK) {
        return;
    }
    if (l->plan.settings.format->season) {
        l->csv |= SVI_IN_WEIGHT_CSV;
    } else {
        svi_schedule_finish(&l->plan);
    }
}

static void list(struct svi_store *store, struct listing *l, struct svi_progress *progress)
{
    l->width = snprintf(NULL, 0, "%" PRIu64, l->info->matches);
    l->width = l->width < 4 ? 4 : l->width;
    uint64_t lack = 1;
    if (svi_store_count_without_luck(store, NULL, &lack) != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s", svi_store_error(store));
    }
    l->csv = lack == 0 ? SVI_IN_CSV | SVI_IN_LUCK_CSV : SVI_IN_CSV;
    if (l->a->format == FORMAT_TABLE) {
        table_head(l);
    } else if (l->a->format == FORMAT_CSV) {
        find_weights(store, l);
        svi_game_csv_titles(l->csv, &l->out);
    }
    const enum sv_status status = svi_store_results(store, 0, show, l);
    table_repeated(l);
    if (l->a->format == FORMAT_JSON) {
        svi_out_text(&l->out, l->shown == 0 ? "[]\n" : "\n]\n");
    }
    const bool failed = l->out.failed;
    flush(l);
    (void)svi_progress_finish(progress);
    if (status != SV_OK || l->status != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s", svi_store_error(store));
    }
    if (failed || l->error != 0) {
        svi_die(SVI_EXIT_ENVIRONMENT, "cannot write the list: %s",
                svi_errno_text(failed ? ENOMEM : l->error));
    }
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    struct svi_progress progress;
    svi_words_read(w, &a);
    struct svi_store *store = svi_store_open_shown(a.store, &progress);
    if (isatty(STDOUT_FILENO) == 1) {
        svi_store_watch(store, NULL, NULL); /* the listed games show the progress */
    }
    struct listing l = {
        .a = &a, .store = store, .info = svi_store_info(store), .screen = svi_width_screen()};
    const unsigned none = l.info->n_bots;
    l.bot = a.bot != NULL ? svi_store_bot(store, a.store, "--bot: ", a.bot) : none;
    l.against = a.against != NULL ? svi_store_bot(store, a.store, "--against: ", a.against) : none;
    list(store, &l, &progress);
    svi_buf_finish(&l.out);
    svi_buf_finish(&l.cell);
    svi_buf_finish(&l.replay);
    svi_buf_finish(&l.mistakes);
    svi_buf_finish(&l.words);
    if (l.csv & SVI_IN_WEIGHT_CSV) {
        svi_schedule_finish(&l.plan);
    }
    return SVI_EXIT_DONE;
}

const struct svi_command svi_cmd_games = {
    .name = "games",
    .brief = "list the games of a league",
    .operands = "STORE",
    .operand = {{"store", SVI_SET_TEXT(store)}},
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text = "A line for each game, by number: its deal and seating, why it ended, and its rounds. "
            "Then come the decisions for which the default was taken (late, malformed, illegal, "
            "dead), and forfeits. The last column gives the places: \"a > b = c\". On a narrow "
            "screen it "
            "names the first and the last only; --wide names all.\n"
            "\n"
            "csv has a line for each seat, with the columns that \"solvent rank --games\" reads. "
            "Luck and skill are among them when the luck of all games is known. STORE#N names game "
            "N for \"solvent replay\". You can list a league while it runs.",
    .topic = "viewing",
    .examples = "solvent games quickstart.db\n"
                "solvent games quickstart.db --bot tiny --lost\n"
                "solvent games quickstart.db --bot tiny --against careful\n"
                "solvent games quickstart.db --incidents\n"
                "solvent games quickstart.db --format csv > games.csv",
    .exits = {"done", NULL, "usage or bad input, or no store", "the store cannot be read"},
    .run = run,
};
