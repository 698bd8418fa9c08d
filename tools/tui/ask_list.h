/* Of a question to a person, what the list's rows stand for: shared by its keys and its words. */
#ifndef SVI_TOOLS_TUI_ASK_LIST_H
#define SVI_TOOLS_TUI_ASK_LIST_H

#include "tools/tui/ask.h"

/* The position that the question is about. */
static inline const struct sv_position *svi_tui_ask_table(const struct svi_tui_ask *ask)
{
    return &ask->now.state.position;
}

/* The choice, space or deed of row `row`, as the mode has it; SV_NONE: there is no such row, or the mode has others. */
unsigned svi_tui_ask_at(const struct svi_tui_ask *ask, unsigned row);

/* What a row of an offer is. */
enum svi_tui_part {
    SVI_TUI_PART_TO,
    SVI_TUI_PART_GIVE_CASH,
    SVI_TUI_PART_GET_CASH,
    SVI_TUI_PART_DEED,
    SVI_TUI_PART_CARD,
    SVI_TUI_PART_TICKETS
};

struct svi_tui_offer_row {
    enum svi_tui_part part;
    bool give;      /* what the person gives, not gets */
    unsigned which; /* the deed or card */
};

/* Row `row` of the offer that is being made; false: it has no such row. */
bool svi_tui_ask_offer_row(const struct svi_tui_ask *ask, unsigned row,
                           struct svi_tui_offer_row *out);

#endif
