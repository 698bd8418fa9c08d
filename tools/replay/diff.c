#include "tools/replay/diff.h"

#include "tools/replay/game_file.h"

#include "base/out.h"
#include "record/jsonl.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One of the two games, and the lines of its latest decision that are not compared yet. */
struct side {
    struct svi_recorded *r;
    struct svi_buf lines;
    size_t at;
    uint32_t n; /* number of the next event */
    bool ended;
    enum sv_status status;
};

/* Appends an event, except remarks of bots and refused answers: they are numbered among the events,
 * but do not change the game. */
static void take_event(void *user, const struct sv_event *ev)
{
    struct side *s = user;
    const uint32_t n = s->n++;
    if (!svi_event_is_aside(ev)) {
        svi_jsonl_event(&s->lines, &s->r->game, ev, n, true);
    }
}

/* Returns whether two lines describe different events. Ignores `{"n":17,` at their beginning. */
static bool lines_differ(const char *const line[2], const size_t size[2])
{
    const char *a = memchr(line[0], ',', size[0]);
    const char *b = memchr(line[1], ',', size[1]);
    const size_t rest = size[0] - (size_t)(a - line[0]);
    return rest != size[1] - (size_t)(b - line[1]) || memcmp(a, b, rest) != 0;
}

/* Finds the next line, without its line feed. Returns false when the game is over or damaged. */
static bool next_line(struct side *s, const char **line, size_t *size)
{
    while (s->at == s->lines.size) {
        svi_buf_clear(&s->lines);
        s->at = 0;
        if (s->ended || s->status != SV_OK) {
            return false;
        }
        s->ended = svi_game_over(&s->r->game);
        s->status = s->ended ? svi_replay_end(&s->r->replay, &s->r->game)
                             : svi_replay_next(&s->r->replay, &s->r->game);
    }
    *line = (const char *)s->lines.data + s->at;
    const size_t left = s->lines.size - s->at;
    const char *end = memchr(*line, '\n', left);
    *size = end != NULL ? (size_t)(end - *line) : left;
    s->at += end != NULL ? *size + 1 : left;
    return true;
}

/* Appends the differences of two headers as a list of words. The players' names are not part of the
 * game. */
static void compare_headers(const struct svi_header *a, const struct svi_header *b,
                            struct svi_buf *out, const char *separator)
{
    bool names = false;
    const struct {
        const char *word;
        bool differs;
    } parts[] = {
        {"edition", memcmp(a->edition_hash, b->edition_hash, sizeof a->edition_hash) != 0},
        {"seed", memcmp(a->setup.seed, b->setup.seed, sizeof a->setup.seed) != 0},
        {"seats", a->setup.seats != b->setup.seats},
        {"answered kinds",
         memcmp(a->setup.answers, b->setup.answers, sizeof a->setup.answers) != 0},
        {"conditions of asking", memcmp(a->setup.when, b->setup.when, sizeof a->setup.when) != 0},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].differs) {
            svi_out_text(out, out->size > 0 ? separator : "");
            svi_out_text(out, parts[i].word);
        }
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        names = names || strcmp(a->name[s], b->name[s]) != 0;
    }
    if (names) {
        svi_out_text(out, out->size > 0 ? separator : "");
        svi_out_text(out, "names");
    }
    svi_buf_byte(out, 0);
}

static void print_side(const struct side *s, const char *mark, const char *line, size_t size)
{
    printf("%s %s: ", mark, s->r->name);
    if (line != NULL) {
        printf("%.*s\n", (int)size, line);
    } else {
        printf("no more events\n");
    }
}

