/* The checks of an edition (RULES 0), apart from what follows from it once they hold. */
#ifndef SVI_GAME_EDITION_CHECK_H
#define SVI_GAME_EDITION_CHECK_H

#include <solvent/edition.h>

/* Most money that may come into play in one game, see check_money(). */
#define SVI_MAX_MONEY INT64_C(1500000000)

/* What a kind of card has, by SV_CARD_KINDS. */
struct svi_card_shape {
    uint8_t target;    /* enum sv_card_target */
    bool repairs;      /* prices for each building */
    int32_t low, high; /* amount; both 0: it has none */
};
extern const struct svi_card_shape svi_card_shapes[SV_CARD_KIND_COUNT];

/* A check under way. */
struct svi_check {
    const struct sv_edition *e;
    struct sv_edition_error *error;
    char where[80]; /* what is being looked at */
};

/* Notes what is being looked at, as struct sv_edition_error has it. */
void svi_check_at(struct svi_check *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fills in the error and returns `status`. */
enum sv_status svi_check_wrong(struct svi_check *c, enum sv_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What is being looked at, against its range or room. */
enum sv_status svi_check_number(struct svi_check *c, int32_t found, int32_t low, int32_t high);
enum sv_status svi_check_text(struct svi_check *c, const char *text, size_t size,
                              bool may_be_empty);

/* True when a space of the kind is on the board. */
bool svi_has_kind(const struct sv_edition *e, unsigned kind);

/* Every card and deck by itself; then, when all of them are right, that no space is left where
 * cards lead to cards for ever. */
enum sv_status svi_check_decks(struct svi_check *c);
enum sv_status svi_check_endless(struct svi_check *c);

/* Judges everything the caller of sv_edition_finish() has to set; derived fields are not looked at.
 * Total: whatever the bytes of `edition`, it reads only inside it. `error` may be NULL. */
enum sv_status svi_edition_check(const struct sv_edition *edition, struct sv_edition_error *error);

#endif
