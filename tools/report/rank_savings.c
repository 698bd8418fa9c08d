#include "tools/report/rank_savings.h"

#include "tools/report/figure.h"

#include "base/out.h"

#include <math.h>

#define ALIKE 0.95 /* what saves less than a twentieth is not worth a word */

enum worth { COSTS, NO_DIFFERENCE, SAVES };

struct savings {
    bool adjusted, turned; /* what these games have: luck that is known, seats that are turned */
    double adjusted_alone; /* games; NAN: does not apply */
    double turned_alone;
    double neither;
    enum worth luck, seats;
};

/* Of what divides the games by so much. */
static enum worth judge(double by)
{
    return by < ALIKE ? COSTS : by * ALIKE > 1 ? SAVES : NO_DIFFERENCE;
}

/* False: it is not known. */
static bool find_savings(struct savings *s, const struct svi_rank_sheet *sheet)
{
    const struct svi_saved *saved = &sheet->saved;
    const double games = (double)sheet->games.n_games;
    *s = (struct savings){.adjusted = isfinite(saved->luck),
                          .turned = isfinite(saved->seatings),
                          .adjusted_alone = NAN,
                          .turned_alone = NAN};
    if (s->adjusted && s->turned) {
        const double fewest = saved->luck > saved->both ? saved->luck : saved->both;
        const double without = saved->seatings > 1 ? saved->seatings : 1;
        s->adjusted_alone = games * saved->both / saved->luck;
        s->turned_alone = games * saved->both / saved->seatings;
        s->neither = games * saved->both;
        s->luck = judge(fewest / without);
        s->seats = judge(saved->both / saved->luck);
    } else {
        s->neither = games * (s->adjusted ? saved->luck : saved->seatings);
        s->luck = judge(saved->luck);
        s->seats = judge(saved->seatings);
    }
    return s->adjusted || s->turned;
}

static void put_games(struct svi_buf *out, double games, const char *mark, const char *mark_end)
{
    svi_out_text(out, mark);
    svi_out_text(out, svi_figure(games, 0, "").text);
    svi_out_text(out, mark_end);
}

static void put_worth(struct svi_buf *out, enum worth worth, bool alone)
{
    svi_out_text(out, worth == COSTS           ? " costs games"
                      : worth == NO_DIFFERENCE ? " makes no difference"
                      : alone                  ? " is what saves games"
                                               : " saves games");
}

void svi_rank_savings_put(const struct svi_rank_sheet *sheet, const char *mark,
                          const char *mark_end, struct svi_buf *out)
{
    struct savings s;
    if (!find_savings(&s, sheet)) {
        return;
    }
    const struct {
        double games;
        const char *how;
    } ways[] = {{s.turned_alone, "without luck adjustment"},
                {s.adjusted_alone, "without seat rotation"},
                {s.neither, s.adjusted && s.turned ? "without either"
                            : s.adjusted           ? "without luck adjustment"
                                                   : "without seat rotation"}};
    const char *before = " games here are worth ";
    const char *unit = " games ";
    svi_out_text(out, "Precision: ");
    put_games(out, (double)sheet->games.n_games, "", "");
    for (unsigned k = 0; k < sizeof ways / sizeof *ways; k++) {
        if (isfinite(ways[k].games)) {
            svi_out_text(out, before);
            put_games(out, ways[k].games, mark, mark_end);
            svi_out_text(out, unit);
            svi_out_text(out, ways[k].how);
            before = ", ";
            unit = " ";
        }
    }
    svi_out_text(out, s.adjusted ? ". Luck adjustment" : ". Seat rotation");
    put_worth(out, s.adjusted ? s.luck : s.seats,
              s.adjusted && s.turned && s.luck == SAVES && s.seats != SAVES);
    if (s.adjusted && s.turned) {
        svi_out_text(out, "; seat rotation");
        put_worth(out, s.seats, s.luck != SAVES);
    }
    svi_out_text(out, " in this league.");
}
