/* Reasons of the reference bots, for the record of a game (sv_bot.explain). Each is one short line
 * beside the answer; cash is in money of the board, points as <solvent/value.h> has them. Nothing
 * here changes an answer or takes a random number. */
#ifndef SVI_POLICY_EXPLAIN_H
#define SVI_POLICY_EXPLAIN_H

#include <solvent/policy.h>

/* An answer, and the value of the table that it leaves, in millionths of a point; for an offer, if
 * it is taken. */
struct svi_option {
    struct sv_answer answer;
    int32_t value;
};

#define SVI_ANSWER_WORDS 96u /* bytes for the words of an answer, with the terminating 0 */

/* An answer in few words: "buy", "bid up to 120", "build 3". */
const char *svi_answer_words(const struct sv_match *m, const struct sv_answer *a,
                             char out[SVI_ANSWER_WORDS]);

/* Gets a bot's answer to a question whose candidates another bot compares; its remarks are
 * dropped. */
void svi_decide_silently(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                         struct sv_answer *a);

/* Beside any answer: its words, and why. */
void svi_explain(struct sv_match *m, const struct sv_answer *a, const char *why);

/* Beside a plan: what it does, and the cash that is left beside what should be kept. */
void svi_explain_plan(struct sv_match *m, const struct sv_look *k, const struct sv_answer *a);

/* Beside an answer to an offer by what it gains in cash. */
void svi_explain_offer(struct sv_match *m, const struct sv_look *k, const struct sv_question *q,
                       const struct sv_answer *a);

/* Beside an answer with an offer of the bot's own: what the bot gains by it in cash. */
void svi_explain_deal(struct sv_match *m, const struct sv_answer *a, int64_t gain);

/* Beside the answer of a `buy`, by what the deed is worth up to `most`. */
void svi_explain_buy(struct sv_match *m, const struct sv_question *q, const struct sv_answer *a,
                     int32_t worth, int32_t most);

/* Beside a bid, for either kind of auction: the most that the bot would pay. */
void svi_explain_bid(struct sv_match *m, const struct sv_question *q, const struct sv_answer *a,
                     int32_t limit);

/* Beside an answer that was chosen from options: their values in points, the best first. An
 * option with a value below 0 is left out. `how` says in a few words where the values are from. */
void svi_explain_options(struct sv_match *m, const struct svi_option option[], unsigned n,
                         unsigned given, const char *how);

#endif
