/* solvent rank STORE [--format table|csv|json] */
#include "tools/cli/commands.h"
#include "tools/cli/rank_print.h"
#include "tools/console/arguments.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON, FORMAT_COUNT };

static const char *const format_names[FORMAT_COUNT] = {"table", "csv", "json"};

struct arguments {
    const char *store;
    unsigned format;
};

static const char doc[] =
    "Ranks the bots of a league by the mean points of their finished games.\v"
    "A game gives its winner 1 point, its last 0, and those between evenly spaced points; equal "
    "places share. Bots with equal points stand in the order of their names.\n"
    "\n"
    "  points         mean; csv and json give the sum, too\n"
    "  wins           games in which the bot was first, alone or not\n"
    "  place, worth   means\n"
    "  solvent        games that ended with one player left (last_solvent)\n"
    "  rounds         games that ended by the limit of rounds (max_rounds)\n"
    "  forfeit        games that ended because bots had given up\n"
    "  late, malformed, illegal, dead\n"
    "                 decisions for which the default was taken, by reason\n"
    "  forfeited      games that the bot did not play to their end (csv, json)\n"
    "  points by seat means; in csv points_seat_0 to points_seat_7\n"
    "  digest         equal for two stores when their games are, to the last byte of\n"
    "                 the replays (table, json)\n"
    "\n"
    "Titles and order of the csv columns stay as they are; new ones come at the end. A league may "
    "be ranked while it runs. Examples:\n"
    "\n"
    "  solvent rank quickstart.db\n"
    "  solvent rank quickstart.db --format csv > ranking.csv\n"
    "\n"
    "Exit status: 0 done, 2 usage or no store, 3 a store that cannot be read.";

static const struct argp_option options[] = {
    {"format", 'f', "FORMAT", 0, "table (default), csv or json", 0},
    {0},
};

static error_t parse_option(int key, char *word, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 'f':
        for (a->format = 0; a->format < FORMAT_COUNT; a->format++) {
            if (strcmp(word, format_names[a->format]) == 0) {
                return 0;
            }
        }
        argp_failure(state, SVI_EXIT_USAGE, 0,
                     "--format: found \"%s\", expected table, csv or json", word);
        return 0;
    case ARGP_KEY_ARG:
        if (a->store != NULL) {
            argp_failure(state, SVI_EXIT_USAGE, 0, "found \"%s\" after the store, expected no more",
                         word);
        }
        a->store = word;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, SVI_EXIT_USAGE, 0, "found no store, expected one; see --help");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {options, parse_option, "STORE", doc, NULL, NULL, NULL};

static int complain(int status, const char *problem)
{
    fprintf(stderr, "solvent rank: %s\n", problem);
    return status;
}

static bool wants_bold(void)
{
    const char *plain = getenv("NO_COLOR"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    const char *terminal = getenv("TERM");  // NOLINT(concurrency-mt-unsafe)
    return isatty(STDOUT_FILENO) == 1 && (plain == NULL || plain[0] == 0) && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

static int print(const struct svi_ranking *ranking, unsigned format)
{
    struct svi_buf out = {0};
    if (format == FORMAT_CSV) {
        svi_rank_print_csv(ranking, &out);
    } else if (format == FORMAT_JSON) {
        svi_rank_print_json(ranking, &out);
    } else {
        svi_rank_print_table(ranking, wants_bold(), &out);
    }
    const bool printed =
        !out.failed && fwrite(out.data, 1, out.size, stdout) == out.size && fflush(stdout) == 0;
    svi_buf_finish(&out);
    if (!printed) {
        return complain(SVI_EXIT_ENVIRONMENT, "cannot write the result");
    }
    if (format == FORMAT_CSV && ranking->matches < ranking->league->matches) {
        fprintf(stderr, "solvent rank: %" PRIu64 " of %" PRIu64 " games are in so far\n",
                ranking->matches, ranking->league->matches);
    }
    return SVI_EXIT_DONE;
}

int svi_cmd_rank(int argc, char **argv)
{
    static char name[] = "solvent rank";
    struct arguments a = {0};
    struct svi_store *store;
    struct svi_ranking ranking;
    char error[SVI_STORE_ERROR];
    argv[0] = name;
    if (!svi_arguments_parse(&argp, argc, argv, &a)) {
        return SVI_EXIT_USAGE;
    }
    enum sv_status status = svi_store_create_reader(&store, a.store, error, sizeof error);
    if (status != SV_OK) {
        return complain(status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_USAGE, error);
    }
    int result;
    if (svi_ranking_init(&ranking, store, error, sizeof error) == SV_OK) {
        result = print(&ranking, a.format);
        svi_ranking_finish(&ranking);
    } else {
        result = complain(SVI_EXIT_ENVIRONMENT, error);
    }
    svi_store_destroy(store);
    return result;
}
