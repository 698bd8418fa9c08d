/* A bot whose processes die, and whose every decision hangs on all that it was asked in the match
 * before and on its random numbers: it plays another game when it forgets.
 *
 *     mortal never          lives
 *     mortal process N      dies at the Nth decision of its process, whatever the match
 *     mortal match N        dies at about one decision in N, by what it remembers of the match: at
 *                           the same one each time
 *     mortal start          dies when a match starts
 */
#include <solvent/bot.h>

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *way = "never";
static uint64_t when;
static uint64_t decisions;

/* Updates the memory of a match, a number in its user pointer. */
static uint64_t remember(struct sv_match *m, const struct sv_question *q)
{
    uint64_t memory = (uint64_t)(uintptr_t)m->user;
    memory ^= sv_rng_next(&m->rng);
    memory = (memory + q->kind + 31u * q->space) * UINT64_C(0x9e3779b97f4a7c15) +
             (uint64_t)m->position->cash[m->seat];
    memory ^= memory >> 29;
    m->user = (void *)(uintptr_t)memory;
    return memory;
}

/* Decides from a question and the memory, or ends the process. */
static uint64_t think(struct sv_match *m, const struct sv_question *q)
{
    const uint64_t memory = remember(m, q);
    decisions++;
    if ((strcmp(way, "process") == 0 && decisions == when) ||
        (strcmp(way, "match") == 0 && (memory >> 20) % when == 0)) {
        (void)raise(SIGKILL);
    }
    return memory;
}

static void choose(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const uint64_t thought = think(m, q);
    struct sv_answer other = *a;
    other.choice = (uint8_t)(thought % 3);
    if (sv_check(m->edition, m->position, q, &other) == SV_OK) {
        *a = other;
    }
}

static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const uint64_t thought = think(m, q);
    struct sv_answer other = *a;
    other.bid = thought % 3 == 0 ? 0 : q->amount;
    if (sv_check(m->edition, m->position, q, &other) == SV_OK) {
        *a = other;
    }
}

static void match_start(struct sv_match *m)
{
    m->user = NULL;
    if (strcmp(way, "start") == 0) {
        (void)raise(SIGKILL);
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {.name = "mortal",
                                      .match_start = match_start,
                                      .buy = choose,
                                      .jail = choose,
                                      .claim = choose,
                                      .tax = choose,
                                      .bid = bid};
    way = argc > 1 ? argv[1] : way;
    when = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    argv[1] = NULL;
    return sv_bot_main(1, argv, &bot);
}
