#include "tools/replay/difference.h"

#include "base/out.h"
#include "record/words.h"
#include "wire/answer_codec.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* An answer in words, without the first "; ". */
static void say_parts(struct svi_buf *out, const struct svi_game *game,
                      const struct sv_answer *answer)
{
    struct svi_buf text = {0};
    svi_say_answer(&text, game, answer);
    if (text.size > 2) {
        svi_buf_append(out, text.data + 2, text.size - 2);
    } else {
        svi_out_text(out, "nothing");
    }
    svi_buf_finish(&text);
}

/* Bytes that are no answer. */
static void say_bytes(struct svi_buf *out, const struct svi_rejected *rejected)
{
    svi_out_text(out, "bytes ");
    svi_out_hex(out, rejected->bytes, rejected->size);
    svi_out_text(out, rejected->size < rejected->whole ? "..." : "");
}

/* What was answered, and what became of it. */
struct said {
    enum sv_verdict verdict;
    const struct sv_answer *played;
    const struct svi_rejected *own; /* what was not taken; NULL: not known */
    const char *why;                /* it was not; NULL: not known */
};

static void say_said(struct svi_buf *out, const struct svi_game *game, const char *label,
                     const struct sv_question *q, const struct said *said)
{
    struct sv_answer own;
    svi_out_text(out, label);
    if (said->verdict == SV_VERDICT_OK) {
        say_parts(out, game, said->played);
        svi_out_text(out, "\n");
        return;
    }
    if (said->own != NULL &&
        (said->own->size != 0 || (said->own->whole == 0 && said->verdict == SV_VERDICT_LATE))) {
        if (svi_rejected_answer(said->own, game->edition, &game->state.position, q, &own)) {
            say_parts(out, game, &own);
        } else {
            say_bytes(out, said->own);
        }
        svi_out_text(out, ": ");
    }
    svi_out_text(out, sv_verdict_name(said->verdict));
    if (said->why != NULL) {
        svi_out_text(out, " (");
        svi_out_text(out, said->why);
        svi_out_text(out, ")");
    }
    svi_out_text(out, ", so the default: ");
    say_parts(out, game, said->played);
    svi_out_text(out, "\n");
}

/* The line that says where a question stands: about the answer that is to be given next. */
static void say_place(struct svi_buf *out, const struct svi_game *game, uint32_t events,
                      const struct svi_live_seat *live, const struct svi_recorded_step *step)
{
    char text[120];
    const struct sv_position *p = &game->state.position;
    (void)snprintf(text, sizeof text,
                   "decision %" PRIu32 ", event %" PRIu32 ", round %u, turn %" PRIu32 ", seat %u: ",
                   game->decisions + 1, events + step->asides, p->round, p->turn, live->number);
    svi_out_text(out, text);
    svi_say_player(out, game, live->number);
    svi_out_text(out, ": ");
    svi_say_question(out, game, &live->seat->asked);
    svi_out_text(out, "\n");
}

/* What the live bot has answered itself, where that was not taken. */
static bool live_own(const struct svi_bot_session_seat *seat, struct svi_rejected *rejected)
{
    *rejected = (struct svi_rejected){0};
    return svi_rejected_queue_last(&seat->rejected_answers, rejected);
}

bool svi_answer_agrees(const struct svi_game *game, const struct svi_live_seat *live,
                       const struct svi_recorded_step *step)
{
    const struct svi_bot_session_seat *seat = live->seat;
    const struct sv_edition *e = game->edition;
    const struct sv_position *p = &game->state.position;
    const bool taken = seat->verdict == SV_VERDICT_OK;
    const struct svi_rejected then = svi_recorded_step_own(step);
    struct svi_rejected now;
    struct sv_answer answer[2];
    if (step->forfeit) {
        return false;
    }
    if (step->verdict == SV_VERDICT_OK && taken) {
        return svi_answer_same(&seat->answer, &step->answer);
    }
    const bool known = taken || live_own(seat, &now);
    if (step->verdict == SV_VERDICT_OK || step->own == NULL || !known) {
        return !taken && seat->verdict == step->verdict && step->own == NULL;
    }
    if (!taken && then.size == now.size && then.whole == now.whole &&
        memcmp(then.bytes, now.bytes, now.size) == 0) {
        return true;
    }
    if (!svi_rejected_answer(&then, e, p, &seat->asked, &answer[0]) ||
        !(taken || svi_rejected_answer(&now, e, p, &seat->asked, &answer[1]))) {
        return false;
    }
    return svi_answer_same(&answer[0], taken ? &seat->answer : &answer[1]);
}

/* Why a live answer is not taken; NULL: it is. */
static const char *why_not(const struct svi_bot_session_seat *seat, char text[SV_MAX_BREACH])
{
    return seat->verdict == SV_VERDICT_ILLEGAL
               ? sv_breach_text(seat->game->edition, &seat->breach, text, SV_MAX_BREACH)
           : seat->fault != SV_OK ? sv_status_text((enum sv_status)seat->fault)
                                  : NULL;
}
void svi_say_difference(struct svi_buf *out, const struct svi_game *game, uint32_t events,
                        const struct svi_live_seat *live, const struct svi_recorded_step *step)
{
    const struct svi_bot_session_seat *seat = live->seat;
    const struct svi_rejected then = svi_recorded_step_own(step);
    struct svi_rejected now;
    char text[SV_MAX_BREACH];
    say_place(out, game, events, live, step);
    say_said(
        out, game, "    recorded: ", &seat->asked,
        &(struct said){.verdict = step->forfeit ? SV_VERDICT_DEAD : (enum sv_verdict)step->verdict,
                       .played = &step->answer,
                       .own = step->own != NULL ? &then : NULL,
                       .why = step->own != NULL ? step->own->why : NULL});
    say_said(out, game, "    live:     ", &seat->asked,
             &(struct said){.verdict = (enum sv_verdict)seat->verdict,
                            .played = &seat->answer,
                            .own = live_own(seat, &now) ? &now : NULL,
                            .why = why_not(seat, text)});
}
