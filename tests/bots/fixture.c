#include "tests/bots/fixture.h"
#include "tests/base/testing.h"

#include "edition/edition_file.h"

#define MAX_LOADED 32

const struct sv_edition *fixture_edition(const char *name)
{
    static struct sv_edition loaded[MAX_LOADED];
    static char names[MAX_LOADED][SV_MAX_NAME];
    static unsigned count;
    struct svi_error error;
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return &loaded[i];
        }
    }
    assert_true(count < MAX_LOADED && strlen(name) < SV_MAX_NAME);
    if (svi_edition_load(name, &loaded[count], &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    memcpy(names[count], name, strlen(name) + 1);
    return &loaded[count++];
}

void fixture_play(const struct sv_edition *e, const char *what, const char *word, unsigned deal,
                  unsigned seats, const struct sv_bot *const seated[], struct sv_result *result)
{
    uint8_t seed[SV_SEED_BYTES];
    unsigned illegal[SV_MAX_SEATS];
    char text[32];
    (void)snprintf(text, sizeof text, "%s %u", word, deal);
    sv_luck_seed_text(text, seed);
    assert_ok(sv_play(e, seed, seats, seated, NULL, result, illegal));
    for (unsigned s = 0; s < seats; s++) {
        if (illegal[s] != 0) {
            fail_msg("%s, seed \"%s\", %u seats: %s answers illegally %u times in seat %u", what,
                     text, seats, seated[s]->name, illegal[s], s);
        }
    }
}

void fixture_init(struct fixture *f, const char *edition, unsigned seats)
{
    struct sv_setup setup = {.seats = (uint8_t)seats};
    memset(f, 0, sizeof *f);
    for (unsigned s = 0; s < seats; s++) {
        setup.answers[s] = SV_ANSWERS_ALL;
    }
    f->edition = fixture_edition(edition);
    assert_ok(sv_game_start(f->edition, &f->state, &setup, NULL));
    f->p = &f->state.position;
    f->match.edition = f->edition;
    f->match.position = f->p;
    f->match.seats = (uint8_t)seats;
}

void fixture_own(struct fixture *f, unsigned seat, unsigned space)
{
    if (f->p->owner[space] < SV_BANK) {
        f->p->owned[f->p->owner[space]] &= ~(UINT64_C(1) << space);
    }
    f->p->owner[space] = (uint8_t)seat;
    f->p->owned[seat] |= UINT64_C(1) << space;
}

void fixture_own_all(struct fixture *f, unsigned seat, uint64_t deeds)
{
    for (; deeds != 0; deeds &= deeds - 1) {
        fixture_own(f, seat, sv_first(deeds));
    }
}

void fixture_own_group(struct fixture *f, unsigned seat, const char *group, unsigned level)
{
    for (unsigned g = 0; g < f->edition->n_groups; g++) {
        for (unsigned i = 0;
             i < f->edition->group[g].size && strcmp(f->edition->group[g].name, group) == 0; i++) {
            unsigned space = f->edition->group[g].deed[i];

            fixture_own(f, seat, space);
            f->p->level[space] = (uint8_t)level;
            f->p->stock[SV_UNIT_HOUSE] =
                (uint8_t)(f->p->stock[SV_UNIT_HOUSE] - (level < 5 ? level : 0));
            f->p->stock[SV_UNIT_HOTEL] = (uint8_t)(f->p->stock[SV_UNIT_HOTEL] - (level == 5));
        }
    }
}

struct sv_answer fixture_ask(struct fixture *f, const struct sv_bot *bot,
                             const struct sv_question *q)
{
    struct sv_answer a;
    f->match.user = bot->user;
    if (bot->match_start != NULL) {
        bot->match_start(&f->match);
    }
    sv_bot_decide(bot, &f->match, q, &a);
    if (bot->match_end != NULL) {
        bot->match_end(&f->match, NULL);
    }
    assert_ok(sv_check(f->edition, f->p, q, &a));
    return a;
}
