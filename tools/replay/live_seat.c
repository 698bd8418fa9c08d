#include "tools/replay/live_seat.h"

#include "wire/wire.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define MATCH 1024u /* the number of a connection's first match, as the arbiter counts */

static bool tell_start(struct svi_live_seat *live, const struct svi_game *game)
{
    struct svi_buf bytes = {0};
    struct svi_edition_message edition;
    struct svi_start start = {
        .match = MATCH, .seat = (uint8_t)live->seat, .seats = game->setup.seats};
    svi_edition_encode(game->edition, &bytes);
    svi_edition_hash(game->edition, edition.hash);
    edition.bytes = bytes.data;
    edition.size = bytes.size;
    memcpy(start.name, game->name, sizeof start.name);
    memcpy(start.edition, edition.hash, sizeof start.edition);
    sv_luck_commitment(game->setup.seed, start.commitment);
    sv_luck_bot_key(game->setup.seed, live->seat, start.key);
    svi_put_edition(&live->puppet.out, &edition);
    svi_put_start(&live->puppet.out, &start);
    live->match = MATCH;
    live->puppet.out.failed |= bytes.failed;
    svi_buf_finish(&bytes);
    return svi_puppet_send(&live->puppet);
}

bool svi_live_seat_init(struct svi_live_seat *live, unsigned seat, const struct svi_game *game,
                        const struct svi_puppet_setup *setup)
{
    memset(live, 0, sizeof *live);
    live->seat = seat;
    return svi_puppet_init(&live->puppet, setup) == SV_OK &&
           svi_puppet_greet(&live->puppet, SVI_PUPPET_FOREVER, INT_MAX) && tell_start(live, game);
}

void svi_live_seat_finish(struct svi_live_seat *live)
{
    svi_remark_queue_finish(&live->remarks);
    svi_puppet_finish(&live->puppet);
}

static void take_default(struct svi_live_seat *live, const struct svi_game *game,
                         enum sv_verdict verdict, enum sv_status fault)
{
    live->verdict = verdict;
    live->fault = fault;
    sv_answer_default(game->edition, &game->state.position, &live->question, &live->answer);
}

static void take_answer(struct svi_live_seat *live, const struct svi_game *game,
                        struct svi_cursor *frame, const struct svi_reply *reply)
{
    const struct sv_position *p = &game->state.position;
    enum sv_status status =
        svi_get_reply_answer(frame, reply, game->edition, p, &live->question, &live->answer);
    if (status != SV_OK) {
        take_default(live, game, SV_VERDICT_MALFORMED, status);
        return;
    }
    status = sv_check(game->edition, p, &live->question, &live->answer);
    if (status != SV_OK) {
        take_default(live, game, SV_VERDICT_ILLEGAL, status);
        return;
    }
    live->verdict = SV_VERDICT_OK;
    live->fault = SV_OK;
}

/* A log or a note about this match or its question; what is about others is passed over. */
static enum sv_status take_remark(struct svi_live_seat *live, struct svi_cursor *frame,
                                  const struct svi_head *head)
{
    struct svi_remark remark;
    uint64_t match;
    uint32_t question;
    const enum sv_status status = svi_get_say(frame, head, &match, &question, &remark);
    if (status == SV_OK && match == live->match && (question == 0 || question == live->questions)) {
        (void)svi_remark_queue_add(&live->remarks, &remark.said);
    }
    return status;
}

/* Reads a frame: true when it has settled the question. */
static bool read_frame(struct svi_live_seat *live, const struct svi_game *game)
{
    const struct svi_letter *letter = &live->puppet.letter;
    struct svi_cursor frame = svi_cursor_over(letter->bytes, letter->size);
    bool more = letter->size > 0;
    if (!more) {
        take_default(live, game, SV_VERDICT_MALFORMED, SV_E_TRUNCATED);
        return true;
    }
    while (more && svi_cursor_left(&frame) > 0) {
        const uint8_t *start = frame.at;
        struct svi_head head;
        struct svi_reply reply;
        enum sv_status status = svi_get_head(&frame, &head);
        if (status == SV_OK && head.type == SVI_MESSAGE_REPLY) {
            status = svi_get_reply(&frame, &head, &reply);
            if (status == SV_OK && reply.match == live->match &&
                reply.question == live->questions) {
                take_answer(live, game, &frame, &reply);
                return true;
            }
        } else if (status == SV_OK &&
                   (head.type == SVI_MESSAGE_LOG || head.type == SVI_MESSAGE_NOTE)) {
            status = take_remark(live, &frame, &head);
        } else if (status == SV_OK && head.type <= SVI_MESSAGE_GOODBYE) {
            status = SV_E_UNKNOWN;
        }
        if (status != SV_OK) {
            take_default(live, game, SV_VERDICT_MALFORMED, status);
            return true;
        }
        more = svi_resync(&frame, start);
    }
    return false;
}

bool svi_live_seat_ask(struct svi_live_seat *live, const struct svi_game *game)
{
    struct svi_puppet *p = &live->puppet;
    uint8_t block[SVI_MAX_BLOCK];
    (void)svi_game_question(game, live->seat, &live->question); /* the seat is pending */
    live->asked = true;
    if (!sv_has(p->hello.answers, live->question.kind)) {
        take_default(live, game, SV_VERDICT_DEFAULT, SV_OK);
        return true;
    }
    sv_position_pack(&game->state.position, block);
    if (p->hello.model) {
        svi_course_pack(&game->state.course, block + SV_POSITION_BYTES);
    }
    svi_put_ask(&p->out, live->match, ++live->questions, &live->question, live->seen, block,
                p->hello.model ? SVI_MAX_BLOCK : SV_POSITION_BYTES);
    if (!svi_puppet_send(p)) {
        return false;
    }
    while (svi_puppet_receive(p, SVI_PUPPET_FOREVER) == SVI_PUPPET_FRAME) {
        if (read_frame(live, game)) {
            return true;
        }
    }
    return false;
}

enum sv_status svi_live_seat_give(struct svi_live_seat *live, struct svi_game *game)
{
    live->asked = false;
    enum sv_status status = svi_remark_queue_give(&live->remarks, game);
    if (status == SV_OK) {
        status = svi_game_answer(game, live->seat, live->verdict, &live->answer);
    }
    if (status != SV_OK && status != SV_E_SYSTEM) {
        status = svi_game_answer(game, live->seat, SV_VERDICT_ILLEGAL, NULL);
    }
    return status;
}

void svi_live_seat_pass(struct svi_live_seat *live)
{
    live->asked = false;
    svi_remark_queue_forget(&live->remarks);
}

void svi_live_seat_dismiss(struct svi_live_seat *live, const struct svi_game *game)
{
    struct svi_puppet *p = &live->puppet;
    struct svi_end end = {.match = live->match, .seats = game->setup.seats};
    if (svi_game_over(game)) {
        svi_game_result(game, &end.result);
        svi_put_end(&p->out, &end);
    }
    svi_put_goodbye(&p->out);
    if (svi_puppet_send(p)) {
        while (p->own && svi_puppet_receive(p, SVI_PUPPET_FOREVER) == SVI_PUPPET_FRAME) {
        }
        while (p->own && !svi_process_wait(&p->process, 1000)) {
        }
    }
}
