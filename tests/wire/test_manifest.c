/* The names that everything else prints and parses: all there, all different, nothing past the end.
 */
#include "tests/base/testing.h"

#include <solvent/manifest.h>
#include <solvent/status.h>

static void expect_names(const char *(*name)(unsigned), unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        assert_non_null(name(i));
        assert_true(name(i)[0] != 0);
        for (unsigned k = 0; k < i; k++) {
            assert_string_not_equal(name(i), name(k));
        }
    }
    assert_null(name(count));
    assert_null(name(UINT32_MAX));
}

TEST(every_table_is_whole)
{
    expect_names(sv_decision_name, SV_DECISION_COUNT);
    expect_names(sv_when_name, SV_WHEN_COUNT);
    expect_names(sv_verdict_name, SV_VERDICT_COUNT);
    expect_names(sv_event_name, SV_EVENT_COUNT);
    expect_names(sv_why_name, SV_WHY_COUNT);
    expect_names(sv_space_kind_name, SV_SPACE_KIND_COUNT);
    expect_names(sv_deck_name, SV_DECK_COUNT);
    expect_names(sv_unit_name, SV_UNIT_COUNT);
    expect_names(sv_card_kind_name, SV_CARD_KIND_COUNT);
}

TEST(names_are_those_of_the_contract)
{
    assert_string_equal(sv_decision_name(SV_DECISION_SEALED_BID), "sealed_bid");
    assert_string_equal(sv_verdict_name(SV_VERDICT_DEFAULT), "default");
    assert_string_equal(sv_event_name(SV_EVENT_GAME_END), "game_end");
    assert_string_equal(sv_why_name(SV_WHY_LAST_SOLVENT), "last_solvent");
    assert_string_equal(sv_space_kind_name(SV_SPACE_GO_TO_JAIL), "gotojail");
    assert_string_equal(sv_choice_name(SV_DECISION_JAIL, SV_CHOICE_JAIL_CARD), "card");
    assert_string_equal(sv_choice_name(SV_DECISION_TRADE, 2), "counter");
    assert_null(sv_choice_name(SV_DECISION_TRADE, 3));
    assert_null(sv_choice_name(SV_DECISION_MANAGE, 0));
}

/* A kind with a choice has named choices, from 0 without gaps, and no other kind has. */
TEST(choices_go_with_their_decisions)
{
    for (unsigned kind = 0; kind < SV_DECISION_COUNT; kind++) {
        unsigned fields = sv_decision_fields(kind);

        assert_int_not_equal(fields, 0);
        assert_true(sv_decision_default_text(kind)[0] != 0);
        assert_int_equal(sv_choice_name(kind, 0) != NULL, (fields & SV_F_CHOICE) != 0);
        assert_int_equal(sv_choice_name(kind, 1) != NULL, (fields & SV_F_CHOICE) != 0);
    }
    assert_int_equal(sv_decision_fields(SV_DECISION_COUNT), 0);
    assert_string_equal(sv_decision_default_text(SV_DECISION_COUNT), "");
}

TEST(statuses)
{
    assert_string_equal(sv_status_text(SV_OK), "ok");
    assert_string_equal(sv_status_name(SV_OK), "OK");
    assert_string_equal(sv_status_name(SV_E_CASH), "E_CASH");
    for (unsigned i = 0; i < SV_STATUS_COUNT; i++) {
        assert_true(sv_status_text((enum sv_status)i)[0] != 0);
    }
    assert_non_null(sv_status_text((enum sv_status)999));
    assert_non_null(sv_status_name((enum sv_status)999));
}
