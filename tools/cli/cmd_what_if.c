/* solvent what-if GAME --at D */
#include "thread/thread.h"
#include "thread/workers.h"
#include "tools/cli/commands.h"
#include "tools/cli/what_if.h"
#include "tools/console/words.h"
#include "tools/futures/futures.h"

struct arguments {
    struct svi_what_if what_if;
};

static const struct svi_option options[] = {
    {"at", 0, "D", "Number of the decision", SVI_SET_NUMBER(what_if.at, 1, UINT32_MAX)},
    {"futures", 0, "N", "Futures that measure the best answer, 20 to 10000 (200)",
     SVI_SET_NUMBER(what_if.futures, SVI_LEAST_PLAYED_FUTURES, SVI_MOST_PLAYED_FUTURES)},
    {"league", 0, "FILE", "League file with the game's bots (beside the store)",
     SVI_SET_TEXT(what_if.league), .takes = SVI_TAKES_LEAGUE},
    {"stand-in", 0, "BOT", "Bot for remote bots and bots with secrets",
     SVI_SET_TEXT(what_if.stand_in), .takes = SVI_TAKES_BOT},
    {"jobs", 'j', "N", "Number of threads, 1 to 256 (one for each core)",
     SVI_SET_NUMBER(what_if.jobs, 1, SVI_MOST_WORKERS)},
    SVI_OPTION_JSON(what_if.json),
    {0},
};

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {
        {.jobs = svi_thread_cores(SVI_MOST_WORKERS), .futures = SVI_PLAYED_FUTURES}};
    svi_words_read(w, &a);
    if (a.what_if.at == 0) {
        svi_words_fail(w, "found no --at, expected the number of a decision");
    }
    return svi_what_if(&a.what_if);
}

const struct svi_command svi_cmd_what_if = {
    .name = "what-if",
    .brief = "measure what an answer cost, with the bots that played",
    .operands = "STORE.db#N\nFILE.svr",
    .operand = {{"game", SVI_SET_TEXT(what_if.game)}},
    .takes = SVI_TAKES_GAME,
    .options = options,
    .text = "Plays on from a decision: the answer given and others begin the same futures, which "
            "the game's bots play to the end. Dice and unseen cards are new in each future. The "
            "best answer is chosen in some futures and measured in fresh ones. What bots have "
            "answered before stays, such as limits of bids.",
    .topic = "analysis",
    .examples = "solvent what-if quickstart.db#1 --at 65 --league leagues/quickstart.yaml",
    .exits = {"done", "the game's file is damaged", "usage or bad input, or an unknown game or bot",
              "a bot cannot start, no memory, or it was interrupted"},
    .run = run,
};
