#include "tools/check/check.h"

#include "base/error.h"
#include "base/json.h"
#include "base/out.h"
#include "edition/builtin.h"
#include "edition/edition_file.h"
#include "tools/console/say.h"

#include <solvent/edition.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- report ---------------------------------------------------------------------------------- */

void svi_check_report_init(struct svi_check_report *r, bool json)
{
    memset(r, 0, sizeof *r);
    r->json = json;
    svi_table_init(&r->table, 4, 15);
    svi_table_row(&r->table, "verdict\tpoint\tsection\tfound");
}

void svi_check_report_finish(struct svi_check_report *r)
{
    svi_table_finish(&r->table);
}

static void print_json(const char *verdict, const char *point, const char *section,
                       const char *detail)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_out_char(&out, '{');
    svi_json_members(&out, JSON_TEXT("name", point), JSON_TEXT("verdict", verdict),
                     JSON_TEXT("section", section), JSON_TEXT("detail", detail));
    svi_out_text(&out, "}\n");
    (void)fwrite(out.data, 1, out.size, stdout);
    (void)fflush(stdout);
}

/* Adds a point. `section` is of docs/PROTOCOL.md; it and `detail` may be "". As JSON the point is
 * printed at once, one object on a line: {"name", "verdict": "ok" | "fail" | "skip", "section",
 * "detail"}. */
static void check_report_add(struct svi_check_report *r, enum svi_check_verdict verdict,
                             const char *point, const char *section, const char *detail)
{
    static const char *const for_people[SVI_CHECK_VERDICTS] = {"ok", "FAIL", "skip"};
    static const char *const for_programs[SVI_CHECK_VERDICTS] = {"ok", "fail", "skip"};
    r->count[verdict]++;
    if (verdict == SVI_CHECK_FAIL && r->fault[0] == '\0') {
        (void)snprintf(r->fault, sizeof r->fault, "%s: %s%s%s%s", point, detail,
                       section[0] != '\0' ? " (solvent help protocol, section " : "", section,
                       section[0] != '\0' ? ")" : "");
    }
    if (r->json) {
        print_json(for_programs[verdict], point, section, detail);
        return;
    }
    svi_table_add(&r->table, "%s", for_people[verdict]);
    svi_table_add(&r->table, "%s", point);
    svi_table_add(&r->table, "%s", section);
    svi_table_add(&r->table, "%s", detail);
}

/* Prints the table with its verdicts in green and red. */
static void paint(const struct svi_buf *table, FILE *out)
{
    static const struct {
        const char *word, *colour;
    } painted[] = {{"ok ", "\033[32m"}, {"FAIL ", "\033[31;1m"}};
    const char *line = (const char *)table->data;
    const char *end = line + table->size;
    while (line != NULL && line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const size_t size = (size_t)((stop != NULL ? stop + 1 : end) - line);
        size_t done = 0;
        for (size_t i = 0; i < sizeof painted / sizeof painted[0]; i++) {
            const size_t length = strlen(painted[i].word) - 1;
            if (size > length && strncmp(line, painted[i].word, length + 1) == 0) {
                (void)fprintf(out, "%s%.*s\033[0m", painted[i].colour, (int)length, line);
                done = length;
            }
        }
        (void)fwrite(line + done, 1, size - done, out);
        line += size;
    }
}

void svi_check_report_print(const struct svi_check_report *r, bool colour, const char *name,
                            const char *version, const char *last)
{
    struct svi_buf out = {0};
    if (r->json) {
        return;
    }
    svi_table_print(&r->table, colour, &out);
    if (colour) {
        paint(&out, stdout);
    } else {
        (void)fwrite(out.data, 1, out.size, stdout);
    }
    (void)printf("\n%s%s%s: %u ok, %u failed, %u skipped\n", name, version[0] != '\0' ? " " : "",
                 version, r->count[SVI_CHECK_OK], r->count[SVI_CHECK_FAIL],
                 r->count[SVI_CHECK_SKIP]);
    if (last[0] != '\0') {
        (void)printf("%s\n", last);
    }
    svi_buf_finish(&out);
}

/* ---- editions -------------------------------------------------------------------------------- */

/* The editions that `solvent check` plays: all built-in ones, with short games, and odd editions
 * made from them. */

/* An odd edition: a built-in one with some switches set, and optionally more spaces. */
struct board {
    const char *title; /* title for output */
    const char *base;
    const char *rules[8][2]; /* switches and their values; ended by NULL */
    bool grown;              /* streets are added until the board has SV_MAX_SPACES spaces */
};

