/* solvent league nodes STORE */
#include "stats/nodes.h"
#include "store/store_nodes.h"
#include "store/store_shards.h"
#include "tools/cli/commands.h"
#include "tools/console/say.h"
#include "tools/console/table.h"
#include "tools/console/words.h"
#include "tools/replay/verify.h"

#include "base/json.h"
#include "base/out.h"
#include "store/writer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_VOID = SVI_KEY_OWN, KEY_BAD, KEY_TOLERANCE };
enum { TEXT, JSON, NAMES };

struct arguments {
    const char *store, *bad; /* bad: what verify has printed elsewhere; NULL: nothing */
    double tolerance;
    bool void_games;
    unsigned format;
};

static const struct svi_option options[] = {
    {"void", KEY_VOID, NULL, NULL, SVI_TAKES_TEXT,
     "Take the games of slow and wrong nodes out of the store: they are to be played again"},
    {"bad", KEY_BAD, "FILE", NULL, SVI_TAKES_TEXT,
     "What `solvent verify` has printed on other nodes: what is told there of games is looked "
     "into once more, here"},
    {"tolerance", KEY_TOLERANCE, "X", NULL, SVI_TAKES_TEXT,
     "A node is slow that takes more than X times what is usual (1.25)"},
    {"format", 'f', "FORMAT", "text json names", SVI_TAKES_TEXT,
     "text (default); json: one object; names: of slow and wrong nodes, a line each"},
    {0},
};

/* One node in one round. */
struct node {
    char name[SVI_NODE_NAME];
    uint64_t games;
    struct svi_node_times times;
    uint8_t mark[SVI_PROBE_MARK]; /* of its first probe */
    bool marks_differ;            /* its probes do not agree with each other */
    uint64_t bad;                 /* its games that are not as recorded */
    uint64_t first_bad;
    char why[160]; /* it is not to be trusted; empty: it is */
    uint64_t voided;
};

struct nodes {
    struct node *node;
    size_t n;
    bool failed; /* no memory */
    double usual;
    unsigned round;
};

/* ---- what the store has ---------------------------------------------------------------------- */

static struct node *find(struct nodes *all, const char *name)
{
    for (size_t i = 0; i < all->n; i++) {
        if (strcmp(all->node[i].name, name) == 0) {
            return &all->node[i];
        }
    }
    return NULL;
}

static void add_node(void *user, const char *name, uint64_t games)
{
    struct nodes *all = user;
    struct node *more = realloc(all->node, (all->n + 1) * sizeof *more);
    if (more == NULL) {
        all->failed = true;
        return;
    }
    all->node = more;
    more[all->n] = (struct node){.games = games};
    (void)snprintf(more[all->n].name, sizeof more[all->n].name, "%s", name);
    all->n++;
}

static void add_probe(void *user, const char *name, const struct svi_probe *probe)
{
    struct nodes *all = user;
    struct node *node = find(all, name);
    if (node == NULL) {
        return;
    }
    double *more = realloc(node->times.time, (node->times.n + 1) * sizeof *more);
    if (more == NULL) {
        all->failed = true;
        return;
    }
    if (node->times.n == 0) {
        memcpy(node->mark, probe->mark, sizeof node->mark);
    }
    node->marks_differ |= memcmp(node->mark, probe->mark, sizeof node->mark) != 0;
    node->times.time = more;
    more[node->times.n++] = (double)probe->us;
}

static void nodes_finish(struct nodes *all)
{
    for (size_t i = 0; i < all->n; i++) {
        free(all->node[i].times.time);
    }
    free(all->node);
}

/* ---- games that are not as recorded ---------------------------------------------------------- */

struct bad_games {
    uint64_t *number;
    size_t n;
    bool *confirmed;
    struct nodes *all;
    bool failed;
};

static bool is_told(void *user, uint64_t number)
{
    const struct bad_games *b = user;
    for (size_t i = 0; i < b->n; i++) {
        if (b->number[i] == number) {
            return true;
        }
    }
    return false;
}

