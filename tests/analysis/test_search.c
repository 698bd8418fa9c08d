/* A search plays on as long as the class is in doubt, and its traders do not make up at once for a
 * deal that a seat let pass. */
#include "tests/analysis/recorded_game.h"
#include "tests/base/testing.h"
#include "tools/analysis/evaluating.h"
#include "tools/analysis/evaluation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUTURES 16u

static void read_game(struct svi_decisions *d, const char *seed)
{
    struct svi_error error;
    SCOPED(svi_game_finish) struct svi_game g;
    svi_game_init(&g);
    recorded_game_play(&g, "classic", "tctl", seed, 60, NULL, NULL);
    if (svi_decisions_read(d, g.record.data, g.record.size, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
}

/* In how many of some futures of a refused offer all its deeds go from seat to seat in the next
 * round all the same. */
static unsigned comes_back(struct svi_evaluation *v, const struct svi_decision *d)
{
    const struct sv_until until = {.round = (uint16_t)(d->position.round + 2)};
    const struct sv_question *q = &d->question;
    struct sv_answer reject;
    unsigned n = 0;
    sv_answer_clear(&d->position, q, &reject);
    reject.choice = SV_CHOICE_TRADE_REJECT;
    for (uint8_t f = 0; f < 8; f++) {
        const uint8_t key[SV_KEY_BYTES] = {f};
        struct sv_state st;
        assert_int_equal(sv_playout(v->e, &d->position, &d->course, d->asked, q->seat, &reject,
                                    &v->players[0], key, &until, &st, NULL),
                         SV_OK);
        n += sv_alive(&st.position, q->other) && sv_alive(&st.position, q->seat) &&
             (q->offer.give_deeds & ~st.position.owned[q->seat]) == 0 &&
             (q->offer.get_deeds & ~st.position.owned[q->other]) == 0;
    }
    return n;
}

TEST(a_deal_let_pass_does_not_come_back)
{
    static const struct sv_question none = {.kind = SV_DECISION_MANAGE};
    unsigned as_it_is = 0;
    for (unsigned g = 0; g < 4; g++) {
        SCOPED(svi_decisions_finish) struct svi_decisions d = {0};
        char seed[32];
        (void)snprintf(seed, sizeof seed, "refused %u", g);
        read_game(&d, seed);
        struct svi_evaluation *v = svi_evaluation_create(&d.edition, d.seats);
        assert_non_null(v);
        for (uint32_t i = 0; i < d.n; i++) {
            if (d.list[i].question.kind == SV_DECISION_TRADE) {
                svi_tables_look_at(v, &none);
                as_it_is += comes_back(v, &d.list[i]);
                svi_tables_look_at(v, &d.list[i].question);
                assert_int_equal(comes_back(v, &d.list[i]), 0);
            }
        }
        svi_evaluation_destroy(v);
    }
    assert_true(as_it_is > 0); /* there is something to keep from coming back */
}

TEST(plays_on_while_the_class_is_in_doubt)
{
    SCOPED(svi_decisions_finish) struct svi_decisions d = {0};
    unsigned longer = 0;
    unsigned settled = 0;
    read_game(&d, "doubt");
    struct svi_evaluation *v = svi_evaluation_create(&d.edition, d.seats);
    assert_non_null(v);
    for (uint32_t i = 0; i < d.n; i++) {
        SCOPED(svi_evaluated_finish) struct svi_evaluated found;
        for (unsigned k = 0; k < SVI_CANDIDATES; k++) {
            v->sample[k][FUTURES] = NAN;
        }
        assert_int_equal(svi_evaluate(v, &d.list[i], d.digest, SVI_DEPTH_SEARCH, FUTURES, &found),
                         SV_OK);
        const bool on = !isnan(v->sample[found.candidate[found.given].place][FUTURES]);
        const bool sure = svi_class_of(found.missed, found.se) == svi_class_of(found.missed, 0);
        assert_true(on || sure);
        longer += on;
        settled += !on && found.best != found.given;
    }
    assert_true(longer > 0 && settled > 0);
    svi_evaluation_destroy(v);
}
