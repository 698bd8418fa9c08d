/* The game in words (<solvent/text.h>) for bots in JavaScript: functions that text.mjs of `solvent
 * new-bot --lang node` calls. An instance serves one call after the other. Texts that are returned
 * end with 0 and are valid until the next call. */
#include "wire/edition_codec.h"
#include "wire/wire.h"

#include <solvent/text.h>

#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

static struct sv_edition edition;
static struct sv_position table;
static struct sv_question asked;
static struct sv_text_view view;
static char names[SV_MAX_SEATS][SV_MAX_NAME];
static char out[SV_TEXT_ROOM];
static struct svi_buf reply_frame;

/* Sets the edition, given by its encoding (docs/PROTOCOL.md). Returns whether it is one. */
EXPORT(words_edition) bool svi_words_edition(const uint8_t *bytes, size_t size)
{
    return svi_edition_decode(bytes, size, &edition, NULL) == SV_OK;
}

/* Sets the table as a seat sees it: the bytes of the position, and the players' names, each with
 * SV_MAX_NAME bytes, or NULL. */
EXPORT(words_table)
void svi_words_table(const uint8_t *position, const char *name, unsigned seat, bool menu)
{
    memcpy(&table, position, sizeof table);
    view = (struct sv_text_view){
        .edition = &edition, .position = &table, .seat = (uint8_t)seat, .menu = menu};
    for (unsigned s = 0; s < SV_MAX_SEATS && name != NULL; s++) {
        memcpy(names[s], name + s * sizeof names[s], sizeof names[s] - 1);
        view.name[s] = names[s];
    }
}

/* Sets the question, given by its message. Returns whether it is one. */
EXPORT(words_question) bool svi_words_question(const uint8_t *bytes, size_t size)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    struct svi_head head;
    struct svi_ask ask;
    if (svi_get_head(&frame, &head) != SV_OK || head.type != SVI_MESSAGE_ASK ||
        svi_get_ask(&frame, &head, &ask) != SV_OK) {
        return false;
    }
    asked = ask.asked;
    asked.seat = view.seat;
    return true;
}

EXPORT(words_say_rules) const char *svi_words_say_rules(void)
{
    (void)sv_text_rules(&edition, out, sizeof out);
    return out;
}

EXPORT(words_say_table) const char *svi_words_say_table(void)
{
    (void)sv_text_table(&view, out, sizeof out);
    return out;
}

EXPORT(words_say_question) const char *svi_words_say_question(void)
{
    (void)sv_text_question(&view, &asked, out, sizeof out);
    return out;
}

/* Reads an answer from a reply. Returns NULL, and svi_words_reply() has the message; or a sentence
 * that says why the reply has no answer. */
EXPORT(words_read) const char *svi_words_read(const char *reply, size_t size)
{
    struct sv_answer answer;
    if (sv_text_read(&view, &asked, reply, size, &answer, out, sizeof out) != SV_OK) {
        return out;
    }
    svi_buf_clear(&reply_frame);
    svi_put_reply(&reply_frame, 0, 0, &table, &answer, false);
    return NULL;
}

/* Returns the reply, as a message. */
EXPORT(words_reply) const uint8_t *svi_words_reply(void)
{
    return reply_frame.data;
}

EXPORT(words_reply_size) size_t svi_words_reply_size(void)
{
    return reply_frame.size;
}