#define ROUNDS "80" /* long enough for debts and bankruptcies */

static const struct board boards[] = {
    {"everybody rich", "classic", {{"start_cash", "1000000"}}, false},
    {"everybody poor", "classic", {{"start_cash", "60"}, {"salary", "20"}}, false},
    {"deep counter-offers",
     "mega",
     {{"counter_offers", "8"},
      {"offers_per_window", "4"},
      {"window_passes", "10"},
      {"max_rounds", "25"}},
     false},
    {"scarce buildings",
     "classic",
     {{"houses", "3"}, {"hotels", "1"}, {"shortage", "auction"}, {"start_cash", "10000"}},
     false},
    {"sealed auctions, liquid bids",
     "classic",
     {{"auction", "sealed"}, {"bid_limit", "liquid"}},
     false},
    {"simultaneous auctions by steps of 7, estates mortgaged",
     "classic",
     {{"auction", "simultaneous"},
      {"auction_step", "7"},
      {"houses", "9"},
      {"shortage_open", "auction_min"},
      {"bankrupt_mortgages_all", "true"}},
     false},
    {"64 spaces", "mega", {{"speed_die", "always"}}, true},
    {"rent on request, tax by choice, bus tickets",
     "mega",
     {{"rent", "on_request"}, {"income_tax", "choice"}, {"bus", "ticket"}, {"speed_die", "always"}},
     false},
};
static const unsigned board_count = sizeof boards / sizeof boards[0];

/* Sets a switch of an edition. */
static void set_rule(struct sv_edition *e, const char *key, const char *value)
{
    struct svi_error error;
    svi_must(svi_edition_override(e, key, value, &error), &error);
}

/* Makes a built-in edition with a reduced limit of rounds. */
static void load(struct svi_check *c, const char *name)
{
    c->edition = *sv_edition_builtin(name);
    set_rule(&c->edition, "max_rounds", ROUNDS);
}

/* Adds streets like the first, three to a set, until the board is full. */
static void grow(struct sv_edition *e)
{
    struct sv_edition_error found;
    unsigned model = 0;
    while (e->space[model].kind != SV_SPACE_STREET) {
        model++;
    }
    for (unsigned n = 0; e->n_spaces < SV_MAX_SPACES; n++) {
        struct sv_space *space = &e->space[e->n_spaces];
        if (n % 3 == 0) {
            (void)snprintf(e->group[e->n_groups].name, sizeof e->group[0].name, "Far %u",
                           n / 3 + 1);
            e->n_groups++;
        }
        *space = e->space[model];
        (void)snprintf(space->name, sizeof space->name, "Far Street %u", n + 1);
        space->group = (uint8_t)(e->n_groups - 1);
        space->index = e->n_spaces++;
    }
    if (sv_edition_complete(e, &found) != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "64 spaces: %s: %s", found.where, found.problem);
    }
}

/* Makes an odd edition. */
static void load_board(struct svi_check *c, const struct board *board)
{
    load(c, board->base);
    for (unsigned i = 0; i < 8 && board->rules[i][0] != NULL; i++) {
        set_rule(&c->edition, board->rules[i][0], board->rules[i][1]);
    }
    if (board->grown) {
        grow(&c->edition);
    }
}

/* ---- points ---------------------------------------------------------------------------------- */

#define LOST_SESSIONS 3u /* lost sessions after which no more points are tried */

static void skip(struct svi_check *c, const char *point, const char *why)
{
    check_report_add(&c->report, SVI_CHECK_SKIP, point, "", why);
}

/* Reports a point that has been tried. */
static void judge(struct svi_check *c, const char *point, const char *section,
                  const struct svi_check_outcome *o)
{
    char text[560];
    if (o->faults > 0) {
        c->lost += o->lost;
        (void)snprintf(text, sizeof text, "%s%s", o->fault, o->faults > 1 ? " (and more)" : "");
        check_report_add(&c->report, SVI_CHECK_FAIL, point, o->section, text);
        if (c->lost == LOST_SESSIONS) {
            c->given_up = "not tried: the bot was lost too often";
        }
        return;
    }
    (void)snprintf(text, sizeof text, "%u match(es), %" PRIu32 " answers%s", o->matches, o->answers,
                   o->cut ? "; time was up" : "");
    check_report_add(&c->report, SVI_CHECK_OK, point, section, o->answers > 0 ? text : "");
}

