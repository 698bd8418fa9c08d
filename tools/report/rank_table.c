#include "tools/report/rank_figures.h"
#include "tools/report/rank_print.h"
#include "tools/report/rank_savings.h"

#include "tools/console/table.h"
#include "tools/console/width.h"

#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

enum { NARROW = 1, WIDE = 2, BOTH = 3, TALLIED = 4 }; /* which table has it; only with a tally */

enum figure {
    RANK,
    BOT,
    RATING,
    RATING_OFF,
    POINTS,
    POINTS_OFF,
    ADJUSTED,
    ADJUSTED_OFF,
    LUCK,
    PLACE,
    WORTH,
    GAMES,
    DEALS,
    WINS,
    FAULTS,
    END,
    WRONG,
    STATUS,
    VERSION,
};

/* What is counted has a title with "#" before it; what has none is a mean. */
static const struct column {
    const char *title;
    enum figure figure;
    unsigned where, which;
} columns[] = {
    {"rank", RANK, BOTH, 0},
    {"bot", BOT, BOTH, 0},
    {"rating", RATING, BOTH, 0},
    {"\xc2\xb1", RATING_OFF, BOTH, 0},
    {"points", POINTS, BOTH, 0},
    {"\xc2\xb1", POINTS_OFF, BOTH, 0},
    {"adjusted", ADJUSTED, BOTH, 0},
    {"\xc2\xb1", ADJUSTED_OFF, BOTH, 0},
    {"luck", LUCK, WIDE, 0},
    {"place", PLACE, BOTH, 0},
    {"worth", WORTH, WIDE | TALLIED, 0},
    {"#games", GAMES, BOTH, 0},
    {"#deals", DEALS, WIDE, 0},
    {"#wins", WINS, BOTH, 0},
    {"#faults", FAULTS, NARROW | TALLIED, 0},
    {"#solvent", END, WIDE | TALLIED, 0},
    {"#max_rounds", END, WIDE | TALLIED, 1},
    {"#forfeit", END, WIDE | TALLIED, 2},
    {"#late", WRONG, WIDE | TALLIED, 0},
    {"#malformed", WRONG, WIDE | TALLIED, 1},
    {"#illegal", WRONG, WIDE | TALLIED, 2},
    {"#dead", WRONG, WIDE | TALLIED, 3},
    {"#overtime", WRONG, WIDE | TALLIED, 4},
    {"status", STATUS, BOTH | TALLIED, 0},
    {"version", VERSION, WIDE | TALLIED, 0},
};
#define COLUMNS (sizeof columns / sizeof columns[0])

/* What the narrow table does without so that names have room, as little as that takes: means that
 * others tell, faults where there are none, and at last the adjusted points, of which a line below
 * it tells. */
#define ITS(figure) (1u << (figure))
#define NO_FAULTS 3u
static const unsigned drops[] = {
    0,
    ITS(PLACE),
    ITS(PLACE) | ITS(WINS),
    [NO_FAULTS] = ITS(PLACE) | ITS(WINS) | ITS(FAULTS),
    ITS(ADJUSTED) | ITS(ADJUSTED_OFF),
    ITS(ADJUSTED) | ITS(ADJUSTED_OFF) | ITS(PLACE),
    ITS(ADJUSTED) | ITS(ADJUSTED_OFF) | ITS(PLACE) | ITS(WINS),
};
#define DROPS (sizeof drops / sizeof drops[0])

static void add_count(struct svi_table *table, const struct svi_rank_row *row, uint64_t count)
{
    if (row != NULL) {
        svi_table_add(table, "%" PRIu64, count);
    } else {
        svi_table_add(table, "-");
    }
}

static uint64_t faults_of(const struct svi_rank_row *row)
{
    uint64_t faults = 0;
    for (size_t k = 0; k < SVI_RANK_WRONGS && row != NULL; k++) {
        faults += row->verdicts[svi_rank_wrongs[k]];
    }
    return faults;
}

