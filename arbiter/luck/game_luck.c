#include "luck/game_luck.h"

#include <sodium.h>
#include <string.h>

void svi_luck_version(const struct sv_edition *e, const uint8_t hash[32],
                      uint8_t version[SVI_LUCK_VERSION_BYTES])
{
    static const char label[] = "solvent luck";
    const struct svi_weights *w = svi_weights_for(e);
    const uint8_t numbers[] = {SVI_ACCOUNT_VERSION, SVI_STAND_IN_VERSION, SVI_FEATURES_VERSION,
                               SV_RULES_VERSION, SVI_LUCK_DRAWS};
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, SVI_LUCK_VERSION_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)label, sizeof label);
    crypto_generichash_update(&state, numbers, sizeof numbers);
    crypto_generichash_update(&state, hash, 32);
    for (unsigned i = 0; i < SVI_WEIGHTS; i++) {
        const uint16_t value = (uint16_t)w->value[i];
        const uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
        crypto_generichash_update(&state, bytes, sizeof bytes);
    }
    crypto_generichash_final(&state, version, SVI_LUCK_VERSION_BYTES);
}

bool svi_luck_tables_take(struct svi_luck_tables *tables, const struct sv_edition *edition,
                          const uint8_t hash[32])
{
    if (tables->ready && memcmp(tables->hash, hash, sizeof tables->hash) == 0) {
        return false;
    }
    tables->edition = *edition;
    memset(&tables->base, 0, sizeof tables->base);
    memcpy(tables->hash, hash, sizeof tables->hash);
    svi_value_init(&tables->value, &tables->edition, svi_weights_for(&tables->edition));
    svi_luck_version(&tables->edition, tables->hash, tables->version);
    tables->ready = true;
    return true;
}

void svi_luck_follow_begin(struct svi_luck_follower *f, struct svi_luck_tables *tables,
                           const struct sv_setup *setup, const struct svi_luck_sink *sink)
{
    f->tables = tables;
    f->pending_seat = SV_NONE;
    svi_luck_begin(&f->luck, &tables->value, &tables->base, setup, sink);
}

void svi_luck_follow_nothing(struct svi_luck_follower *f, struct svi_luck_tables *tables)
{
    svi_luck_follow_move(f, tables);
    f->pending_seat = SV_NONE;
    svi_luck_forfeit(&f->luck);
}

void svi_luck_follow_begin_at(struct svi_luck_follower *f, const struct svi_game *game)
{
    svi_luck_begin_at(&f->luck, &f->tables->value, &f->tables->base, &game->state);
}

void svi_luck_follow_move(struct svi_luck_follower *f, struct svi_luck_tables *tables)
{
    f->tables = tables;
    svi_luck_move(&f->luck, &tables->value, &tables->base);
}

static void give_held(struct svi_luck_follower *f)
{
    if (f->pending_seat != SV_NONE) {
        svi_luck_answer(&f->luck, f->pending_seat, &f->pending);
        f->pending_seat = SV_NONE;
    }
}

void svi_luck_follow(struct svi_luck_follower *f, const struct sv_event *ev)
{
    if (ev->type == SV_EVENT_FORFEIT) {
        svi_luck_forfeit(&f->luck);
        f->pending_seat = SV_NONE;
    } else if (ev->type == SV_EVENT_ANSWER) {
        give_held(f);
        if (ev->verdict == SV_VERDICT_DEAD) {
            /* This answer may be the beginning of a forfeit, which carries it out itself. It waits
             * until that is known. */
            f->pending = *ev->answer;
            f->pending_seat = ev->seat;
        } else {
            svi_luck_answer(&f->luck, ev->seat, ev->answer);
        }
    }
}

static int32_t whole(double points)
{
    const double units = points * SVI_LUCK_UNIT;
    return (int32_t)(units < 0 ? units - 0.5 : units + 0.5);
}

/* Returns the square root, rounded down, in whole numbers. */
static uint32_t root(uint64_t square)
{
    uint64_t low = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit /= 2) {
        low += (low + bit) * (low + bit) <= square ? bit : 0;
    }
    return (uint32_t)low;
}

static void conclude(const struct svi_luck_follower *f, const struct svi_game *game,
                     struct svi_game_luck *out)
{
    struct sv_result result;
    memset(out, 0, sizeof *out);
    memcpy(out->version, f->tables->version, sizeof out->version);
    out->seats = game->setup.seats;
    out->events = f->luck.events;
    out->stopped = f->luck.stopped;
    svi_game_result(game, &result);
    for (unsigned s = 0; s < out->seats; s++) {
        int32_t twice = 0;
        for (unsigned o = 0; o < out->seats; o++) {
            twice += o == s                              ? 0
                     : result.place[o] > result.place[s] ? 2
                                                         : result.place[o] == result.place[s];
        }
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            out->seat[s].figure[k] = whole(f->luck.figure[s][k]);
        }
        out->seat[s].luck = out->seat[s].figure[SVI_LUCK_POINTS];
        out->seat[s].sd =
            root((uint64_t)(f->luck.variance[s] * SVI_LUCK_UNIT * SVI_LUCK_UNIT + 0.5));
        out->seat[s].skill = twice * (SVI_LUCK_UNIT / 2) / (int32_t)(out->seats - 1) -
                             SVI_LUCK_UNIT / 2 - out->seat[s].luck;
    }
}

void svi_luck_follow_end(struct svi_luck_follower *f, const struct svi_game *game,
                         struct svi_game_luck *out)
{
    give_held(f);
    if (out != NULL) {
        conclude(f, game, out);
    }
}
