/* Reasons of the reference bots, which call it, for the record of a game. Each svi_explain_...()
 * adds one short line beside the answer, or nothing unless the bot is asked for reasons
 * (sv_explaining()). Cash is in money of the board, points as <solvent/value.h> has them. Nothing
 * here changes an answer, takes a random number, keeps a pointer or fails. */
#ifndef SVI_POLICY_EXPLAIN_H
#define SVI_POLICY_EXPLAIN_H

#include <solvent/policy.h>

/* An answer, and the value of the table after it, in millionths of a point; an offer counts as
 * accepted. */
struct svi_option {
    struct sv_answer answer;
    int32_t value;
};

#define SVI_ANSWER_WORDS 96u /* bytes for the words of an answer, with the terminating 0 */

/* Writes an answer in few words: "buy", "bid up to 120", "build 3". Longer texts are cut off.
 * Returns `out`. */
const char *svi_answer_words(const struct sv_match *m, const struct sv_answer *a,
                             char out[SVI_ANSWER_WORDS]);

/* Gets a bot's answer to a question whose candidates another bot compares; its remarks are
 * dropped. */
void svi_decide_silently(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                         struct sv_answer *a);

/* Explains any answer: its words, and why. */
void svi_explain(struct sv_match *m, const struct sv_answer *a, const char *why);

/* Explains a plan: what it does, the cash that is left, and the cash that should be kept. */
void svi_explain_plan(struct sv_match *m, const struct sv_look *k, const struct sv_answer *a);

/* Explains an answer to an offer by the offer's gain in cash. */
void svi_explain_offer(struct sv_match *m, const struct sv_look *k, const struct sv_question *q,
                       const struct sv_answer *a);

/* Explains an answer with an offer of the bot's own: what the bot gains by it in cash. */
void svi_explain_deal(struct sv_match *m, const struct sv_answer *a, int64_t gain);

/* Explains an answer to `buy` by the deed's worth, which was computed up to `most`. */
void svi_explain_buy(struct sv_match *m, const struct sv_question *q, const struct sv_answer *a,
                     int32_t worth, int32_t most);

/* Explains a bid in either kind of auction by `limit`, the most that the bot would pay. */
void svi_explain_bid(struct sv_match *m, const struct sv_question *q, const struct sv_answer *a,
                     int32_t limit);

/* Explains option `given`, the answer that was chosen from up to 64 options, by the values of the
 * best ones. Options with a value below 0 are left out. `how` says in a few words where the values
 * are from. */
void svi_explain_options(struct sv_match *m, const struct svi_option option[], unsigned n,
                         unsigned given, const char *how);

#endif