static void add_cell(const struct svi_rank_sheet *sheet, unsigned bot, const struct column *c,
                     struct svi_table *table)
{
    const struct svi_rating *r = svi_rank_rating_of(sheet, bot);
    const struct svi_rank_row *row = sheet->row[bot];
    const struct svi_store_entry *entry = svi_rank_entry_of(sheet, bot);
    char rank[48], version[SVI_RANK_VERSION_SIZE];
    switch (c->figure) {
    case RANK:
        svi_rank_text(r, rank, sizeof rank);
        svi_table_add(table, "%s", rank);
        return;
    case BOT:
        svi_table_add(table, "%s", sheet->games.bot[bot]);
        return;
    case RATING:
        svi_table_add(table, "%s", svi_figure(r->rating.value, 0, "-").text);
        return;
    case RATING_OFF:
        svi_table_add(table, "%s", svi_figure(svi_rank_half_width(r->rating), 0, "-").text);
        return;
    case POINTS:
        svi_table_add(table, "%s", svi_rank_mean_points(sheet, bot, 4, "-").text);
        return;
    case POINTS_OFF:
        svi_table_add(table, "%s", svi_figure(svi_rank_half_width(r->points), 4, "-").text);
        return;
    case ADJUSTED:
        svi_table_add(table, "%s", svi_figure(sheet->adjusted.points[bot].value, 4, "-").text);
        return;
    case ADJUSTED_OFF:
        svi_table_add(table, "%s",
                      svi_figure(svi_rank_half_width(sheet->adjusted.points[bot]), 4, "-").text);
        return;
    case LUCK:
        svi_table_add(table, "%s", svi_figure(r->luck.value, 4, "-").text);
        return;
    case PLACE:
        svi_table_add(table, "%s", svi_rank_mean_place(sheet, bot, 2, "-").text);
        return;
    case WORTH:
        svi_table_add(table, "%s", svi_rank_mean_worth(sheet, bot, 0, "-").text);
        return;
    case GAMES:
        svi_table_add(table, "%" PRIu64, r->seats);
        return;
    case DEALS:
        svi_table_add(table, "%" PRIu32, r->deals);
        return;
    case WINS:
        svi_table_add(table, "%" PRIu64, r->wins);
        return;
    case FAULTS:
        add_count(table, row, faults_of(row));
        return;
    case END:
        add_count(table, row, row != NULL ? row->ends[svi_rank_ends[c->which]] : 0);
        return;
    case WRONG:
        add_count(table, row, row != NULL ? row->verdicts[svi_rank_wrongs[c->which]] : 0);
        return;
    case STATUS:
        svi_table_add(table, "%s", entry != NULL ? svi_status_name(entry->status) : "-");
        return;
    case VERSION:
        svi_rank_version(entry, SVI_RANK_VERSION_SHORT, "-", version);
        svi_table_add(table, "%s", version);
        return;
    }
}

/* Whether bots differ in whether they play, or are known by their versions. */
static bool tells_of_entries(const struct svi_rank_sheet *sheet, enum figure figure)
{
    bool tells = false;
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        const struct svi_store_entry *entry = svi_rank_entry_of(sheet, sheet->shown[i]);
        tells |= entry != NULL &&
                 (figure == STATUS ? entry->status != SVI_STATUS_PLAYS : entry->versioned);
    }
    return tells;
}

/* `without` is a set of figures that are left out. */
static bool is_there(const struct svi_rank_sheet *sheet, const struct column *c, bool is_wide,
                     unsigned without)
{
    if ((without & ITS(c->figure)) != 0) {
        return false;
    }
    if ((c->figure == STATUS || c->figure == VERSION) && !tells_of_entries(sheet, c->figure)) {
        return false;
    }
    if (c->figure == FAULTS && tells_of_entries(sheet, STATUS)) {
        return false; /* a screen is only so wide */
    }
    if ((c->figure == ADJUSTED || c->figure == ADJUSTED_OFF || c->figure == LUCK) &&
        !sheet->has_adjusted) {
        return false;
    }
    return (c->where & (is_wide ? WIDE : NARROW)) != 0 &&
           ((c->where & TALLIED) == 0 || sheet->has_tally);
}

static void fill_main(const struct svi_rank_sheet *sheet, bool is_wide, unsigned without,
                      struct svi_table *table)
{
    unsigned n = 0;
    for (size_t c = 0; c < COLUMNS; c++) {
        n += is_there(sheet, &columns[c], is_wide, without);
    }
    svi_table_init(table, n, 1u << 1);
    if (!is_wide) {
        svi_table_cut(table, 1u << 1);
    }
    for (size_t c = 0; c < COLUMNS; c++) {
        if (is_there(sheet, &columns[c], is_wide, without)) {
            svi_table_add(table, "%s", columns[c].title);
        }
    }
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        for (size_t c = 0; c < COLUMNS; c++) {
            if (is_there(sheet, &columns[c], is_wide, without)) {
                add_cell(sheet, sheet->shown[i], &columns[c], table);
            }
        }
    }
}

