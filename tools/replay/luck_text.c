#include "tools/replay/luck_text.h"

#include "tools/console/table.h"

#include "base/out.h"

#include <inttypes.h>
#include <stdio.h>

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
    struct svi_table table;
    char text[SVI_LUCK_POINTS_TEXT];
    svi_table_init(&table, 5, 0);
    static const char *const titles[] = {"seat", "points", "luck", "\xc2\xb1", "skill"};
    for (unsigned c = 0; c < 5; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned s = 0; s < luck->seats; s++) {
        const int32_t points = luck->seat[s].luck + luck->seat[s].skill + SVI_LUCK_UNIT / 2;
        char plain[SVI_RATIO_TEXT];
        svi_table_add(&table, "%u", s);
        svi_ratio_text(points, SVI_LUCK_UNIT, 4, plain);
        svi_table_add(&table, "%s", plain);
        svi_table_add(&table, "%s", points_text(luck->seat[s].luck, text));
        svi_ratio_text((int64_t)luck->seat[s].sd, SVI_LUCK_UNIT, 4, plain);
        svi_table_add(&table, "%s", plain);
        svi_table_add(&table, "%s", points_text(luck->seat[s].skill, text));
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
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
