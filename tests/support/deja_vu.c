/* A bot that remembers deals. It plays badly on purpose, and well as soon as it knows the deal from
 * another game.
 *
 *     deja_vu [--amnesia] NAME
 *
 * It recognises a deal by the positions of all players after two rounds, as dice depend on the deal
 * alone. It stores deals in its own memory, in files and in shared memory called NAME, wherever it
 * can, and each of its processes looks in all of them. With --amnesia it does the same and never
 * recognises a deal. So if it does better than its twin in a league, a deal could be remembered
 * there. */
#include <solvent/policy.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <unistd.h>

// NOLINTBEGIN(concurrency-mt-unsafe): it has one thread

#define DEALS 65536u
#define MATCHES 1024u
#define ROUNDS 2u

/* One match: a fingerprint that grows with each round. */
struct recall {
    const struct sv_match *match;
    uint64_t seen;
    unsigned rounds;
    bool known;
};

static struct recall recalls[MATCHES];
static uint64_t memory[DEALS];
static unsigned n_memory;
/* shared by all processes with access: a count, then the deals; NULL without access */
static uint64_t *shared;
static const char *name;
static bool amnesia;

/* ---- memory, and where it is ----------------------------------------------------------------- */

/* The i-th place a file may lie in; false: there are no more. */
static bool place(unsigned i, char *path, size_t size)
{
    static const char *const folders[] = {"/tmp", "/dev/shm", "/var/tmp", "/run", "."};
    if (i < sizeof folders / sizeof folders[0]) {
        (void)snprintf(path, size, "%s/%s", folders[i], name);
        return true;
    }
    return false;
}

static void learn(uint64_t deal)
{
    for (unsigned i = 0; i < n_memory; i++) {
        if (memory[i] == deal) {
            return;
        }
    }
    if (n_memory < DEALS) {
        memory[n_memory++] = deal;
    }
}

static void recollect(void)
{
    char path[256];
    for (unsigned i = 0; place(i, path, sizeof path); i++) {
        FILE *file = fopen(path, "rbe");
        uint64_t deal;
        while (file != NULL && fread(&deal, sizeof deal, 1, file) == 1) {
            learn(deal);
        }
        if (file != NULL) {
            (void)fclose(file);
        }
    }
    for (uint64_t i = 0; shared != NULL && i < shared[0] && i + 1 < DEALS; i++) {
        learn(shared[i + 1]);
    }
}

static void keep(uint64_t deal)
{
    char path[256];
    learn(deal);
    for (unsigned i = 0; place(i, path, sizeof path); i++) {
        const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (file >= 0) {
            (void)!write(file, &deal, sizeof deal);
            (void)close(file);
        }
    }
    if (shared != NULL && shared[0] + 1 < DEALS) {
        shared[++shared[0]] = deal;
    }
}

static bool remembered(uint64_t deal)
{
    recollect();
    for (unsigned i = 0; i < n_memory; i++) {
        if (memory[i] == deal) {
            return true;
        }
    }
    return false;
}

static void share_memory(void)
{
    uint32_t key = 0;
    for (const char *c = name; *c != '\0'; c++) {
        key = key * 31 + (uint8_t)*c;
    }
    const int segment = shmget((key_t)(key >> 1), DEALS * sizeof *shared, IPC_CREAT | 0666);
    void *at = segment >= 0 ? shmat(segment, NULL, 0) : NULL;
    shared = at != (void *)-1 ? at : NULL;
}

/* ---- matches --------------------------------------------------------------------------------- */

static struct recall *recall_of(const struct sv_match *m)
{
    for (unsigned i = 0; i < MATCHES; i++) {
        if (recalls[i].match == m) {
            return &recalls[i];
        }
    }
    return NULL;
}

static void match_start(struct sv_match *m)
{
    sv_policy_careful.match_start(m);
    struct recall *r = recall_of(NULL);
    if (r != NULL) {
        *r = (struct recall){.match = m, .seen = UINT64_C(0xcbf29ce484222325)};
    }
}

static void match_end(struct sv_match *m, const struct sv_result *result)
{
    struct recall *r = recall_of(m);
    if (r != NULL) {
        r->match = NULL;
    }
    sv_policy_careful.match_end(m, result);
}

/* Looks at the table once a round, before its first turn. */
static void look(const struct sv_match *m)
{
    const struct sv_position *p = m->position;
    struct recall *r = recall_of(m);
    if (r == NULL || p->round != r->rounds + 2 || r->rounds == ROUNDS) {
        return;
    }
    for (unsigned s = 0; s < m->seats; s++) {
        r->seen = (r->seen ^ p->space[s]) * UINT64_C(0x100000001b3);
    }
    if (++r->rounds == ROUNDS) {
        r->known = remembered(r->seen) && !amnesia;
        keep(r->seen);
    }
}

static bool knows(const struct sv_match *m)
{
    const struct recall *r = recall_of(m);
    look(m);
    return r != NULL && r->known;
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    if (knows(m)) {
        sv_policy_careful.manage(m, q, a);
    }
}

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->choice = SV_CHOICE_BUY_DECLINE;
    if (knows(m)) {
        sv_policy_careful.buy(m, q, a);
    }
}

static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    if (knows(m)) {
        sv_policy_careful.bid(m, q, a);
    }
}

static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    if (knows(m)) {
        sv_policy_careful.trade(m, q, a);
    }
}

int main(int argc, char **argv)
{
    struct sv_bot bot = sv_policy_careful;
    bot.name = NULL;
    bot.when = (struct sv_bot_when){0}; /* every round is looked at */
    bot.match_start = match_start;
    bot.match_end = match_end;
    bot.manage = manage;
    bot.buy = buy;
    bot.bid = bid;
    bot.trade = trade;
    amnesia = argc > 1 && strcmp(argv[1], "--amnesia") == 0;
    name = argc > 1 + amnesia ? argv[1 + amnesia] : NULL;
    if (name == NULL) {
        (void)fprintf(stderr, "usage: deja_vu [--amnesia] NAME\n");
        return 2;
    }
    share_memory();
    return sv_bot_main(1, argv, &bot);
}

// NOLINTEND(concurrency-mt-unsafe)
