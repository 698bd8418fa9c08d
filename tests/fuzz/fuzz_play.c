/* Whole games of any rules: the bytes pick an edition and throw its switches, then drive all seats
 * with legal answers, wild ones, defaults and forfeits. After every decision all that RULES 12 asks
 * for must hold, the books kept from events alone must agree with the table, and an independent
 * reading of the rules with the judge. */
#include "edition/builtin.h"
#include "edition/edition_file.h"
#include "tests/game/invariants.h"
#include "tests/game/ledger.h"
#include "tests/game/monkey.h"
#include "tests/game/oracle.h"
#include "wire/cursor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SWITCHES 24u
#define MOST_DEFAULTS 16u /* decisions after the last byte */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

struct table {
    struct sv_edition edition;
    struct sv_state st;
    struct ledger ledger;
    struct monkey monkey;
};

static void must(bool fact, const char *what)
{
    if (!fact) {
        (void)fprintf(stderr, "fuzz_play: %s\n", what);
        abort();
    }
}

static void must_not(const char *what)
{
    must(what == NULL, what);
}

static const struct sv_edition *builtin(unsigned n)
{
    static struct sv_edition *all;
    struct svi_error error;
    if (all == NULL) {
        all = calloc(svi_builtin_edition_count, sizeof *all);
        must(all != NULL, "no memory");
        for (size_t i = 0; i < svi_builtin_edition_count; i++) {
            must(svi_edition_load(svi_builtin_editions[i].name, &all[i], &error) == SV_OK,
                 error.text);
        }
    }
    return &all[n % svi_builtin_edition_count];
}

/* Switches that the edition refuses stay as they were. */
static void throw_switches(struct table *t, struct svi_cursor *c)
{
    const unsigned count = svi_get_raw_byte(c) % (SWITCHES + 1);
    for (unsigned i = 0; i < count && c->status == SV_OK; i++) {
        const unsigned rule = svi_get_raw_byte(c) % sv_rule_count();
        const struct sv_rule_info *info = sv_rule_describe(rule);
        const uint32_t low = svi_get_raw_byte(c);
        const uint32_t luck = low | (uint32_t)svi_get_raw_byte(c) << 8;
        struct sv_edition changed = t->edition;
        sv_rule_set(&changed.rules, rule,
                    (int32_t)(info->low +
                              (int64_t)(luck % ((uint64_t)((int64_t)info->high - info->low) + 1))));
        if (sv_edition_complete(&changed, NULL) == SV_OK) {
            t->edition = changed;
        }
    }
}

static void begin(struct table *t, struct svi_cursor *c)
{
    struct sv_setup setup = {0};
    const struct sv_sink sink = {ledger_event, &t->ledger};
    memset(t, 0, sizeof *t);
    t->edition = *builtin(svi_get_raw_byte(c));
    throw_switches(t, c);
    setup.seats = (uint8_t)(2 + svi_get_raw_byte(c) % 7);
    const uint8_t deaf = svi_get_raw_byte(c);
    for (unsigned s = 0; s < setup.seats; s++) {
        setup.answers[s] = (deaf >> s & 1u) != 0 ? 0x15u : SV_ANSWERS_ALL;
    }
    for (unsigned i = 0; i < 4; i++) {
        setup.seed[i] = svi_get_raw_byte(c);
    }
    monkey_init(&t->monkey, setup.seed[0]);
    ledger_init(&t->ledger, &t->edition, setup.seats);
    must(sv_game_start(&t->edition, &t->st, &setup, &sink) == SV_OK, "1.1: it does not start");
}

/* Makes an answer of the next bytes, with fields of any value. */
static void read_wild(struct svi_cursor *c, const struct sv_question *q, struct sv_answer *a)
{
    const unsigned words = svi_get_raw_byte(c) % 32;
    a->kind = q->kind;
    for (unsigned i = 0; i < words && c->status == SV_OK; i++) {
        const size_t at = ((size_t)svi_get_raw_byte(c) << 8 | svi_get_raw_byte(c)) % sizeof *a;
        ((uint8_t *)a)[at] = svi_get_raw_byte(c);
    }
    a->kind = q->kind;
}

