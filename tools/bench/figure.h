/* The figures of `solvent bench`: one table with the meaning, the reference and the goals of each.
 * The printout and the help are made from it. Printing reports no failure; cmd_bench.c checks
 * stdout. The file stays the caller's. */
#ifndef SVI_TOOLS_BENCH_FIGURE_H
#define SVI_TOOLS_BENCH_FIGURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* X(NAME, part, name, unit, against, low, high, ratio_low, ratio_high, meaning). `against` names
 * the reference that is measured beside the figure ("" for no reference); the ratio is figure :
 * reference. The four limits are the goals for figure and ratio, 0 for no goal. */
#define SVI_BENCH_FIGURES(X)                                                                       \
    X(LOAD_DECISIONS, "load", "decisions", "/s", "raw echo", 1.5e6, 0, 0.5, 0,                     \
      "Answers taken in by the arbiter from bots in processes of their own, by the wall clock: "   \
      "classic rules, games recorded and stored. Against it the raw echo, with no game behind: "   \
      "as many processes, frames and messages of the same mean size, with MessagePack on both "    \
      "sides")                                                                                     \
    X(LOAD_ECHO, "load", "raw echo, full pipes", "/s", "raw echo", 0, 0, 0, 0,                     \
      "The raw echo with twice as many frames under way, so that neither side waits for the "      \
      "other: what ZeroMQ carries at most in frames of this size. A game that waits for answers "  \
      "cannot have more under way than it has asked")                                              \
    X(LOAD_DECISIONS_CPU, "load", "decisions per CPU", "/s", "raw echo", 0, 0, 0.5, 0,             \
      "The same for each second of processor time of the arbiter and the bots together: what "     \
      "other programs on the machine do not change. Times the cores, it is what an idle machine "  \
      "can reach at most")                                                                         \
    X(LOAD_ARBITER, "load", "arbiter CPU per 1000", "ms", "raw ROUTER", 0, 1, 0, 0,                \
      "Processor time of the arbiter for 1000 decisions, with ZeroMQ's threads and the store's; "  \
      "against it that of the raw echo's ROUTER side")                                             \
    X(LOAD_BOTS, "load", "bots' CPU per 1000", "ms", "raw DEALERs", 0, 0, 0, 0,                    \
      "The same of all bots together, and of the raw echo's DEALER side")                          \
    X(LOAD_PACKED, "load", "questions per frame", "", "", 0, 0, 0, 0,                              \
      "Mean number of questions that leave together in one ZeroMQ message")                        \
    X(LOAD_FRAMES, "load", "frames out", "/s", "", 0, 0, 0, 0, "Frames to bots")                   \
    X(LOAD_WAKEUPS, "load", "turns of the loop", "/s", "", 0, 0, 0, 0,                             \
      "How often the arbiter waits for bots; each turn takes in all that has arrived")             \
    X(LOAD_GAMES, "load", "games stored", "/s", "", 0, 0, 0, 0, "Finished games put into a store") \
    X(LOAD_GAMES_CPU, "load", "games per CPU", "/s", "", 0, 0, 0, 0,                               \
      "The same for each second of processor time of the arbiter and the bots together")           \
    X(LOAD_WHEN, "load", "games by conditions", "/s", "asked always", 0, 0, 2, 0,                  \
      "Games stored when the bots are asked by the conditions that they name, as in any league; "  \
      "against it all of the above, where they are asked every time")                              \
    X(LOAD_WHEN_CPU, "load", "games by conditions per CPU", "/s", "asked always", 0, 0, 2, 0,      \
      "The same for each second of processor time")                                                \
    X(LOAD_WHEN_QUESTIONS, "load", "questions a game", "", "asked always", 0, 0, 0, 0.5,           \
      "Decisions in the record of that game")                                                      \
    X(LOAD_WHEN_REPLAY, "load", "replay of a game", "bytes", "asked always", 0, 0, 0, 0,           \
      "Its .svr file")                                                                             \
    X(LOAD_QUESTION, "load", "question", "bytes", "", 0, 0, 0, 0,                                  \
      "Mean size on the wire, beginnings and ends of matches laid to it; the position alone has "  \
      "456 bytes")                                                                                 \
    X(LOAD_ANSWER, "load", "answer", "bytes", "", 0, 0, 0, 0, "Mean size on the wire")             \
    X(LOAD_STORED, "load", "game in the store", "bytes", "replay", 0, 0, 0, 0,                     \
      "Size of the store's file for each game, and of its .svr file; of the games that have "      \
      "ended during the run, so the shorter ones if it is short")                                  \
    X(LOAD_RSS, "load", "arbiter's memory", "MiB", "", 0, 0, 0, 0, "Resident set at the end")      \
    X(SINGLE_DECISION, "single", "decision", "us", "round trip", 0, 0, 0, 0.35,                    \
      "Mean time of a decision with one match of two bots at a time, by the wall clock. Against "  \
      "it one message of the same bytes there and back between a ROUTER and a DEALER process")     \
    X(SINGLE_TURN, "single", "turn of the loop", "us", "round trip", 0, 0, 0, 0,                   \
      "The same for a turn of the arbiter's loop: what is asked of both bots at once, in a "       \
      "window, takes one turn and counts as two decisions")                                        \
    X(GAME_TURNS_DEFAULT, "game", "turns, default", "/CPU-s", "", 1.5e7, 0, 0, 0,                  \
      "Turns played in process, four players, all rules, the documented default of every "         \
      "decision taken inside the game")                                                            \
    X(GAME_TURNS_BUYER, "game", "turns, buyer", "/CPU-s", "", 7e6, 0, 0, 0,                        \
      "The same of bots that are asked to buy, and when they can build")                           \
    X(GAME_TURNS_RANDOM, "game", "turns, random", "/CPU-s", "", 1e6, 0, 0, 0,                      \
      "The same with any legal answer to every question, trades and auctions and all")             \
    X(GAME_GAMES, "game", "games", "/CPU-s", "", 0, 0, 0, 0, "Whole games of the same")            \
    X(GAME_DECISIONS, "game", "decisions", "/CPU-s", "", 0, 0, 0, 0, "Decisions asked for, same")  \
    X(GAME_STATE, "game", "state", "bytes", "", 0, 0, 0, 0, "sizeof(struct sv_state)")             \
    X(GAME_COPY, "game", "copy of the state", "ns", "", 0, 0, 0, 0, "memcpy of it")                \
    X(GAME_STEP, "game", "fork and step", "ns", "", 0, 100, 0, 0,                                  \
      "Copies a state in the middle of a random game, asks its next seat, applies the default: "   \
      "each time another state, out of 2.5 MiB of them")                                           \
    X(GAME_NODE, "game", "fork and step of a node", "ns", "", 0, 100, 0, 0,                        \
      "The same with 16 forks of each state in a row, as a search makes them at a node")           \
    X(GAME_GUESSES, "game", "determinisations", "/CPU-s", "", 0, 0, 0, 0,                          \
      "sv_determinise() of views from the middle of games of random bots, on one core")            \
    X(GAME_ANSWERS, "game", "lawful answers", "/CPU-s", "", 0, 0, 0, 0,                            \
      "What sv_answers_next() gives at these questions, at most 1000 of each, their starts "       \
      "included")                                                                                  \
    X(GAME_PLAYOUTS, "game", "play-outs", "/CPU-s", "", 0, 0, 0, 0,                                \
      "sv_playout() of ten rounds from there, all four seats by the policy that is named")

