/* libFuzzer over everything that decodes what comes through a socket, in both directions: the first
 * byte of the input picks what the rest is taken for. */
#include "bot/session.h"
#include "edition/edition_file.h"
#include "wire/wire.h"

#include <solvent/bot.h>
#include <solvent/game.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct sv_edition classic;

static void load_classic(void)
{
    struct svi_error error;
    if (classic.n_spaces == 0 && svi_edition_load("classic", &classic, &error) != SV_OK) {
        abort();
    }
}

/* As the arbiter reads a bot's frames: whatever comes out must be fit to be judged, and then to be
 * written and read again. */
static void from_a_bot(const uint8_t *data, size_t size)
{
    struct svi_cursor frame = svi_cursor_over(data, size);
    struct sv_state state;
    struct sv_setup setup = {.seats = 4, .answers = {SV_ANSWERS_ALL}};
    sv_game_start(&classic, &state, &setup, NULL);
    while (svi_cursor_left(&frame) != 0) {
        const uint8_t *start = frame.at;
        struct svi_head head;
        enum sv_status status = svi_get_head(&frame, &head);

        if (status == SV_OK && head.type == SVI_MESSAGE_REPLY) {
            struct svi_reply reply;
            struct sv_answer a, again;
            struct sv_question q = {.space = 1, .other = 1, .choices = 7, .amount = 5, .limit = 90};

            status = svi_get_reply(&frame, &head, &reply);
            q.kind = (uint8_t)(reply.question % SV_DECISION_COUNT);
            q.spaces = classic.streets;
            q.offers = 4;
            if (status == SV_OK) {
                status = svi_get_reply_answer(&frame, &reply, &classic, &state.position, &q, &a);
            }
            if (status == SV_OK) {
                struct svi_buf buf = {0};

                (void)sv_check(&classic, &state.position, &q, &a);
                svi_put_answer(&buf, &state.position, &a);
                struct svi_cursor c = svi_cursor_over(buf.data, buf.size);
                if (svi_get_answer(&c, &state.position, &q, &again) != SV_OK ||
                    svi_cursor_end(&c) != SV_OK || !svi_answer_same(&a, &again)) {
                    abort();
                }
                svi_buf_finish(&buf);
            }
        } else if (status == SV_OK && head.type == SVI_MESSAGE_HELLO) {
            struct svi_hello hello;

            status = svi_get_hello(&frame, &head, &hello);
        } else if (status == SV_OK &&
                   (head.type == SVI_MESSAGE_LOG || head.type == SVI_MESSAGE_NOTE ||
                    head.type == SVI_MESSAGE_SAY)) {
            struct svi_log_entry log_entry;
            uint64_t match;
            uint32_t question;

            status = svi_get_say(&frame, &head, &match, &question, &log_entry);
        } else {
            status = SV_E_UNKNOWN;
        }
        if (status != SV_OK && !svi_resync(&frame, start) && svi_cursor_left(&frame) != 0) {
            abort();
        }
    }
}

static void keep_default(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    (void)a;
}

/* Uses what it may take for granted. */
static void look_at(struct sv_match *m, const struct sv_event *ev)
{
    volatile uint32_t seen = m->missed;
    if (ev->type == SV_EVENT_CARD) {
        seen += (uint32_t)m->edition->deck[ev->deck].card[ev->card].kind;
    } else if (ev->type == SV_EVENT_MOVE) {
        seen += m->edition->space[ev->from].kind + m->edition->space[ev->to].kind;
    } else if (ev->type == SV_EVENT_OFFER) {
        seen += (uint32_t)m->name[ev->offer->to][0];
    } else if (ev->space != SV_NONE) {
        seen += m->edition->space[ev->space].kind;
    }
    seen += (uint32_t)m->name[ev->seat][0];
    (void)seen;
}

/* Welcome, the edition and the start of match 1, as one frame. */
static const struct svi_buf *opening(void)
{
    static struct svi_buf frame;
    struct svi_start start = {.match = 1, .seats = 4, .name = {"a", "b", "c", "d"}};
    struct svi_buf bytes = {0};
    struct svi_edition_message edition;
    if (frame.size != 0) {
        return &frame;
    }
    svi_edition_encode(&classic, &bytes);
    edition.bytes = bytes.data;
    edition.size = bytes.size;
    svi_edition_hash(&classic, edition.hash);
    memcpy(start.edition, edition.hash, sizeof edition.hash);
    svi_put_welcome(&frame, &(struct svi_welcome){SVI_PROTOCOL, "fuzz", 1000, 60000, 10, true});
    svi_put_edition(&frame, &edition);
    svi_put_start(&frame, &start);
    svi_buf_finish(&bytes);
    return &frame;
}

/* As a bot reads the arbiter's frames, with a match under way. */
static void from_the_arbiter(const uint8_t *data, size_t size)
{
    static const struct sv_bot bot = {
#define X(NAME, name, ...) .name = keep_default,
        SV_DECISIONS(X)
#undef X
            .name = "fuzz",
        .matches = 3,
        .model = true,
        .event = look_at,
    };
    struct svi_session session;

    if (svi_session_init(&session, &bot, "fuzz") != SV_OK ||
        svi_session_frame(&session, opening()->data, opening()->size) != SVI_SESSION_GOES_ON) {
        abort();
    }
    (void)svi_session_frame(&session, data, size);
    svi_session_finish(&session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    load_classic();
    if (size == 0) {
        return 0;
    }
    if (data[0] % 3 == 0) {
        from_a_bot(data + 1, size - 1);
    } else if (data[0] % 3 == 1) {
        from_the_arbiter(data + 1, size - 1);
    } else {
        uint8_t block[SVI_MAX_BLOCK] = {0};
        (void)svi_patch_apply(block, sizeof block, data + 1, size - 1);
    }
    return 0;
}
