/* An analysis knows no more of a decision than its seat did: neither what others answered at the
 * same time, nor what chance had in store. */
#include "tests/analysis/recorded_game.h"
#include "tests/base/testing.h"
#include "tools/analysis/analysis.h"
#include "wire/answer_codec.h"

/* Has the seat that answers first, where several are asked at once, answer the default. */
struct tampering {
    uint32_t decision; /* from 1 */
    bool done;
};

static void tamper(void *user, const struct svi_game *g, const struct sv_question *q,
                   struct sv_answer *a)
{
    struct tampering *t = user;
    if (g->decisions + 1 == t->decision) {
        const struct sv_answer own = *a;
        sv_answer_default(g->edition, &g->state.position, q, a);
        t->done = !svi_answer_same(&own, a);
    }
}

static void read(struct svi_decisions *d, const struct svi_game *g)
{
    struct svi_error error;
    if (svi_decisions_read(d, g->record.data, g->record.size, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
}

static void same_evaluation(const struct svi_decisions *d, const struct svi_decision *a,
                            const struct svi_decision *b)
{
    struct svi_evaluation *v = svi_evaluation_create(&d->edition, d->seats);
    SCOPED(svi_evaluated_finish) struct svi_evaluated first;
    SCOPED(svi_evaluated_finish) struct svi_evaluated second;
    assert_ok(svi_evaluate(v, a, d->digest, &first));
    assert_ok(svi_evaluate(v, b, d->digest, &second));
    assert_true(recorded_game_alike(&first, &second));
    svi_evaluation_destroy(v);
}

/* A decision behind another of the same round of questions, whose answer is another: the same. */
TEST(hides_what_others_answer_at_the_same_time)
{
    struct svi_decisions plain = {0}, other = {0};
    struct svi_game g;
    unsigned changed = 0;
    svi_game_init(&g);
    /* harbour has sealed auctions, classic windows that all are asked in */
    static const char *const editions[] = {"harbour", "classic"};
    for (unsigned i = 0; i < 2; i++) {
        recorded_game_play(&g, editions[i], "ltll", "hidden", 12, NULL, NULL);
        read(&plain, &g);
        for (unsigned k = 0; k + 1 < plain.n && changed < 10 * (i + 1); k++) {
            const struct svi_decision *first = &plain.list[k];
            const struct svi_decision *second = &plain.list[k + 1];
            struct tampering t = {.decision = first->number};
            if (sv_count(first->asked) < 2 || first->asked != second->asked ||
                memcmp(&first->course, &second->course, sizeof first->course) != 0 ||
                first->question.seat == second->question.seat) {
                continue;
            }
            assert_true(sv_has(second->asked, first->question.seat));
            recorded_game_play(&g, editions[i], "ltll", "hidden", 12, tamper, &t);
            if (!t.done) {
                continue;
            }
            read(&other, &g);
            const struct svi_decision *again = &other.list[k + 1];
            assert_int_equal(again->question.seat, second->question.seat);
            assert_true(svi_answer_same(&again->answer, &second->answer));
            same_evaluation(&plain, second, again);
            changed++;
        }
    }
    assert_true(changed >= 6);
    svi_game_finish(&g);
    svi_decisions_finish(&plain);
    svi_decisions_finish(&other);
}

/* Whatever the game's seed: a decision that looks the same is the same. Its own record is left out
 * of all that it is evaluated by, so the first decisions of two games on two seeds, made the same,
 * are worth the same. */
TEST(knows_no_dice_or_decks_to_come)
{
    SCOPED(svi_decisions_finish) struct svi_decisions d = {0};
    SCOPED(svi_game_finish) struct svi_game g;
    svi_game_init(&g);
    recorded_game_play(&g, "classic", "tcl", "one seed", 6, NULL, NULL);
    read(&d, &g);
    for (unsigned k = 0; k < d.n; k += 7) {
        struct sv_state st;
        uint8_t key[SV_KEY_BYTES] = {(uint8_t)k, 1};
        struct svi_decision later = d.list[k];
        /* The game as somebody else would have to play it on: other dice, other decks. */
        assert_ok(
            sv_determinise(&d.edition, &later.position, &later.course, later.asked, key, &st));
        later.position = st.position;
        later.course = st.course;
        same_evaluation(&d, &d.list[k], &later);
    }
    for (unsigned k = 0; k < d.n; k++) { /* cards that no seat has seen have no influence */
        for (unsigned deck = 0; deck < SV_DECK_COUNT; deck++) {
            const struct sv_position *p = &d.list[k].position;
            assert_true(p->deck_size[deck] == 0 || k > 60 ||
                        p->seen[deck][p->deck_head[deck]] == SV_NONE);
        }
    }
}
