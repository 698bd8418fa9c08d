#include "tools/replay/printed.h"

#include "base/out.h"
#include "process/output.h"
#include "store/store.h"
#include "store/store_results.h"
#include "store/store_revisions.h"
#include "tools/console/say.h"
#include "tools/console/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Prints a seat's output. The store may come from a stranger, so its text is cleaned again before a
 * terminal sees it. */
static void print_seat(unsigned seat, const char *bot, char *text)
{
    if (text == NULL) {
        (void)printf("seat %u, %s: nothing was printed\n", seat, bot);
        return;
    }
    svi_output_tail_clean(text, strlen(text));
    (void)printf("seat %u, %s:\n", seat, bot);
    char *rest = text;
    for (const char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (rest != NULL || *line != '\0') {
            (void)printf("    %s\n", line);
        }
    }
}

struct seat {
    uint64_t number;
    unsigned seat, bot;
    bool told;
};

/* Prints how the seat's bot was lost in the game, or else its first loss outside of any game. */
static bool print_loss(void *user, const struct svi_loss *loss)
{
    struct seat *seat = user;
    char line[512];
    const bool here = loss->match == seat->number && loss->seat == seat->seat;
    const bool before = loss->match == 0 && loss->bot == seat->bot && !seat->told;
    if (here || before) {
        (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(loss->report, "\n"), loss->report);
        svi_output_tail_clean(line, strlen(line));
        (void)printf("    it %s%s\n", line, here ? "" : ", in no game");
        seat->told = true;
    }
    return true;
}

/* Prints the bots that do not play, or not as the league file says, and the reasons. */
static void print_reasons(const struct svi_store_info *info)
{
    for (unsigned i = 0; i < info->n_bots; i++) {
        const struct svi_store_entry *entry = &info->entry[i];
        if (entry->reason != NULL) {
            (void)printf("%s is %s: %s\n", info->bot[i], svi_store_state(entry), entry->reason);
        }
    }
}

/* Reports a failure of the store; `why` is the store's message. */
static noreturn void tell_failure(enum sv_status status, const char *why)
{
    svi_die(status == SV_E_UNKNOWN ? SVI_EXIT_USAGE : SVI_EXIT_ENVIRONMENT, "%s", why);
}

static void print_match(struct svi_store *store, uint64_t number, long seat)
{
    const struct svi_store_info *info = svi_store_info(store);
    if (seat >= (long)info->seats) {
        svi_die(SVI_EXIT_USAGE, "--seat: found %ld, expected 0 to %u in this game", seat,
                info->seats - 1);
    }
    const unsigned first = seat < 0 ? 0 : (unsigned)seat;
    const unsigned end = seat < 0 ? info->seats : first + 1;
    for (unsigned s = first; s < end; s++) {
        unsigned bot;
        char *text;
        const enum sv_status status = svi_store_output(store, number, s, &bot, &text);
        if (status != SV_OK) {
            tell_failure(status, svi_store_error(store));
        }
        print_seat(s, bot < info->n_bots ? info->bot[bot] : "?", text);
        free(text);
        struct seat of = {.number = number, .seat = s, .bot = bot};
        if (svi_store_losses(store, print_loss, &of) != SV_OK) {
            tell_failure(SV_E_SYSTEM, svi_store_error(store));
        }
    }
    print_reasons(info);
    if (fflush(stdout) != 0 && errno != EPIPE) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s", svi_errno_text(errno));
    }
}

void svi_replay_printed(const char *name, long seat)
{
    char path[4096];
    struct svi_error error;
    uint64_t number;
    struct svi_store *store;
    if (access(name, F_OK) == 0 || !svi_store_split(name, path, sizeof path, &number)) {
        svi_die(SVI_EXIT_USAGE,
                "--printed: found '%s', expected STORE.db#N: what bots print is kept in the store "
                "of a league, and in no replay",
                name);
    }
    const enum sv_status status = svi_store_create_reader(&store, path, &error);
    if (status != SV_OK) {
        tell_failure(status, error.text);
    }
    print_match(store, number, seat);
    svi_store_destroy(store);
}

/* Writes millionths of points with their sign, to four decimals. Returns `out`. */
static const char *points_text(int32_t luck, char out[SVI_LUCK_POINTS_TEXT])
{
    char text[SVI_RATIO_TEXT];
    svi_ratio_text(luck, SVI_LUCK_UNIT, 4, text);
    (void)snprintf(out, SVI_LUCK_POINTS_TEXT, "%s%s", luck > 0 ? "+" : "", text);
    return out;
}

/* Appends moments: "+0.1234 at 310 (round 12, 6 3 of seat 2)". */
static void print_moments(const char *what, unsigned seat,
                          const struct svi_moment list[SVI_MOMENTS], struct svi_buf *out)
{
    char text[SVI_LUCK_POINTS_TEXT];
    char line[160];
    for (unsigned k = 0; k < SVI_MOMENTS && list[k].luck != 0; k++) {
        const struct svi_moment *m = &list[k];
        if (m->chance == SVI_CHANCE_THROW) {
            (void)snprintf(line, sizeof line,
                           "seat %u %s: %s at %" PRIu32 ", round %" PRIu32
                           ": seat %u threw %u %u\n",
                           seat, what, points_text(m->luck, text), m->at, m->round, m->thrower,
                           m->dice[0], m->dice[1]);
        } else {
            (void)snprintf(line, sizeof line,
                           "seat %u %s: %s at %" PRIu32 ", round %" PRIu32 ": %s\n", seat, what,
                           points_text(m->luck, text), m->at, m->round,
                           m->chance == SVI_CHANCE_DRAW ? "a card" : "who begins");
        }
        svi_out_text(out, line);
    }
}

void svi_luck_text(const struct svi_game_luck *luck, const struct svi_moments *moments, bool bold,
                   struct svi_buf *out)
{
    SCOPED(svi_table_finish) struct svi_table table;
    char text[SVI_LUCK_POINTS_TEXT];
    svi_table_init(&table, 5, 0);
    svi_table_row(&table, "seat\tpoints\tluck\t\xc2\xb1\tskill");
    for (unsigned s = 0; s < luck->seats; s++) {
        const int32_t points = luck->seat[s].luck + luck->seat[s].skill + SVI_LUCK_UNIT / 2;
        char plain[SVI_RATIO_TEXT];
        svi_ratio_text(points, SVI_LUCK_UNIT, 4, plain);
        svi_table_row(&table, "%u\t%s\t%s", s, plain, points_text(luck->seat[s].luck, text));
        svi_ratio_text((int64_t)luck->seat[s].sd, SVI_LUCK_UNIT, 4, plain);
        svi_table_row(&table, "%s\t%s", plain, points_text(luck->seat[s].skill, text));
    }
    svi_table_print(&table, bold, out);
    svi_out_char(out, '\n');
    for (unsigned s = 0; s < luck->seats; s++) {
        print_moments("lucky", s, moments->lucky[s], out);
        print_moments("unlucky", s, moments->unlucky[s], out);
    }
    svi_out_text(out,
                 "\nluck: points that chance gave, compared with the average; \xc2\xb1: its "
                 "standard deviation in a game like this\nskill: points minus 1/2 minus luck; at: "
                 "`solvent replay --at`\n");
    if (luck->stopped) {
        svi_out_text(out, "a seat has forfeited: what came after that is not luck\n");
    }
}
