/* A question to a person: what is asked, in words, and an answer that is put together with keys. Only an answer that the
 * rules allow is done. */
#ifndef SVI_TOOLS_TUI_ASK_H
#define SVI_TOOLS_TUI_ASK_H

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

/* Begins with the question, and its default as the answer. */
void svi_tui_ask_begin(struct svi_tui_ask *ask, const struct svi_game *now,
                       const struct sv_question *q);

/* Takes a key (screen.h). True when the answer is done. */
bool svi_tui_ask_key(struct svi_tui_ask *ask, int key);

/* The question in a sentence or two. */
void svi_tui_ask_say(const struct svi_tui_ask *ask, struct svi_buf *out);

/* The list to choose from: how many rows, and row `row` as a line. */
unsigned svi_tui_ask_rows(const struct svi_tui_ask *ask);
void svi_tui_ask_row(const struct svi_tui_ask *ask, unsigned row, struct svi_buf *out);

/* What stands below the list: money, offers so far. May be empty. */
void svi_tui_ask_sum(const struct svi_tui_ask *ask, struct svi_buf *out);

/* The keys that do something now. */
const char *svi_tui_ask_keys(const struct svi_tui_ask *ask);

#endif
