#include "tools/report/rank_savings.h"

#include "tools/report/figure.h"

#include "base/out.h"

#include <math.h>

#define ALIKE 0.95 /* what saves less than a twentieth is not worth a word */

/* Whether the seats are worth rotating, where that divides the games by so much. */
static void judge_turns(struct svi_rank_savings *s, double by)
{
    s->turns_hurt = by < ALIKE;
    s->seats = s->turns_hurt    ? "more deals with seatings: fixed"
               : by * ALIKE > 1 ? "seat rotation"
                                : "seat rotation makes no difference";
}

bool svi_rank_savings_init(struct svi_rank_savings *s, const struct svi_rank_sheet *sheet)
{
    const struct svi_saved *saved = &sheet->saved;
    const double games = (double)sheet->games.n_games;
    *s = (struct svi_rank_savings){.adjusted = isfinite(saved->luck),
                                   .turned = isfinite(saved->seatings),
                                   .adjusted_alone = NAN,
                                   .turned_alone = NAN,
                                   .neither = NAN,
                                   .luck = "",
                                   .seats = ""};
    if (s->adjusted && s->turned) {
        const double fewest = saved->luck > saved->both ? saved->luck : saved->both;
        const double without = saved->seatings > 1 ? saved->seatings : 1;
        s->adjusted_alone = games * saved->both / saved->luck;
        s->turned_alone = games * saved->both / saved->seatings;
        s->neither = games * saved->both;
        s->luck =
            fewest * ALIKE > without ? "luck adjustment" : "luck adjustment makes no difference";
        judge_turns(s, saved->both / saved->luck);
    } else if (s->adjusted) {
        s->neither = games * saved->luck;
        s->luck =
            saved->luck * ALIKE > 1 ? "luck adjustment" : "luck adjustment makes no difference";
    } else if (s->turned) {
        s->neither = games * saved->seatings;
        judge_turns(s, saved->seatings);
    }
    return s->adjusted || s->turned;
}

static void put_games(struct svi_buf *out, double games, const char *mark, const char *mark_end)
{
    svi_out_text(out, mark);
    svi_out_text(out, svi_figure(games, 0, "").text);
    svi_out_text(out, mark_end);
}

void svi_rank_savings_put(const struct svi_rank_sheet *sheet, const char *mark,
                          const char *mark_end, struct svi_buf *out)
{
    struct svi_rank_savings s;
    if (!svi_rank_savings_init(&s, sheet)) {
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
    svi_out_text(out, "Precision: ");
    put_games(out, (double)sheet->games.n_games, "", "");
    for (unsigned k = 0; k < sizeof ways / sizeof *ways; k++) {
        if (isfinite(ways[k].games)) {
            svi_out_text(out, before);
            put_games(out, ways[k].games, mark, mark_end);
            svi_out_char(out, ' ');
            svi_out_text(out, ways[k].how);
            before = ", ";
        }
    }
    svi_out_text(out,
                 s.turns_hurt ? ". Seat rotation costs games here. Cheapest: " : ". Cheapest: ");
    svi_out_text(out, s.luck);
    svi_out_text(out, s.luck[0] != '\0' && s.seats[0] != '\0' ? "; " : "");
    svi_out_text(out, s.seats);
    svi_out_char(out, '.');
}
