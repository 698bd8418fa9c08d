#include "tests/record/games.h"

#include "edition/edition_file.h"
#include "tests/game/monkey.h"
#include "wire/answer_codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EDITIONS 64

/* Editions as asked for, so that games may point to them. */
struct shelf {
    char name[SV_MAX_NAME];
    int32_t max_rounds;
    struct sv_edition edition;
};

static struct shelf *shelf[EDITIONS];
static unsigned n_shelf;

static const struct sv_edition *find(const char *name, int32_t max_rounds)
{
    struct svi_error error;
    for (unsigned i = 0; i < n_shelf; i++) {
        if (strcmp(shelf[i]->name, name) == 0 && shelf[i]->max_rounds == max_rounds) {
            return &shelf[i]->edition;
        }
    }
    struct shelf *book = n_shelf < EDITIONS ? calloc(1, sizeof *book) : NULL;
    if (book == NULL || svi_edition_load(name, &book->edition, &error) != SV_OK) {
        (void)fprintf(stderr, "%s: %s\n", name, book != NULL ? error.text : "no room");
        abort();
    }
    (void)snprintf(book->name, sizeof book->name, "%s", name);
    book->max_rounds = max_rounds;
    if (max_rounds != 0) {
        book->edition.rules.max_rounds = max_rounds;
    }
    shelf[n_shelf++] = book;
    return &book->edition;
}

const struct sv_edition *game_edition(const char *name)
{
    return find(name, 0);
}

/* The seats' remarks depend on nothing that the game's luck or the monkey uses. */
static enum sv_status talk(struct svi_game *g)
{
    enum sv_status status = SV_OK;
    if (g->decisions % 3 == 0) {
        status =
            svi_game_log(g, &(struct sv_log_entry){.text = "I see\n\ttwo lines, and \xe2\x82\xac"});
    }
    if (status == SV_OK && g->format >= SVI_RECORD_VERSION && g->decisions % 2 == 0) {
        status = svi_game_log(
            g, &(struct sv_log_entry){.text = "Who buys? \xe2\x82\xac", .aloud = true});
    }
    if (status == SV_OK && g->decisions % 5 == 0) {
        status = svi_game_log(
            g, &(struct sv_log_entry){.key = "decisions", .value = -(int64_t)g->decisions});
    }
    return status;
}

void game_wrong_answer(const struct svi_game *g, const struct sv_question *q, struct sv_answer *a)
{
    sv_answer_clear(&g->state.position, q, a);
    a->choice = 200;
    a->space = 77;
    a->bid = a->limit = 2000000000;
    memset(a->plan.level, 6, sizeof a->plan.level);
    a->plan.lift = UINT64_MAX;
}

/* Records the answer that would have been given if the default is taken. */
static enum sv_status rejected(struct svi_game *g, const struct sv_question *q,
                               enum sv_verdict verdict)
{
    static const uint8_t bytes[] = {0xc0, 0xc1, 0xff};
    struct svi_rejected rejected = {.verdict = (uint8_t)verdict,
                                    .reason = SV_E_TYPE,
                                    .whole = sizeof bytes,
                                    .size = sizeof bytes,
                                    .bytes = bytes};
    struct svi_buf values = {0};
    if (verdict == SV_VERDICT_ILLEGAL) {
        struct sv_answer a;
        struct sv_breach breach;
        game_wrong_answer(g, q, &a);
        (void)sv_judge(g->edition, &g->state.position, q, &a, &breach);
        svi_put_answer(&values, &g->state.position, &a);
        rejected.reason = breach.kind;
        rejected.bytes = values.data;
        rejected.whole = rejected.size = (uint32_t)values.size;
    }
    const enum sv_status status = svi_game_refuse(g, &rejected);
    svi_buf_finish(&values);
    return status;
}

