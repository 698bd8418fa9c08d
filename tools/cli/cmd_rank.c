/* solvent rank STORE [--format table|csv|json] */
#include "tools/cli/commands.h"
#include "tools/cli/rank_print.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum { KEY_WIDE = SVI_KEY_OWN };

enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

struct arguments {
    const char *store;
    unsigned format;
    bool wide;
};

static const struct svi_option options[] = {
    {"format", 'f', "FORMAT", "table csv json", SVI_TAKES_TEXT, "table (default), csv or json"},
    {"wide", KEY_WIDE, NULL, NULL, SVI_TAKES_TEXT,
     "All columns of the table, and names in full, however wide"},
    {0},
};

static enum svi_exit print(const struct svi_ranking *ranking, unsigned format, bool wide)
{
    struct svi_buf out = {0};
    if (format == FORMAT_CSV) {
        svi_rank_print_csv(ranking, &out);
    } else if (format == FORMAT_JSON) {
        svi_rank_print_json(ranking, &out);
    } else {
        svi_rank_print_table(ranking, svi_say_in_colour(STDOUT_FILENO), wide, &out);
    }
    const enum svi_exit status = svi_say_result(SVI_EXIT_DONE, &out);
    if (status == SVI_EXIT_DONE && format == FORMAT_CSV &&
        ranking->matches < ranking->league->matches) {
        svi_note("%" PRIu64 " of %" PRIu64 " games are in so far", ranking->matches,
                 ranking->league->matches);
    }
    return status;
}

static void read_words(struct svi_words *w, struct arguments *a)
{
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        if (key == SVI_OPERAND) {
            svi_words_only(w, &a->store, "store");
        } else if (key == KEY_WIDE) {
            a->wide = true;
        } else {
            a->format = w->choice;
        }
    }
    svi_words_need(w, a->store, "store");
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {0};
    struct svi_store *store;
    struct svi_ranking ranking;
    char error[SVI_STORE_ERROR];
    read_words(w, &a);
    enum sv_status status = svi_store_create_reader(&store, a.store, error, sizeof error);
    if (status != SV_OK) {
        return svi_complain(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_USAGE, "%s",
                            error);
    }
    enum svi_exit result;
    if (svi_ranking_init(&ranking, store, error, sizeof error) == SV_OK) {
        result = print(&ranking, a.format, a.wide);
        svi_ranking_finish(&ranking);
    } else {
        result = svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error);
    }
    svi_store_destroy(store);
    return result;
}

const struct svi_command svi_cmd_rank = {
    .name = "rank",
    .brief = "the ranking of a league by mean points",
    .operands = "STORE",
    .takes = SVI_TAKES_STORE,
    .options = options,
    .text = "A game gives its winner 1 point, its last 0, and those between evenly spaced points; "
            "equal places "
            "share. Bots with equal points stand in the order of their names.\n"
            "\n"
            "  points, place, worth\n"
            "            means; csv and json give the sum of the points, too\n"
            "  #games    that are in\n"
            "  #wins     games in which the bot was first, alone or not\n"
            "  #faults   decisions for which the default was taken; --wide has them\n"
            "            by reason: #late, #malformed, #illegal, #dead,\n"
            "            #overtime\n"
            "  #solvent, #max_rounds, #forfeit\n"
            "            games by how they ended (--wide): one player left, the\n"
            "            limit of rounds, all others had given up\n"
            "  forfeited games that the bot did not play to their end (csv, json)\n"
            "  points by seat\n"
            "            means; in csv points_seat_0 to points_seat_7\n"
            "  digest    equal for two stores when their games are, to the last\n"
            "            byte of the replays (table, json)\n"
            "\n"
            "Titles and order of the csv columns stay as they are; new ones come at the end. A "
            "league may be "
            "ranked while it runs.",
    .examples = "solvent rank quickstart.db\n"
                "solvent rank quickstart.db --wide | less -S\n"
                "solvent rank quickstart.db --format csv > ranking.csv",
    .exits = {"done", NULL, "usage, or no store", "the store cannot be read"},
    .run = run,
};