/* Names shall have this much of the narrow table, if they are that long. */
#define NAME 16u

/* Returns the set of figures that it has done without. */
static unsigned print_main(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                           struct svi_buf *out)
{
    struct svi_table table;
    size_t longest = 0;
    uint64_t faults = 0;
    unsigned k = 0;
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        const size_t width = svi_width(sheet->games.bot[sheet->shown[i]]);
        longest = width > longest ? width : longest;
        faults += faults_of(sheet->row[sheet->shown[i]]);
    }
    for (;; k++) {
        k += k == NO_FAULTS && faults > 0;
        fill_main(sheet, is_wide, drops[k], &table);
        if (is_wide || k + 1 == DROPS ||
            svi_table_left(&table, 1) >= (longest < NAME ? longest : NAME)) {
            break;
        }
        svi_table_finish(&table);
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
    return drops[k];
}

static void print_seats(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                        struct svi_buf *out)
{
    struct svi_table table;
    svi_table_init(&table, sheet->seats + 1, 1);
    if (!is_wide) {
        svi_table_cut(&table, 1);
    }
    svi_table_add(&table, "points by seat");
    for (unsigned s = 0; s < sheet->seats; s++) {
        svi_table_add(&table, "%u", s);
    }
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        svi_table_add(&table, "%s", sheet->games.bot[sheet->shown[i]]);
        for (unsigned s = 0; s < sheet->seats; s++) {
            svi_table_add(&table, "%s", svi_rank_seat_mean(sheet, sheet->shown[i], s, 4, "-").text);
        }
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

static void print_sizes(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                        struct svi_buf *out)
{
    struct svi_table table;
    svi_table_init(&table, 5, 1);
    if (!is_wide) {
        svi_table_cut(&table, 1);
    }
    static const char *const titles[] = {"points by size", "#seats", "points", "\xc2\xb1",
                                         "#games"};
    for (unsigned c = 0; c < 5; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned seats = 2; seats <= SVI_STATS_SEATS; seats++) {
        struct svi_rank_by_size b;
        const bool any = svi_rank_by_size_init(sheet, seats, &b);
        for (unsigned i = 0; i < sheet->n_shown && any; i++) {
            const unsigned bot = sheet->shown[i];
            if (b.count[bot] > 0) {
                svi_table_add(&table, "%s", sheet->games.bot[bot]);
                svi_table_add(&table, "%u", seats);
                svi_table_add(&table, "%s", svi_figure(b.mean[bot].value, 4, "-").text);
                svi_table_add(&table, "%s",
                              svi_figure(svi_rank_half_width(b.mean[bot]), 4, "-").text);
                svi_table_add(&table, "%" PRIu64, b.count[bot]);
            }
        }
        svi_rank_by_size_finish(&b);
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

static void out_format(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void out_format(struct svi_buf *out, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    svi_out_text(out, text);
}

/* What has to be known about the figures above, where some may be left out. */
static void print_notes(const struct svi_rank_sheet *sheet, unsigned without, struct svi_buf *out)
{
    const struct svi_ratings *r = &sheet->ratings;
    unsigned few = 0, outside = 0;
    bool tiers = false;
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        const unsigned bot = sheet->shown[i];
        tiers |= sheet->tier[bot] != sheet->tier[sheet->shown[0]];
        if (r->bot[bot].seats > 0) {
            outside += r->luce.group[bot] != r->luce.main_group;
            few += r->bot[bot].deals < SVI_FEW_DEALS;
        }
    }
    const bool by_points = outside > 0 && r->options.prior <= 0;
    out_format(
        out, "%" PRIu32 " deals; \xc2\xb1 and the ranks in brackets: 95%%; in the order of %s%s\n",
        r->deals, tiers ? "standings, then " : "", by_points ? "points" : "ratings");
    if (sheet->has_adjusted) {
        svi_out_text(out, (without & ITS(ADJUSTED)) == 0
                              ? "adjusted: points less the luck in them\n"
                              : "points adjusted for luck have no room here: --wide has them\n");
    }
    if (few > 0) {
        out_format(out, "(?): few deals; below %u no rank is claimed\n", SVI_FEW_DEALS);
    }
    if (outside > 0) {
        out_format(out, "%u bot%s never both ahead of and behind the others, so without interval\n",
                   outside, outside == 1 ? "" : "s");
    }
    if (!r->luce.connected) {
        svi_out_text(out, "not all have met, be it through others: their ratings don't compare\n");
    }
    if (by_points) {
        svi_out_text(out, "no prior, so they have no rating, and the order is of mean points\n");
    }
    if (r->deals > 1 && !r->sandwich.known) {
        svi_out_text(out, "no intervals of ratings: some bot is known from one deal alone\n");
    }
}

/* What luck adjustment and the seatings save here, and what is cheapest. */
static void print_savings(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    struct svi_rank_savings needed;
    if (sheet->has_tally && sheet->without_luck > 0 && sheet->tally.matches > 0) {
        out_format(out, "luck of %" PRIu64 " games is not known: `solvent luck STORE` counts it\n",
                   sheet->without_luck);
    }
    if (!svi_rank_savings_init(&needed, sheet)) {
        return;
    }
    if (!needed.adjusted) {
        out_format(out, "as sure as points of %zu games: without seats turned %s\n",
                   sheet->games.n_games, svi_figure(needed.neither, 0, "-").text);
    } else if (!needed.turned) {
        out_format(out, "as sure as adjusted points of %zu games: plain points of %s\n",
                   sheet->games.n_games, svi_figure(needed.neither, 0, "-").text);
    } else {
        out_format(out, "as sure as adjusted points of %zu games: without luck adjusted %s,\n",
                   sheet->games.n_games, svi_figure(needed.turned_alone, 0, "-").text);
        out_format(out, "  without seats turned %s, without both %s\n",
                   svi_figure(needed.adjusted_alone, 0, "-").text,
                   svi_figure(needed.neither, 0, "-").text);
    }
    svi_out_text(out, needed.turns_hurt ? "  turned seats cost games here\n" : "");
    out_format(out, "  cheapest: %s%s%s\n", needed.luck,
               needed.luck[0] != '\0' && needed.seats[0] != '\0' ? "; " : "", needed.seats);
}

/* Why bots do not play, and what is left out for it. */
static void print_reasons(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    if (sheet->has_tally && sheet->tally.league->entry != NULL) {
        (void)svi_rank_put_reasons(sheet->tally.league, "", svi_out_plain, out);
    }
    if (sheet->has_tally && sheet->tally.left_out > 0) {
        out_format(out, "%" PRIu64 " game%s left out, with disqualified bots at the table\n",
                   sheet->tally.left_out, sheet->tally.left_out == 1 ? " is" : "s are");
    }
}

void svi_rank_print_table(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                          struct svi_buf *out)
{
    const unsigned without = print_main(sheet, bold, is_wide, out);
    svi_out_char(out, '\n');
    if (sheet->seats == 0 && sheet->games.n_games > 0) {
        print_sizes(sheet, bold, is_wide, out);
        svi_out_char(out, '\n');
    } else if (sheet->seats > 0 && sheet->seats <= SV_MAX_SEATS) {
        print_seats(sheet, bold, is_wide, out);
        svi_out_char(out, '\n');
    }
    print_notes(sheet, without, out);
    print_savings(sheet, out);
    print_reasons(sheet, out);
    if (!sheet->has_tally) {
        out_format(out, "%zu games of %u bots\n", sheet->games.n_games, sheet->n_shown);
        return;
    }
    const struct svi_ranking *ranking = &sheet->tally;
    svi_out_plain(out, ranking->league->name);
    svi_out_text(out, ": ");
    svi_out_int(out, (int64_t)ranking->matches);
    svi_out_text(out, " of ");
    svi_out_int(out, (int64_t)ranking->planned);
    svi_out_text(out, " games, ");
    svi_out_int(out, (int64_t)ranking->decisions);
    svi_out_text(out, " decisions, edition ");
    svi_out_plain(out, ranking->league->edition);
    if (ranking->told[0] != '\0') {
        svi_out_char(out, '\n');
        svi_out_text(out, ranking->told); /* by a plan, which cleans names */
    }
    svi_out_text(out, "\ndigest ");
    svi_out_hex(out, ranking->digest, sizeof ranking->digest);
    svi_out_text(out, "\n");
}
