/* The types of the replay page, tools/site/src/game/event.ts, are those of the manifest. */
#include "tests/base/testing.h"
#include "tests/wire/page.h"

#include <solvent/manifest.h>

#include <solvent/fields.h>

#define EVENT_TS "../tools/site/src/game/event.ts"

/* The TypeScript type of each type of an event's field; MAYBE: the field may be left out. */
#define TS_SEAT ": number"
#define TS_PARTY ": Party"
#define TS_HOLDER ": Party"
#define TS_SPACE ": number"
#define TS_MAYBE_SPACE "?: number"
#define TS_MAYBE_UNIT "?: string"
#define TS_MONEY ": number"
#define TS_COUNT ": number"
#define TS_LUCK ": number"
#define TS_LEVEL ": number"
#define TS_PLACE ": number"
#define TS_FLAG ": boolean"
#define TS_DICE ": Die[]"
#define TS_WHY ": string"
#define TS_DECISION ": string"
#define TS_VERDICT ": string"
#define TS_DECK ": string"
#define TS_CARD ": number"
#define TS_CARD_ID ": string"
#define TS_SAID ": string"
#define TS_ORDINAL ": number"
#define TS_REASON ": string"
#define TS_KEY ": string"
#define TS_VALUE ": number"
#define TS_OFFER ": Offer"
#define TS_ANSWER ": Answer"
#define TS_MAYBE_ANSWER "?: Answer"
#define TS_MAYBE_BYTES "?: string"
#define TS_EDITION ": string"
#define TS_SEED ": string | null"
#define TS_SALT ": string | null"
#define TS_COMMITMENT ": string"
#define TS_PLAYERS ": { seat: number; name: string; cash: number }[]"
#define TS_MAYBE_WHAT_IF "?: string"
#define TS_PLACES ": number[]"
#define TS_WORTHS ": number[]"

/* Types of parts of answers and figures of questions, and of the fields of an offer. */
#define PART_U8 "string" /* the name of a choice */
#define PART_SPACE "number"
#define PART_MONEY "number"
#define PART_LEVELS "{ space: number; level: number }[]"
#define PART_SPACES "number[]"
#define PART_OFFERS "Offer[]"

#define FIGURE_CHOICES "string[]"
#define FIGURE_SPACE "number"
#define FIGURE_MONEY "number"
#define FIGURE_U8 "number"
#define FIGURE_SEAT "Party"
#define FIGURE_SPACES "number[]"
#define FIGURE_UNIT "string"
#define FIGURE_WHY "string"
#define FIGURE_OFFER "Offer"

#define VALUE_SEAT "number"
#define VALUE_MONEY "number"
#define VALUE_SPACES "number[]"
#define VALUE_CARDS "number[]"
#define VALUE_U8 "number"

/* "GameStartEvent" for "game_start". */
static void print_name(struct svi_buf *out, const char *name)
{
    int upper = 'a' - 'A';
    for (; *name != 0; name++) {
        if (*name == '_') {
            upper = 'a' - 'A';
        } else {
            page_print(out, "%c", *name - upper);
            upper = 0;
        }
    }
    page_print(out, "Event");
}

static void print_figures(struct svi_buf *out)
{
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    page_print(out, "  %s?: %s;\n", #member, FIGURE_##TYPE);
    SV_QUESTION_FIELDS(X)
#undef X
}

TEST(types)
{
    struct svi_buf out = {0};
    page_print(&out, "/** A trade as its proposer sees it. */\nexport interface Offer {\n");
#define X(TYPE, member) page_print(&out, "  %s: %s;\n", #member, VALUE_##TYPE);
    SV_OFFER_VALUES(X)
#undef X
    page_print(&out, "}\n\nexport interface Answer {\n");
#define X(bit, NAME, name, TYPE, member, text) page_print(&out, "  %s?: %s;\n", #name, PART_##TYPE);
    SV_ANSWER_PARTS(X)
#undef X
    page_print(&out, "}\n");
#define F(TYPE, key, member) G(TYPE, key)
#define G(TYPE, key) page_print(&out, "  %s%s;\n", #key, TS_##TYPE);
#define X(NAME, name, fields, text)                                                                \
    page_print(&out, "\nexport interface ");                                                       \
    print_name(&out, #name);                                                                       \
    page_print(&out, " {\n  type: \"%s\";\n", #name);                                              \
    fields if (SV_EVENT_##NAME == SV_EVENT_QUESTION)                                               \
    {                                                                                              \
        print_figures(&out);                                                                       \
    }                                                                                              \
    page_print(&out, "}\n");
    SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    page_print(&out, "\nexport type Event = { n: number } & (\n");
#define X(NAME, name, ...)                                                                         \
    page_print(&out, "  | ");                                                                      \
    print_name(&out, #name);                                                                       \
    page_print(&out, "\n");
    SV_EVENTS(X, , )
#undef X
    page_print(&out, ");\n");
    page_check(EVENT_TS, "tests/record: types", &out);
}