static void progress(const struct svi_check *c, const char *point)
{
    if (isatty(STDERR_FILENO) && !c->report.json && !svi_say_is_quiet()) {
        (void)fprintf(stderr, "\r\033[K%s", point);
    }
}

/* Skips a point if the bot is given up. */
static bool is_skipped(struct svi_check *c, const char *point)
{
    if (c->given_up != NULL) {
        skip(c, point, c->given_up);
    }
    return c->given_up != NULL;
}

static void try_plan(struct svi_check *c, const char *point, const char *section,
                     const struct svi_check_plan *plan)
{
    struct svi_check_outcome o;
    if (is_skipped(c, point)) {
        return;
    }
    struct svi_check_plan named = *plan;
    named.point = point;
    progress(c, point);
    svi_check_play(&c->bot, &named, &o);
    judge(c, point, section, &o);
}

/* Fills `n` jobs on the check's edition. `seats` 0 means 2 to 8 seats in turn. */
static void fill_jobs(struct svi_check *c, unsigned n, unsigned seats, enum svi_check_twist twist)
{
    for (unsigned i = 0; i < n; i++) {
        const unsigned players = seats != 0 ? seats : 2 + i % (SV_MAX_SEATS - 1);
        c->jobs[i] = (struct svi_check_job){.edition = &c->edition,
                                            .seats = players,
                                            .seat = i % players,
                                            .seed = i + 1,
                                            .twist = twist};
    }
}

static void check_editions(struct svi_check *c)
{
    char point[80];
    const struct svi_check_plan plan = {.jobs = c->jobs, .n_jobs = 7, .at_once = 7};
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        load(c, svi_builtin_editions[i].name);
        fill_jobs(c, plan.n_jobs, 0, SVI_CHECK_AS_IT_IS);
        (void)snprintf(point, sizeof point, "edition %s, 2 to 8 seats",
                       svi_builtin_editions[i].name);
        try_plan(c, point, "5", &plan);
    }
}

static void check_odd(struct svi_check *c)
{
    const struct svi_check_plan plan = {.jobs = c->jobs, .n_jobs = 6, .at_once = 6};
    for (unsigned i = 0; i < board_count; i++) {
        load_board(c, &boards[i]);
        fill_jobs(c, plan.n_jobs, i % 2 == 0 ? 8 : 4, SVI_CHECK_AS_IT_IS);
        try_plan(c, boards[i].title, "5", &plan);
    }
    load(c, "mega");
    fill_jobs(c, plan.n_jobs, 5, SVI_CHECK_MORTGAGED);
    try_plan(c, "all mortgaged", "5", &plan);
    fill_jobs(c, plan.n_jobs, 5, SVI_CHECK_BROKE);
    try_plan(c, "almost bankrupt", "5", &plan);
}

static void check_order(struct svi_check *c)
{
    char point[80];
    const unsigned at_once =
        c->bot.hello.matches < SVI_CHECK_MATCHES ? c->bot.hello.matches : SVI_CHECK_MATCHES;
    struct svi_check_plan plan = {.jobs = c->jobs, .n_jobs = SVI_CHECK_JOBS, .at_once = at_once};
    fill_jobs(c, SVI_CHECK_JOBS, 2, SVI_CHECK_AS_IT_IS);
    if (at_once > 1) {
        (void)snprintf(point, sizeof point, "%u matches at once", at_once);
        try_plan(c, point, "3", &plan);
        plan.order = SVI_CHECK_SHUFFLED;
        plan.n_jobs = 24;
        try_plan(c, "matches out of order, a frame each", "2", &plan);
    } else {
        skip(c, "many matches at once", "it holds one match at a time");
        skip(c, "matches out of order, a frame each", "it holds one match at a time");
    }
    plan = (struct svi_check_plan){
        .jobs = c->jobs, .n_jobs = 2, .at_once = 2, .pauses = 3, .pause_ms = 1200};
    try_plan(c, "a slow arbiter", "3", &plan);
}

/* Memory that each further match may cost, and all matches together. A bot that learns a little
 * does not leak. */
#define LEAK_KB_A_MATCH 4u
#define LEAK_KB 16384u