enum svi_bench_figure {
#define X(NAME, part, name, unit, against, low, high, ratio_low, ratio_high, text) SVI_BENCH_##NAME,
    SVI_BENCH_FIGURES(X)
#undef X
        SVI_BENCH_FIGURE_COUNT
};

struct svi_bench_out {
    FILE *file;
    bool json; /* one object a line instead of a table */
};

/* Prints the titles; prints nothing in JSON. */
void svi_bench_begin(struct svi_bench_out *out);

/* Prints a figure. `of` tells figures of one name apart ("" for a single figure). `against` is the
 * reference's value, ignored if the table names no reference. */
void svi_bench_put(struct svi_bench_out *out, enum svi_bench_figure figure, const char *of,
                   double value, double against);

/* Returns a text about the meaning of every figure, for --help. The caller frees it with free().
 * Returns NULL if memory runs out. */
char *svi_bench_explain(void);

/* Processor time in seconds, user and system. */
struct svi_bench_cpu {
    double self_s;     /* of this process, all threads */
    double children_s; /* of children that have been waited for */
};

struct svi_bench_cpu svi_bench_cpu(void);

/* Returns the processor time of this process alone, with a finer resolution. */
double svi_bench_self_s(void);

/* Returns seconds on a clock that never jumps. */
double svi_bench_wall_s(void);

/* Returns the bytes of this process that are in memory now; 0 if the system does not tell. */
uint64_t svi_bench_rss(void);

#endif