/* An answer that has come too late, to a decision before. */
static enum sv_status reject_late(struct svi_game *g)
{
    static const uint8_t buys[] = {1, 0x90, 0};
    const bool by_default = g->decisions % 2 == 0;
    return svi_game_refuse(g, &(struct svi_rejected){.verdict = SV_VERDICT_LATE,
                                                     .reason = SV_DECISION_BUY,
                                                     .back = 1 + g->decisions % 3,
                                                     .whole = by_default ? 0 : sizeof buys,
                                                     .size = by_default ? 0 : sizeof buys,
                                                     .bytes = buys});
}

void game_play(struct svi_game *g, const struct pastime *pastime)
{
    static const char *const names[SV_MAX_SEATS] = {
        "ann", "bob \"the bank\"", "zo\xc3\xab", "dan", "eve", "fay", "gus", "hal"};
    const struct svi_meta meta[] = {{"league", "test"}, {"match", "17"}};
    struct monkey m;
    struct svi_game_setup setup = {.edition =
                                       find(pastime->edition != NULL ? pastime->edition : "classic",
                                            pastime->max_rounds != 0 ? pastime->max_rounds : 60),
                                   .names = names,
                                   .meta = meta,
                                   .n_meta = 2,
                                   .format = pastime->fallback ? SVI_RECORD_VERSION : 0,
                                   .record = !pastime->unrecorded,
                                   .sink = pastime->sink};
    unsigned seat;
    setup.setup.seats = (uint8_t)(pastime->seats != 0 ? pastime->seats : 4);
    memset(setup.setup.answers, 0xff, sizeof setup.setup.answers);
    setup.setup.answers[0] &= ~pastime->mute;
    if (pastime->conditions) {
        setup.setup.when[1][SV_DECISION_MANAGE] = SV_WHEN_DEEDS_CHANGED | SV_WHEN_CAN_BUILD;
        setup.setup.when[1][SV_DECISION_BUY] = SV_WHEN_OWN_TURN;
    }
    memcpy(setup.setup.seed, &pastime->seed, sizeof pastime->seed);
    monkey_init(&m, pastime->seed);
    enum sv_status status = svi_game_start(g, &setup);
    while (status == SV_OK && (seat = svi_game_next(g)) != SV_NONE) {
        struct sv_question q;
        struct sv_answer a;
        const uint32_t mischief = pastime->misconduct ? monkey_below(&m, 1000) : 1000;
        status = svi_game_question(g, seat, &q);
        if (status == SV_OK && pastime->talk && mischief != 20) {
            status = talk(g);
        }
        if (status != SV_OK) {
            break;
        }
        if (pastime->talk && mischief != 20 && g->decisions > 3 && g->decisions % 7 == 0) {
            status = reject_late(g);
        }
        if (mischief < 20) {
            const enum sv_verdict verdict = (enum sv_verdict)(
                SV_VERDICT_LATE + mischief % (SV_VERDICT_FALLBACK - SV_VERDICT_LATE));
            if (status == SV_OK && pastime->talk &&
                (verdict == SV_VERDICT_ILLEGAL || verdict == SV_VERDICT_MALFORMED)) {
                status = rejected(g, &q, verdict);
            }
            status = status == SV_OK ? svi_game_answer(g, seat, verdict, NULL) : status;
        } else if (mischief == 20) {
            status = svi_game_forfeit(g, monkey_below(&m, g->setup.seats));
            status = status == SV_E_ARGUMENT ? SV_OK : status;
        } else {
            monkey_answer(&m, g->edition, &g->state.position, &q, &a);
            const bool fallback = pastime->fallback && g->decisions % 4 == 0;
            status = svi_game_answer(g, seat, fallback ? SV_VERDICT_FALLBACK : SV_VERDICT_OK, &a);
        }
    }
    if (status != SV_OK) {
        (void)fprintf(stderr, "seed %llu: %s\n", (unsigned long long)pastime->seed,
                      sv_status_text(status));
        abort();
    }
}