/* Judges the bot's memory: if it grows with every match, the bot fails in a long league. */
static void judge_memory(struct svi_check *c, const char *point, const struct svi_check_outcome *o)
{
    char text[240];
    const unsigned later = o->matches - o->early;
    const uint64_t more_kb = o->memory_kb > o->early_kb ? o->memory_kb - o->early_kb : 0;
    if (o->early_kb == 0 || o->memory_kb == 0 || later == 0) {
        (void)snprintf(text, sizeof text, "time was up after %u match(es)", o->matches);
        skip(c, point, text);
        return;
    }
    int length =
        snprintf(text, sizeof text, "%" PRIu64 " MiB after %u matches, %" PRIu64 " MiB after %u%s",
                 (o->early_kb + 512) / 1024, o->early, (o->memory_kb + 512) / 1024, o->matches,
                 o->cut ? "; time was up" : "");
    const bool leaks = more_kb >= LEAK_KB && more_kb / later >= LEAK_KB_A_MATCH;
    if (leaks) {
        (void)snprintf(text + length, sizeof text - (size_t)length,
                       ": %" PRIu64
                       " KiB more with each; expected memory that is given back when a "
                       "match ends (a league ends a bot at limits: memory_mb)",
                       more_kb / later);
    }
    check_report_add(&c->report, leaks ? SVI_CHECK_FAIL : SVI_CHECK_OK, point, "", text);
}

static void check_memory(struct svi_check *c)
{
    static const char point[] = "memory";
    struct svi_check_outcome o;
    const unsigned n = c->matches < SVI_CHECK_JOBS ? c->matches : SVI_CHECK_JOBS;
    const struct svi_check_plan plan = {.point = point,
                                        .jobs = c->jobs,
                                        .n_jobs = n,
                                        .times = (c->matches + n - 1) / n,
                                        .at_once = n};
    if (is_skipped(c, point)) {
        return;
    }
    fill_jobs(c, n, 2, SVI_CHECK_AS_IT_IS);
    progress(c, point);
    svi_check_play(&c->bot, &plan, &o);
    if (o.faults > 0) {
        judge(c, point, "", &o);
    } else {
        judge_memory(c, point, &o);
    }
}

/* Reports the bot's thinking times and its limit. */
static void tell_times(struct svi_check *c)
{
    static const char point[] = "time to answer";
    const struct svi_times *times = &c->bot.times;
    char text[160];
    if (svi_times_all(times) == 0) {
        skip(c, point, "it has answered nothing");
        return;
    }
    (void)snprintf(
        text, sizeof text,
        "half within %.3f ms, 99%% within %.3f ms, all within %.3f ms; %d ms are allowed",
        (double)svi_times_quantile(times, 500) / 1000,
        (double)svi_times_quantile(times, 990) / 1000, (double)times->slowest_us / 1000,
        c->bot.clock_ms);
    check_report_add(&c->report, SVI_CHECK_OK, point, "7", text);
}

static void check_ends(struct svi_check *c)
{
    struct svi_check_outcome o;
    if (is_skipped(c, "goodbye") && is_skipped(c, "a lost connection")) {
        return;
    }
    progress(c, "goodbye");
    svi_check_goodbye(&c->bot, &c->jobs[0], &o);
    judge(c, "goodbye", "3", &o);
    progress(c, "a lost connection");
    svi_check_lost(&c->bot, &c->jobs[0], &o);
    judge(c, "a lost connection", "1", &o);
}

/* Writes "; only when can_build, own_turn", by the conditions in the bot's hello; "" if the bot is
 * asked every time. */
static void tell_when(const struct svi_check *c, unsigned kind, char *text, size_t size)
{
    const unsigned when = c->bot.hello.when[kind];
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; when != 0 && i < SV_WHEN_COUNT; i++) {
        if (sv_has(when, i) && used < size) {
            const int more = snprintf(text + used, size - used, "%s%s",
                                      used == 0 ? "; only when " : ", ", sv_when_name(i));
            used += more > 0 ? (size_t)more : 0;
        }
    }
}

/* Checks that the bot's conditions exist and belong to kinds that it answers. */
static void check_when(struct svi_check *c)
{
    static const char point[] = "conditions of asking";
    char text[160];
    bool any = false;
    if (is_skipped(c, point)) {
        return;
    }
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        const unsigned when = c->bot.hello.when[k];
        any = any || when != 0;
        if (when > SV_WHEN_ALL || (when != 0 && !sv_has(c->bot.hello.answers, k))) {
            (void)snprintf(text, sizeof text,
                           when > SV_WHEN_ALL ? "'when' of %s is 0x%02x, which has conditions that "
                                                "there are none of: it is asked every time"
                                              : "'when' of %s is 0x%02x, but 'answers' has not got "
                                                "that kind: it is never asked",
                           sv_decision_name(k), when);
            check_report_add(&c->report, SVI_CHECK_FAIL, point, "3", text);
            return;
        }
    }
    if (any) {
        check_report_add(&c->report, SVI_CHECK_OK, point, "3", "");
    } else {
        skip(c, point, "it names none: it is asked every time");
    }
}