/* Prints the first difference; `line` of a game that has ended is NULL. */
static void print_difference(const struct side *a, const struct side *b, const char *line[2],
                             const size_t size[2], uint32_t n, const char *headers, bool jsonl)
{
    const struct sv_position *p = &a->r->game.state.position;
    if (jsonl) {
        printf("{\"n\":%" PRIu32 ",\"type\":\"difference\",\"decision\":%" PRIu32
               ",\"round\":%u,\"turn\":%" PRIu32 ",\"headers\":[%s%s%s],\"a\":%.*s,\"b\":%.*s}\n",
               n, a->r->game.decisions, p->round, p->turn, headers[0] != '\0' ? "\"" : "", headers,
               headers[0] != '\0' ? "\"" : "", (int)size[0], line[0] != NULL ? line[0] : "null",
               (int)size[1], line[1] != NULL ? line[1] : "null");
        return;
    }
    if (headers[0] != '\0') {
        printf("the headers differ in: %s\n", headers);
    }
    printf("the first difference is event %" PRIu32 ", after decision %" PRIu32
           ", in round %u, turn %" PRIu32 "\n",
           n, a->r->game.decisions, p->round, p->turn);
    print_side(a, "<", line[0], size[0]);
    print_side(b, ">", line[1], size[1]);
}

static void print_same(uint32_t events, const char *headers, bool jsonl)
{
    if (jsonl) {
        printf("{\"type\":\"same\",\"events\":%" PRIu32 ",\"headers\":[%s%s%s]}\n", events,
               headers[0] != '\0' ? "\"" : "", headers, headers[0] != '\0' ? "\"" : "");
        return;
    }
    if (headers[0] != '\0') {
        printf("the headers differ in: %s\n", headers);
    }
    printf("the same game, %" PRIu32 " events\n", events);
}

static enum svi_exit compare(struct side *a, struct side *b, bool jsonl)
{
    SCOPED(svi_buf_finish) struct svi_buf headers = {0};
    const char *line[2] = {NULL, NULL};
    size_t size[2] = {4, 4}; /* bytes of "null" */
    uint32_t n = 0;
    bool differ = false;
    compare_headers(&a->r->replay.header, &b->r->replay.header, &headers, jsonl ? "\",\"" : ", ");
    for (; !differ; n++) {
        const bool more_a = next_line(a, &line[0], &size[0]);
        const bool more_b = next_line(b, &line[1], &size[1]);
        if (!more_a) {
            line[0] = NULL;
            size[0] = 4;
        }
        if (!more_b) {
            line[1] = NULL;
            size[1] = 4;
        }
        if (!more_a && !more_b) {
            break;
        }
        /* Event 0 repeats the headers: edition, seed and names. */
        differ = more_a != more_b || (n > 0 && lines_differ(line, size));
    }
    if (a->status != SV_OK || b->status != SV_OK) {
        svi_recorded_fault(a->status != SV_OK ? a->r : b->r);
    }
    if (differ) {
        const char *told = line[0] != NULL ? line[0] : line[1];
        assert(told != NULL); /* if games differ, at least one has a next line */
        n = (uint32_t)strtoul(told + strlen("{\"n\":"), NULL, 10);
        print_difference(a, b, line, size, n, (const char *)headers.data, jsonl);
    } else {
        print_same(n, (const char *)headers.data, jsonl);
    }
    return differ ? SVI_EXIT_FAILED : SVI_EXIT_DONE;
}

enum svi_exit svi_replay_diff(const char *name_a, const char *name_b, bool jsonl)
{
    struct side a = {.r = svi_recorded_create(name_a)};
    struct side b = {.r = svi_recorded_create(name_b)};
    const struct sv_sink sink_a = {take_event, &a};
    const struct sv_sink sink_b = {take_event, &b};
    a.status = svi_replay_start(&a.r->replay, &a.r->game, &sink_a);
    b.status = svi_replay_start(&b.r->replay, &b.r->game, &sink_b);
    const enum svi_exit status = compare(&a, &b, jsonl);
    svi_buf_finish(&a.lines);
    svi_buf_finish(&b.lines);
    svi_recorded_destroy(a.r);
    svi_recorded_destroy(b.r);
    return status;
}
