/* Legal positions, played on: each as one line of the type "scene", then its events as `solvent
 * replay --format jsonl` prints them. For the second referee (tests/referee/run --scenes).
 *
 *     scene EDITION SEED COUNT   random positions, played on at random
 *     scene EDITION NAME         one made position, of `made` below
 *
 * In random positions cash is short, and sets are complete, built on and mortgaged, so that rare
 * situations are common. With an even seed some answers are late, and bots die before they
 * answer. */
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
static bool open_scene(struct monkey *m, const struct sv_edition *e, struct sv_scene *s)
{
    struct sv_state st;
    for (unsigned again = 0; again < 40; again++) {
        deal(m, e, s);
        for (unsigned g = 0; g < e->n_groups; g++) {
            if (sv_scene_open(e, s, NULL, m->key, NULL, &st, NULL) == SV_OK) {
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

/* The bots of `dead` are lost before they answer. They forfeit before the answers of others are
 * given, as in a match (arbiter/runner/live_match.c). */
static bool give_forfeits(struct svi_game *g, unsigned dead)
{
    const unsigned first = g->state.position.turn_seat;
    bool good = true;
    for (unsigned i = 0; i < g->setup.seats && good; i++) {
        const unsigned seat = (first + i) % g->setup.seats;
        if (sv_has(dead, seat) && !svi_game_over(g)) {
            good = svi_game_forfeit(g, seat) == SV_OK;
        }
    }
    return good;
}

static bool answer(struct table *t, struct monkey *m, unsigned seat, bool late)
{
    struct sv_question q;
    struct sv_answer a;
    if (late) {
        return svi_game_answer(&t->game, seat, SV_VERDICT_LATE, NULL) == SV_OK;
    }
    if (sv_ask(t->game.edition, &t->game.state, seat, &q) != SV_OK) {
        return false;
    }
    monkey_answer(m, t->game.edition, &t->game.state.position, &q, &a);
    return svi_game_answer(&t->game, seat, SV_VERDICT_OK, &a) == SV_OK;
}

/* How the seats of a table behave. */
struct manners {
    unsigned late;   /* one of this many answers is late; 0: none */
    unsigned mortal; /* one of this many bots dies when asked; 0: none */
    unsigned dead;   /* set of seats whose bots die at the first question */
};

/* Plays on from the first question. */
static bool play_on(struct table *t, struct monkey *m, struct manners manners)
{
    struct svi_game *g = &t->game;
    unsigned waiting = 0; /* seats that were asked together with one that has answered */
    unsigned dead = manners.dead;
    bool good = true;
    announce(t);
    while (good && !svi_game_over(g)) {
        const unsigned asked = svi_game_pending(g) & ~waiting;
        for (unsigned i = 0; i < g->setup.seats && manners.mortal > 0; i++) {
            dead |= (unsigned)(sv_has(asked, i) && monkey_below(m, manners.mortal) == 0) << i;
        }
        good = give_forfeits(g, dead);
        dead = 0;
        const unsigned seat = svi_game_next(g);
        if (good && seat != SV_NONE) {
            waiting = svi_game_pending(g) & ~(1u << seat);
            good = answer(t, m, seat, manners.late > 0 && monkey_below(m, manners.late) == 0);
        }
    }
    return good;
}

/* Prints a position and the events that follow. */
static bool play(const struct sv_edition *e, const struct sv_scene *s, struct monkey *m,
                 struct manners manners)
{
    struct table *t = calloc(1, sizeof *t);
    if (t == NULL) {
        return false;
    }
    svi_game_init(&t->game);
    svi_buf_init(&t->line);
    t->game.edition = e;
    t->game.sink = (struct sv_sink){print_event, t};
    t->game.setup.seats = s->seats;
    t->n = 1;
    print_scene(e, s);
    const bool good =
        sv_scene_open(e, s, NULL, m->key, &t->game.sink, &t->game.state, NULL) == SV_OK &&
        play_on(t, m, manners);
    svi_buf_finish(&t->line);
    svi_game_finish(&t->game);
    free(t);
    return good;
}

static bool play_random(const struct sv_edition *e, uint64_t seed)
{
    struct sv_scene s;
    struct monkey m;
    const struct manners manners =
        seed % 2 == 0 ? (struct manners){.late = 20, .mortal = 200} : (struct manners){0};
    monkey_init(&m, seed);
    return open_scene(&m, e, &s) && play(e, &s, &m, manners);
}

static void lay_group(const struct sv_edition *e, struct sv_scene *s, unsigned space, unsigned seat,
                      unsigned level)
{
    const struct sv_group *g = &e->group[e->space[space].group];
    for (unsigned i = 0; i < g->size; i++) {
        s->owner[g->deed[i]] = (uint8_t)seat;
        s->level[g->deed[i]] = (uint8_t)level;
    }
}

/* On the classic board: seat 0 has hotels on the first set and hardly any cash, seat 1 has the 32
 * houses and the railroads. The default of a debt must tear the hotels down at once (RULES 7.2). */
static void lay_no_houses(const struct sv_edition *e, struct sv_scene *s)
{
    sv_scene_start(e, 2, s);
    s->cash[0] = 10;
    lay_group(e, s, 1, 0, 5);
    lay_group(e, s, 11, 1, 4);
    lay_group(e, s, 16, 1, 4);
    lay_group(e, s, 37, 1, 4);
    lay_group(e, s, 5, 1, 0);
}

/* Four seats with something to trade. */
static void lay_four(const struct sv_edition *e, struct sv_scene *s)
{
    sv_scene_start(e, 4, s);
    for (unsigned seat = 0; seat < 4; seat++) {
        s->owner[e->group[seat].deed[0]] = (uint8_t)seat;
    }
}

/* The made positions. `seed`: its dice lead to what the position is for. */
static const struct made {
    const char *name;
    void (*lay)(const struct sv_edition *e, struct sv_scene *s);
    uint64_t seed;
    struct manners manners;
} made[] = {
    {"no_houses", lay_no_houses, 14, {.late = 1}},
    {"dead", lay_four, 1, {.dead = 1u << 1 | 1u << 3}},
};

static bool play_made(const struct sv_edition *e, const char *name)
{
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct sv_scene s;
        struct monkey m;
        if (strcmp(made[i].name, name) == 0) {
            monkey_init(&m, made[i].seed);
            made[i].lay(e, &s);
            return play(e, &s, &m, made[i].manners);
        }
    }
    return false;
}

int main(int argc, char **argv)
{
    static struct sv_edition e;
    struct svi_error error;
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "scene: found %d arguments, expected EDITION SEED COUNT or EDITION NAME\n",
                argc - 1);
        return 2;
    }
    if (svi_edition_load(argv[1], &e, &error) != SV_OK) {
        fprintf(stderr, "scene: %s\n", error.text);
        return 2;
    }
    if (argc == 3) {
        if (!play_made(&e, argv[2])) {
            fprintf(stderr, "scene: %s: %s gave no game\n", argv[1], argv[2]);
            return 1;
        }
        return 0;
    }
    const uint64_t seed = strtoull(argv[2], NULL, 10);
    const uint64_t count = strtoull(argv[3], NULL, 10);
    for (uint64_t i = 0; i < count; i++) {
        if (!play_random(&e, seed + i)) {
            fprintf(stderr, "scene: %s: seed %" PRIu64 " gave no game\n", argv[1], seed + i);
            return 1;
        }
    }
    return 0;
}