static void confirm(void *user, uint64_t number)
{
    struct bad_games *b = user;
    for (size_t i = 0; i < b->n; i++) {
        b->confirmed[i] |= b->number[i] == number;
    }
}

static void blame(void *user, uint64_t number, const char *name)
{
    struct bad_games *b = user;
    struct node *node = find(b->all, name);
    for (size_t i = 0; i < b->n && node != NULL; i++) {
        if (b->number[i] == number && b->confirmed[i]) {
            node->first_bad = node->bad++ == 0 ? number : node->first_bad;
        }
    }
}

/* The numbers in lines that begin with STORE#NUMBER: */
static enum svi_exit read_bad(const char *path, struct bad_games *b)
{
    char line[4096];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return svi_complain(SVI_EXIT_USAGE, "%s: found no file that can be read", path);
    }
    while (fgets(line, sizeof line, file) != NULL && !b->failed) {
        char *end, *mark = strstr(line, "#");
        const uint64_t number = mark != NULL ? strtoull(mark + 1, &end, 10) : 0;
        if (number == 0 || *end != ':' || is_told(b, number)) {
            continue;
        }
        uint64_t *more = realloc(b->number, (b->n + 1) * sizeof *more);
        b->failed = more == NULL;
        if (more != NULL) {
            b->number = more;
            more[b->n++] = number;
        }
    }
    (void)fclose(file);
    b->confirmed = calloc(b->n + 1, sizeof *b->confirmed);
    b->failed |= b->confirmed == NULL;
    return b->failed ? svi_complain(SVI_EXIT_ENVIRONMENT, "no memory") : SVI_EXIT_DONE;
}

