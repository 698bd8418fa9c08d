/* A question to a person as it stands: the answer so far, and the list of rows to choose from. */
#ifndef SVI_TOOLS_TUI_ASK_LIST_H
#define SVI_TOOLS_TUI_ASK_LIST_H

#include "record/record.h"

#include <stdbool.h>

enum svi_tui_ask_mode {
    SVI_TUI_ASK_CHOICE, /* one of a few */
    SVI_TUI_ASK_SPACE,  /* one of a set of spaces */
    SVI_TUI_ASK_BID,    /* a number */
    SVI_TUI_ASK_PLAN,   /* what is done with deeds; offers */
    SVI_TUI_ASK_OFFER,  /* one offer */
};

struct svi_tui_ask {
    struct svi_game now; /* the table, as it stands */
    struct sv_question q;
    struct sv_answer answer; /* so far */
    enum svi_tui_ask_mode mode;
    enum svi_tui_ask_mode first; /* where an offer that is given up leads back to */
    unsigned row;                /* chosen in the list */
    char input[24];              /* a number that is being typed */
    struct sv_offer offer;
    char message[300]; /* what is wrong; "": nothing */
};

/* The position that the question is about. */
static inline const struct sv_position *svi_tui_ask_table(const struct svi_tui_ask *ask)
{
    return &ask->now.state.position;
}

/* The choice, space or deed of row `row`, as the mode has it; SV_NONE: there is no such row, or the
 * mode has others. */
unsigned svi_tui_ask_at(const struct svi_tui_ask *ask, unsigned row);

/* The list to choose from: how many rows, and row `row` as a line. */
unsigned svi_tui_ask_rows(const struct svi_tui_ask *ask);
void svi_tui_ask_row(const struct svi_tui_ask *ask, unsigned row, struct svi_buf *out);

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
