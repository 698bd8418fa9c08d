/* Random lawful positions, played on by chance: each as one line of the type "scene", then its
 * events as `solvent replay --format jsonl` prints them. For the second referee (tests/referee/run
 * --scenes).
 *
 *     scene EDITION SEED COUNT
 *
 * Cash is short, sets are whole, built on and mortgaged, so that what is rare in play is common
 * here. */
#include "base/buf.h"
#include "edition/edition_file.h"
#include "record/jsonl.h"
#include "tests/game/monkey.h"

#include <solvent/scene.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table {
    struct svi_game game;
    struct svi_buf line;
    uint32_t n;
};

static void print_event(void *user, const struct sv_event *ev)
{
    struct table *t = user;
    svi_buf_clear(&t->line);
    svi_jsonl_event(&t->line, &t->game, ev, t->n++, false);
    fwrite(t->line.data, 1, t->line.size, stdout);
}

/* One set: bare, mortgaged here and there, or built on evenly; of one owner, or of several. */
static void deal_group(struct monkey *m, const struct sv_edition *e, struct sv_scene *s,
                       const struct sv_group *g)
{
    const unsigned one = monkey_below(m, s->seats);
    const unsigned apart = monkey_below(m, 3) == 0 ? monkey_below(m, g->size) : g->size;
    const unsigned base = monkey_below(m, 6);
    const bool built = monkey_below(m, 2) == 0;
    for (unsigned i = 0; i < g->size; i++) {
        const unsigned space = g->deed[i];
        s->owner[space] = (uint8_t)(i == apart ? monkey_below(m, s->seats) : one);
        if (monkey_below(m, 12) == 0) {
            s->owner[space] = SV_BANK;
        }
    }
    for (unsigned i = 0; i < g->size; i++) {
        const unsigned space = g->deed[i];
        if (built && g->kind == SV_SPACE_STREET && s->owner[space] == one) {
            s->level[space] = (uint8_t)(base + (base < 5 ? monkey_below(m, 2) : 0));
        } else if (s->owner[space] != SV_BANK && monkey_below(m, 3) == 0) {
            s->mortgaged |= UINT64_C(1) << space;
        }
    }
    (void)e;
}

static void deal(struct monkey *m, const struct sv_edition *e, struct sv_scene *s)
{
    static const uint32_t purse[] = {20, 60, 150, 400, 1500};
    sv_scene_start(e, 2 + monkey_below(m, 5), s);
    for (unsigned seat = 0; seat < s->seats; seat++) {
        s->cash[seat] = (int32_t)monkey_below(m, purse[monkey_below(m, 5)]);
        do {
            s->space[seat] = (uint8_t)monkey_below(m, e->n_spaces);
        } while (e->space[s->space[seat]].kind == SV_SPACE_GO_TO_JAIL);
    }
    s->turn_seat = (uint8_t)monkey_below(m, s->seats);
    for (unsigned g = 0; g < e->n_groups; g++) {
        deal_group(m, e, s, &e->group[g]);
    }
}

/* A position that the rules allow: one that they refuse is built on less, until it is bare. */
static bool open_scene(struct monkey *m, const struct sv_edition *e, struct sv_scene *s,
                       struct sv_state *st)
{
    for (unsigned again = 0; again < 40; again++) {
        deal(m, e, s);
        for (unsigned g = 0; g < e->n_groups; g++) {
            if (sv_scene_open(e, s, NULL, m->key, NULL, st, NULL) == SV_OK) {
                return true;
            }
            const struct sv_group *bare = &e->group[monkey_below(m, e->n_groups)];
            for (unsigned i = 0; i < bare->size; i++) {
                s->level[bare->deed[i]] = 0;
            }
        }
    }
    return false;
}

static void print_scene(const struct sv_edition *e, const struct sv_scene *s)
{
    printf("{\"n\":0,\"type\":\"scene\",\"seat\":%u,\"first\":%u,\"round\":%u,\"turn\":%" PRIu32
           ",\"players\":[",
           s->turn_seat, s->first, s->round, s->turn);
    for (unsigned i = 0; i < s->seats; i++) {
        printf("%s{\"seat\":%u,\"cash\":%" PRId32 ",\"space\":%u}", i > 0 ? "," : "", i, s->cash[i],
               s->space[i]);
    }
    printf("],\"deeds\":[");
    const char *comma = "";
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].group != SV_NONE && s->owner[i] != SV_BANK) {
            printf("%s{\"space\":%u,\"owner\":%u,\"level\":%u,\"mortgaged\":%s}", comma, i,
                   s->owner[i], s->level[i], (s->mortgaged >> i & 1) != 0 ? "true" : "false");
            comma = ",";
        }
    }
    printf("]}\n");
}

/* The questions that the opening has put; later ones are announced by the game itself. */
static void announce(struct table *t)
{
    for (unsigned i = 0; i < t->game.setup.seats; i++) {
        const unsigned seat =
            (t->game.state.position.turn_seat + i) % (unsigned)t->game.setup.seats;
        struct sv_question q;
        if (sv_ask(t->game.edition, &t->game.state, seat, &q) == SV_OK) {
            const struct sv_event ev = {
                .type = SV_EVENT_QUESTION, .seat = (uint8_t)seat, .space = SV_NONE, .kind = q.kind};
            print_event(t, &ev);
        }
    }
    t->game.open = (uint8_t)sv_pending(&t->game.state);
}

static bool play(const struct sv_edition *e, uint64_t seed)
{
    struct table *t = calloc(1, sizeof *t);
    struct sv_scene s;
    struct monkey m;
    if (t == NULL) {
        return false;
    }
    monkey_init(&m, seed);
    svi_game_init(&t->game);
    svi_buf_init(&t->line);
    t->game.edition = e;
    t->game.sink = (struct sv_sink){print_event, t};
    t->n = 1;
    bool good = open_scene(&m, e, &s, &t->game.state);
    if (good) {
        t->game.setup.seats = s.seats;
        print_scene(e, &s);
        good = sv_scene_open(e, &s, NULL, m.key, &t->game.sink, &t->game.state, NULL) == SV_OK;
        announce(t);
        unsigned seat;
        while (good && (seat = svi_game_next(&t->game)) != SV_NONE) {
            struct sv_question q;
            struct sv_answer a;
            good = sv_ask(e, &t->game.state, seat, &q) == SV_OK;
            monkey_answer(&m, e, &t->game.state.position, &q, &a);
            good = good && svi_game_answer(&t->game, seat, SV_VERDICT_OK, &a) == SV_OK;
        }
    }
    svi_buf_finish(&t->line);
    svi_game_finish(&t->game);
    free(t);
    return good;
}

int main(int argc, char **argv)
{
    static struct sv_edition e;
    char error[512];
    if (argc != 4) {
        fprintf(stderr, "scene: found %d arguments, expected EDITION SEED COUNT\n", argc - 1);
        return 2;
    }
    if (svi_edition_load(argv[1], &e, error, sizeof error) != SV_OK) {
        fprintf(stderr, "scene: %s\n", error);
        return 2;
    }
    const uint64_t seed = strtoull(argv[2], NULL, 10);
    const uint64_t count = strtoull(argv[3], NULL, 10);
    for (uint64_t i = 0; i < count; i++) {
        if (!play(&e, seed + i)) {
            fprintf(stderr, "scene: %s: seed %" PRIu64 " gave no game\n", argv[1], seed + i);
            return 1;
        }
    }
    return 0;
}