/* Plays those games again here: two of three have the word. */
static enum svi_exit look_again(const struct arguments *a, struct svi_store *store,
                                struct nodes *all)
{
    struct bad_games b = {.all = all};
    enum svi_exit result = read_bad(a->bad, &b);
    struct svi_verify *v = NULL;
    if (result == SVI_EXIT_DONE && b.n > 0) {
        v = svi_verify_create(true, 1);
        result = v != NULL ? result : svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (v != NULL) {
        const struct svi_verify_pick pick = {.wants = is_told, .bad = confirm, .user = &b};
        svi_verify_only(v, &pick);
        svi_verify_store(v, a->store);
        svi_verify_destroy(v);
        if (svi_store_played(store, all->round, blame, &b) != SV_OK) {
            result = svi_complain(SVI_EXIT_ENVIRONMENT, "%s", svi_store_error(store));
        }
    }
    for (size_t i = 0; i < b.n && result == SVI_EXIT_DONE; i++) {
        if (!b.confirmed[i]) {
            svi_note("%s#%" PRIu64 " is as recorded: whoever found it bad reckons wrong", a->store,
                     b.number[i]);
        }
    }
    free(b.number);
    free(b.confirmed);
    return result;
}

/* ---- the judgement --------------------------------------------------------------------------- */

/* What most nodes' probes have come to; where as many say otherwise, what ours does. */
static void find_mark(const struct nodes *all, uint8_t mark[SVI_PROBE_MARK])
{
    struct svi_probe ours;
    size_t most = 0;
    svi_probe_take(&ours, SVI_PROBE_DURING);
    memcpy(mark, ours.mark, sizeof ours.mark);
    for (size_t i = 0; i < all->n; i++) {
        size_t same = 0;
        for (size_t k = 0; k < all->n; k++) {
            same += all->node[k].times.n > 0 &&
                    memcmp(all->node[i].mark, all->node[k].mark, sizeof all->node[i].mark) == 0;
        }
        const bool is_ours = memcmp(all->node[i].mark, ours.mark, sizeof ours.mark) == 0;
        if (all->node[i].times.n > 0 && (same > most || (same == most && is_ours))) {
            most = same;
            memcpy(mark, all->node[i].mark, sizeof all->node[i].mark);
        }
    }
}

static bool judge(struct nodes *all, double tolerance)
{
    uint8_t mark[SVI_PROBE_MARK];
    struct svi_node_times *times = calloc(all->n + 1, sizeof *times);
    if (times == NULL) {
        return false;
    }
    for (size_t i = 0; i < all->n; i++) {
        times[i] = all->node[i].times;
    }
    all->usual = svi_nodes_judge(times, all->n, tolerance, SVI_NODES_ALPHA);
    find_mark(all, mark);
    for (size_t i = 0; i < all->n; i++) {
        struct node *node = &all->node[i];
        node->times = times[i];
        if (node->bad > 0) {
            (void)snprintf(node->why, sizeof node->why,
                           "wrong: %" PRIu64
                           " of its games are not as recorded, the first #%" PRIu64,
                           node->bad, node->first_bad);
        } else if (node->times.n > 0 &&
                   (node->marks_differ || memcmp(node->mark, mark, sizeof mark) != 0)) {
            (void)snprintf(node->why, sizeof node->why,
                           "wrong: its probes come to another result than others'");
        } else if (node->times.slow) {
            (void)snprintf(node->why, sizeof node->why,
                           "slow: %zu of %zu probes took more than %g times what is usual",
                           node->times.above, node->times.n, tolerance);
        }
    }
    free(times);
    return true;
}

/* ---- what is told ---------------------------------------------------------------------------- */

static void put_line(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_line(struct svi_buf *out, const char *format, ...)
{
    char text[SVI_NODE_NAME + 300];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    svi_out_plain(out, text);
    svi_out_char(out, '\n');
}

static double speed(const struct nodes *all, const struct node *node)
{
    return node->times.median > 0 ? all->usual / node->times.median : 0;
}

static const char *said(const struct nodes *all, const struct node *node)
{
    return node->why[0] != '\0' ? node->why
           : node->times.n == 0 ? "no probe"
           : all->n < 2         ? "nothing to compare it with"
           : node->times.few    ? "too few probes to tell whether it is slow"
                                : "fine";
}

static void put_voided(void *user, const char *node, unsigned round, uint64_t games,
                       const char *reason)
{
    put_line(user, "taken out in round %u: %" PRIu64 " games of %s, %s", round, games, node,
             reason);
}

static void put_text(const struct nodes *all, struct svi_buf *out)
{
    put_line(out, "%-20s %8s %7s %6s", "node", "games", "probes", "speed");
    for (size_t i = 0; i < all->n; i++) {
        const struct node *node = &all->node[i];
        put_line(out, "%-20s %8" PRIu64 " %7zu %6.2f  %s", node->name, node->games, node->times.n,
                 speed(all, node), said(all, node));
    }
}

static void put_json(const struct nodes *all, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_int(out, "round", all->round);
    svi_json_int(out, "usual_us", (int64_t)all->usual);
    svi_json_rows(out, "nodes");
    for (size_t i = 0; i < all->n; i++) {
        const struct node *node = &all->node[i];
        svi_json_row(out);
        svi_json_string(out, "node", node->name);
        svi_json_int(out, "games", (int64_t)node->games);
        svi_json_int(out, "probes", (int64_t)node->times.n);
        svi_json_int(out, "median_us", (int64_t)node->times.median);
        svi_json_bool(out, "slow", node->times.slow);
        svi_json_int(out, "bad", (int64_t)node->bad);
        svi_json_bool(out, "trusted", node->why[0] == '\0');
        svi_json_string(out, "said", said(all, node));
        svi_json_int(out, "taken_out", (int64_t)node->voided);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

static void put_names(const struct nodes *all, struct svi_buf *out)
{
    for (size_t i = 0; i < all->n; i++) {
        if (all->node[i].why[0] != '\0') {
            put_line(out, "%s", all->node[i].name);
        }
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

static enum svi_exit store_failed(struct svi_store *store)
{
    return svi_complain(SVI_EXIT_ENVIRONMENT, "%s", svi_store_error(store));
}

static enum svi_exit void_games(struct svi_store *store, struct nodes *all)
{
    for (size_t i = 0; i < all->n; i++) {
        struct node *node = &all->node[i];
        if (node->why[0] != '\0' &&
            svi_store_void(store, all->round, node->name, node->why, &node->voided) != SV_OK) {
            return store_failed(store);
        }
    }
    svi_store_seal(store);
    return SVI_EXIT_DONE;
}

static enum svi_exit look(const struct arguments *a, struct svi_store *store, struct nodes *all)
{
    struct svi_store_round round;
    struct svi_buf out = {0};
    if (svi_store_last_round(store, &round) != SV_OK) {
        return store_failed(store);
    }
    all->round = round.round;
    if (svi_store_nodes(store, all->round, add_node, all) != SV_OK ||
        svi_store_probes(store, all->round, add_probe, all) != SV_OK) {
        return store_failed(store);
    }
    enum svi_exit result = a->bad != NULL ? look_again(a, store, all) : SVI_EXIT_DONE;
    if (result != SVI_EXIT_DONE) {
        return result;
    }
    if (all->failed || !judge(all, a->tolerance)) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    bool any = false;
    for (size_t i = 0; i < all->n; i++) {
        any |= all->node[i].why[0] != '\0';
    }
    if (any && a->void_games && (result = void_games(store, all)) != SVI_EXIT_DONE) {
        return result;
    }
    if (a->format == JSON) {
        put_json(all, &out);
    } else if (a->format == NAMES) {
        put_names(all, &out);
    } else {
        put_text(all, &out);
        if (svi_store_voided(store, put_voided, &out) != SV_OK) {
            svi_buf_finish(&out);
            return store_failed(store);
        }
    }
    return svi_say_result(any ? SVI_EXIT_FAILED : SVI_EXIT_DONE, &out);
}

static double read_tolerance(const struct svi_words *w)
{
    char *end;
    const double x = strtod(w->value, &end);
    if (end == w->value || *end != '\0' || !(x >= 1 && x <= 100)) {
        svi_words_fail(w, "%s: found '%s', expected a number from 1 to 100", w->option, w->value);
    }
    return x;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.tolerance = SVI_NODES_TOLERANCE};
    struct nodes all = {0};
    struct svi_store *store = NULL;
    char error[SVI_STORE_ERROR];
    bool fresh = false;
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case KEY_VOID:
            a.void_games = true;
            break;
        case KEY_BAD:
            a.bad = w->value;
            break;
        case KEY_TOLERANCE:
            a.tolerance = read_tolerance(w);
            break;
        case 'f':
            a.format = w->choice;
            break;
        default:
            svi_words_only(w, &a.store, "store");
            break;
        }
    }
    svi_words_need(w, a.store, "store");
    enum sv_status status = svi_store_create_reader(&store, a.store, error, sizeof error);
    if (status == SV_OK && a.void_games) {
        svi_store_destroy(store);
        status = svi_store_open_writer(&store, a.store, &fresh, error, sizeof error);
    }
    const enum svi_exit result = status == SV_OK ? look(&a, store, &all)
                                 : status == SV_E_SYSTEM
                                     ? svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error)
                                     : svi_complain(SVI_EXIT_USAGE, "%s", error);
    svi_store_destroy(store);
    nodes_finish(&all);
    return result;
}

const struct svi_command svi_cmd_league_nodes = {
    .name = "nodes",
    .brief = "which machines a league's shards ran on, and whether they can be trusted",
    .operands = "STORE",
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text =
        "Every run of a shard takes probes, a fixed piece of work, before its games, between "
        "them while no bot of its own runs, and after: what they take says how fast a node "
        "is, what they come to whether it reckons right. Looked at is the last round of `solvent "
        "league plan`, and for a store without rounds all of it. A node that is slow or wrong is "
        "named; with --void its "
        "games of that round are taken out, which the next plan deals out again. Nothing that "
        "a bot does, late answers included, makes that happen.",
    .examples = "solvent league nodes cup.db\n"
                "solvent verify --sample 1 --elsewhere n2 cup.db > bad.txt   # on n2\n"
                "solvent league nodes cup.db --bad bad.txt --void",
    .exits = {"all nodes are fine", "some are slow or wrong", "usage, or no store",
              "the store cannot be read or written"},
    .run = run,
};
