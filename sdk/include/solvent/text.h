/* The game in words: an edition's rules, a table, a question with its legal answers, what happens,
 * and answers read from JSON. For language models (`solvent mcp`, the Python package), for logs and
 * for people. A bot that plays by text alone:
 *
 *     struct sv_text_view view;
 *
 *     sv_text_view_of(m, &view);
 *     view.menu = true;
 *     sv_text_table(&view, table, sizeof table);
 *     sv_text_question(&view, q, question, sizeof question);
 *     ... show both, with sv_text_rules() before them, and get a reply ...
 *     if (sv_text_read(&view, q, reply, strlen(reply), a, why, sizeof why) != SV_OK) {
 *         ... say why, and ask again ...
 *     }
 *
 * All names and numbers come from the edition, the position and the manifest. A text depends on
 * nothing else, so it is the same on every machine and in every locale. Together the texts hold
 * everything that the seat may know. Players' names are shown without control characters; they are
 * chosen by their authors, so leave them out of `view` if the reader must not be told things by
 * them.
 *
 * Functions that write put up to room - 1 bytes and a terminating 0 into `out`, and return the
 * length of the whole text, as snprintf() does; `out` may be NULL if `room` is 0. They return 0
 * without memory. Texts are UTF-8, lines end with a line feed. */
#ifndef SOLVENT_TEXT_H
#define SOLVENT_TEXT_H

#include <solvent/bot.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that hold any text of this header, with the terminating 0. */
#define SV_TEXT_ROOM 65536u

/* A table, and the names at it. Everything that it points to must stay valid while it is used. */
struct sv_text_view {
    const struct sv_edition *edition;   /* the board */
    const struct sv_position *position; /* the table */
    /* The players' names. Without a name (NULL or "") a player is called "seat 2", and with a name
     * that two players have "ann#2". */
    const char *name[SV_MAX_SEATS];
    uint8_t seat; /* the seat that reads, or SV_NONE */
    /* Questions have numbered menus where the legal answers are few, and an answer may be a number
     * of the menu. */
    bool menu;
};

/* Fills a view of a bot's match, with the players' names and without menus. It points into the
 * match. */
void sv_text_view_of(const struct sv_match *m, struct sv_text_view *out);

/* Writes the rules of an edition: how a game goes, the board with all prices and rents, the cards,
 * and the rule switches. About 130 lines. */
size_t sv_text_rules(const struct sv_edition *e, char *out, size_t room);

/* Writes the table: round, turn, dice, each player with cash, place and deeds, the bank, the cards
 * that are known, a running auction, an offer on the table. */
size_t sv_text_table(const struct sv_text_view *v, char *out, size_t room);

/* Writes a question to the seat `q->seat`: what must be decided, its figures, the legal choices,
 * and how an answer looks in JSON. */
size_t sv_text_question(const struct sv_text_view *v, const struct sv_question *q, char *out,
                        size_t room);

/* Writes what an answer to an open question does, on one line without a line feed: "buy",
 * "Boardwalk to a hotel; mortgage Short Line", or "nothing". */
size_t sv_text_answer(const struct sv_text_view *v, const struct sv_answer *a, char *out,
                      size_t room);

/* Writes an event that bots are told (SV_TOLD_EVENTS) as one line without a line feed: "ann rolls
 * 3+4". Other types of event give an empty text. Uses names and edition only, so it may be called
 * in sv_bot.event, where the position is not valid. */
size_t sv_text_event(const struct sv_text_view *v, const struct sv_event *ev, char *out,
                     size_t room);

/* Reads the last JSON object in a reply of any text as the answer to `q`, and judges it. The object
 * has the parts of the answer, which begin as sv_answer_clear() fills them:
 *
 *     {"choice": "buy"}                                 a name or a number
 *     {"space": "Boardwalk"}                            a name, or a number of the board
 *     {"bid": 120, "limit": 200}
 *     {"levels": {"Boardwalk": 5, "37": 4}, "mortgage": [5], "lift": ["Baltic Avenue"]}
 *     {"offers": [{"to": 2, "give_cash": 50, "get_deeds": [39]}]}
 *     {"choose": 2}                                     a line of the menu, and no other part
 *
 * Levels, spaces and offers may also have the form of the replay's JSON lines
 * (docs/REPLAY_FORMAT.md). A text under the key "reason" is allowed everywhere and passed over.
 * Anything else is refused: unknown or repeated keys, other types, numbers with a fraction.
 *
 * Returns SV_OK, and `out` is a legal answer. Otherwise `out` is undefined, and `why` holds one
 * sentence with the fault and the expected form, cut at room - 1 bytes. A reply that cannot be read
 * as an answer gives SV_E_TRUNCATED (no whole JSON object), SV_E_DUPLICATE, SV_E_UNKNOWN,
 * SV_E_TYPE, SV_E_RANGE, SV_E_MISSING or SV_E_LENGTH; an illegal answer gives the status of
 * sv_check(), and missing memory SV_E_SYSTEM. */
enum sv_status sv_text_read(const struct sv_text_view *v, const struct sv_question *q,
                            const char *reply, size_t size, struct sv_answer *out, char *why,
                            size_t room);

#ifdef __cplusplus
}
#endif

#endif
