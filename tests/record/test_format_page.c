/* docs/REPLAY_FORMAT.md: the tables say what the manifest says. */
#include "tests/base/testing.h"
#include "tests/wire/page.h"

#include <solvent/manifest.h>

/* The events that bots are not told; docs/PROTOCOL.md has the others. */
TEST(test_events)
{
    struct svi_buf out = {0};
    page_print(&out, "| type | fields | what happened |\n| --- | --- | --- |\n");
#define F(TYPE, key, member) G(TYPE, key)
#define G(TYPE, key) "`" #key "`, "
#define X(NAME, name, fields, text)                                                                \
    if ((SV_EVENTS_TOLD >> SV_EVENT_##NAME & 1) == 0) {                                            \
        const char *list = "" fields;                                                              \
        page_print(&out, "| `%s` | %.*s | %s |\n", #name, (int)strlen(list) - 2, list, text);      \
    }
    SV_EVENTS(X, F, G)
#undef X
#undef F
#undef G
    page_check("REPLAY_FORMAT.md", "tests/record: events", &out);
}

/* Every reason and verdict that an event can carry is named, apart from "none". */
TEST(test_reasons_and_verdicts_are_named)
{
    SCOPED(scoped_free) char *page = page_read("REPLAY_FORMAT.md");
    char word[64];
    for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
        (void)snprintf(word, sizeof word, "`%s`", sv_verdict_name(v));
        assert_contains(page, word);
    }
    for (unsigned w = SV_WHY_NONE + 1; w < SV_WHY_COUNT; w++) {
        (void)snprintf(word, sizeof word, "`%s`", sv_why_name(w));
        if (strstr(page, word) == NULL) {
            fail_msg("docs/REPLAY_FORMAT.md does not name %s", word);
        }
    }
}