/* 12.8, 12.9: judge and game agree, and a refused answer changes nothing. */
static void give(struct table *t, unsigned seat, const struct sv_question *q,
                 const struct sv_answer *a)
{
    static struct sv_state before;
    const struct sv_sink sink = {ledger_event, &t->ledger};
    const enum sv_status judged = sv_check(&t->edition, &t->st.position, q, a);
    const enum oracle_verdict verdict = oracle_check(&t->edition, &t->st.position, q, a);
    must(verdict == ORACLE_OPEN || (verdict == ORACLE_YES) == (judged == SV_OK),
         "12.8: the judge and the rules differ");
    if (judged == SV_OK && q->kind == SV_DECISION_MANAGE) {
        ledger_order(&t->ledger, seat, &a->plan);
    }
    memcpy(&before, &t->st, sizeof before);
    must(sv_apply(&t->edition, &t->st, seat, a, &sink) == judged, "12.8: check and apply differ");
    must(judged == SV_OK || memcmp(&before, &t->st, sizeof before) == 0,
         "12.9: a rejected answer changes the state");
}

static void decide(struct table *t, struct svi_cursor *c)
{
    const struct sv_sink sink = {ledger_event, &t->ledger};
    const unsigned asked = sv_pending(&t->st);
    const uint8_t step = svi_get_raw_byte(c);
    unsigned seat = step >> 5;
    struct sv_question q;
    struct sv_answer a = {0};
    while ((asked >> seat & 1u) == 0) {
        seat = (seat + 1) % SV_MAX_SEATS;
    }
    must(sv_ask(&t->edition, &t->st, seat, &q) == SV_OK, "12.7: no question");
    must_not(oracle_question(&t->edition, &t->st.position, &q));
    must_not(ledger_asks(&t->ledger, &q));
    sv_answer_default(&t->edition, &t->st.position, &q, &a);
    must(sv_check(&t->edition, &t->st.position, &q, &a) == SV_OK, "12.7: an illegal default");
    switch (c->status == SV_OK ? step & 7u : 0) {
    case 1:
    case 2:
    case 3: /* which luck picks, that has the next byte in it */
        t->monkey.mood = (enum monkey_mood)((step >> 3 & 3u) % MONKEY_MOODS);
        monkey_init(&t->monkey, (uint64_t)svi_get_raw_byte(c) << 8 | step);
        monkey_answer(&t->monkey, &t->edition, &t->st.position, &q, &a);
        must(sv_check(&t->edition, &t->st.position, &q, &a) == SV_OK, "12.8: a legal answer");
        break;
    case 4:
        monkey_init(&t->monkey, (uint64_t)svi_get_raw_byte(c) << 8 | step);
        monkey_forge(&t->monkey, &t->edition, &t->st.position, &q, &a);
        break;
    case 5:
    case 6:
        read_wild(c, &q, &a);
        break;
    case 7:
        if ((step >> 3 & 3u) == 3 &&
            ((t->st.position.alive & ~(unsigned)t->st.position.forfeited) >> seat & 1u) != 0) {
            must(sv_forfeit(&t->edition, &t->st, seat, &sink) == SV_OK, "no forfeit");
            return;
        }
        break;
    default:
        break;
    }
    give(t, seat, &q, &a);
}

static void check(const struct table *t, unsigned decision)
{
    must_not(invariants_broken(&t->edition, &t->st));
    must_not(ledger_differs(&t->ledger, &t->st.position));
    for (unsigned s = 0; decision % 8 == 0 && s < t->st.position.seats; s++) {
        must(sv_worth(&t->edition, &t->st.position, s) ==
                 oracle_worth(&t->edition, &t->st.position, s),
             "3.5: a worth");
        must(sv_liquid(&t->edition, &t->st.position, s) ==
                 oracle_liquid(&t->edition, &t->st.position, s),
             "9.1: what can be raised");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct table t;
    struct svi_cursor c = svi_cursor_over(bytes, size);
    unsigned more = 0, decisions = 0;
    begin(&t, &c);
    check(&t, 0);
    while (sv_pending(&t.st) != 0 && more < MOST_DEFAULTS) {
        more += c.status != SV_OK;
        decide(&t, &c);
        check(&t, ++decisions);
    }
    return 0;
}