/* Reports events: a bot that asked for them has received them in all games. */
static void tell_events(struct svi_check *c)
{
    static const char point[] = "events";
    char text[80];
    if (!c->bot.hello.events) {
        skip(c, point, "it does not want to be told what happens");
    } else if (!is_skipped(c, point)) {
        (void)snprintf(text, sizeof text, "%" PRIu64 " told", c->bot.events);
        check_report_add(&c->report, SVI_CHECK_OK, point, "3, events", text);
    }
}

/* Reports every kind of decision. These are not further points: they sum up the points above. */
static void tell_kinds(struct svi_check *c)
{
    char point[80];
    char text[240];
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        const struct svi_check_count *n = &c->bot.kind[k];
        (void)snprintf(point, sizeof point, "decision %s", sv_decision_name(k));
        if (!sv_has(c->bot.hello.answers, k)) {
            skip(c, point, "not announced: its default is taken");
        } else if (n->asked == 0) {
            skip(c, point, "announced, but never came up");
        } else {
            const bool failed = n->malformed + n->illegal > 0;
            char when[120];
            tell_when(c, k, when, sizeof when);
            (void)snprintf(text, sizeof text,
                           "%" PRIu32 " asked, %" PRIu32 " ok, %" PRIu32 " malformed, %" PRIu32
                           " illegal%s",
                           n->asked, n->ok, n->malformed, n->illegal, when);
            check_report_add(&c->report, failed ? SVI_CHECK_FAIL : SVI_CHECK_OK, point, "5", text);
        }
    }
}

void svi_check_tell_acts(const struct svi_check *c, char *text, size_t size)
{
    static const struct {
        const char *verb;
        uint32_t kinds; /* kinds of decision in which it is done */
    } acts[SVI_CHECK_ACTS] = {
        [SVI_CHECK_BIDS] = {"bids", 1u << SV_DECISION_BID | 1u << SV_DECISION_SEALED_BID},
        [SVI_CHECK_BUILDS] = {"builds", 1u << SV_DECISION_MANAGE},
        [SVI_CHECK_TRADES] = {"trades", 1u << SV_DECISION_MANAGE | 1u << SV_DECISION_TRADE},
    };
    const char *lacks[SVI_CHECK_ACTS];
    unsigned n = 0;
    uint32_t kinds = 0;
    for (unsigned i = 0; i < SVI_CHECK_ACTS; i++) {
        if (!c->bot.acted[i]) {
            lacks[n++] = acts[i].verb;
            kinds |= acts[i].kinds;
        }
    }
    text[0] = '\0';
    if (svi_times_all(&c->bot.times) == 0) {
        return;
    }
    int used = snprintf(text, size, "%s", n == 0 ? "It bids, builds and trades" : "It never ");
    for (unsigned i = 0; i < n; i++) {
        used += snprintf(text + used, size - (size_t)used, "%s%s",
                         i == 0       ? ""
                         : i + 1 == n ? " or "
                                      : ", ",
                         lacks[i]);
    }
    (void)snprintf(text + used, size - (size_t)used, "%s.",
                   n == 0 || (kinds & c->bot.hello.answers) != 0 ? ""
                   : n == 1                                      ? ": that is answered by default"
                            : ": those are answered by default");
}

enum svi_exit svi_check_run(struct svi_check *c)
{
    const struct svi_check_plan first = {.jobs = c->jobs, .n_jobs = 1, .at_once = 1};
    load(c, "classic");
    fill_jobs(c, 1, 2, SVI_CHECK_AS_IT_IS);
    try_plan(c, "hello, and a first match", "3", &first);
    if (c->report.count[SVI_CHECK_FAIL] > 0 && c->lost > 0) {
        c->given_up = "not tried: the first match could not be played";
    }
    check_editions(c);
    check_odd(c);
    load(c, "classic");
    check_when(c);
    check_order(c);
    check_memory(c);
    check_ends(c);
    tell_times(c);
    tell_events(c);
    tell_kinds(c);
    progress(c, "");
    return c->report.count[SVI_CHECK_FAIL] > 0 ? SVI_EXIT_FAILED : SVI_EXIT_DONE;
}
