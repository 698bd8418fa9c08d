/* Checks editions (RULES 0), apart from the fields that sv_edition_complete() derives, and reports
 * the first mistake.
 *
 * sv_edition_complete() calls svi_edition_check(). game/scene.c checks scenes with the functions
 * for single values, and game/possible.c uses SVI_MAX_MONEY. The reader and the writer of edition
 * files (sdk/edition) go by svi_card_shapes. Edition and error stay the caller's. */
#ifndef SVI_GAME_EDITION_CHECK_H
#define SVI_GAME_EDITION_CHECK_H

#include <solvent/edition.h>

/* Most money that may come into play in one game, see check_money(). */
#define SVI_MAX_MONEY INT64_C(1500000000)

/* The fields of a kind of card, by SV_CARD_KINDS. */
struct svi_card_shape {
    uint8_t target; /* enum sv_card_target */
    bool repairs;   /* prices for each building */
    /* Range of the amount; both 0: no amount. */
    int32_t low, high;
};
extern const struct svi_card_shape svi_card_shapes[SV_CARD_KIND_COUNT];

/* A check in progress, all 0 at first but for `e` and `error`, which may be NULL. Set a place
 * before each check. */
struct svi_check {
    const struct sv_edition *e;
    struct sv_edition_error *error;
    char where[80]; /* the place being checked */
};

/* Sets the place being checked, in the form of struct sv_edition_error. */
void svi_check_at(struct svi_check *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fills in the error and returns `status`, an error. */
enum sv_status svi_check_wrong(struct svi_check *c, enum sv_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Checks a value of the current place against its range. Returns SV_OK, or fills in the error,
 * SV_E_RANGE. */
enum sv_status svi_check_number(struct svi_check *c, int32_t found, int32_t low, int32_t high);

/* Checks every field that the caller of sv_edition_complete() has to set, but no derived field.
 * Reads only inside `edition`, whatever its bytes.
 *
 * Returns SV_OK if the edition is sound. Otherwise fills `error`, unless it is NULL, with the first
 * mistake, and returns SV_E_RANGE, SV_E_LENGTH, SV_E_MISSING, SV_E_UNKNOWN or SV_E_DUPLICATE. */
enum sv_status svi_edition_check(const struct sv_edition *edition, struct sv_edition_error *error);

#endif
