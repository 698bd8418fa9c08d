/* The rows of <solvent/fields.h> as tables, for code that prints or reads fields by name: the wire,
 * editions' reader and writer, the manifest, answers as text. Tables and texts are static. */
#ifndef SVI_GAME_FIELDS_H
#define SVI_GAME_FIELDS_H

#include <solvent/fields.h>
#include <solvent/question.h>

/* svi_c_MONEY and so on: the C type of a field. */
#define X(TYPE, name, ctype, text) typedef ctype svi_c_##TYPE;
SV_TYPES(X)
#undef X

/* Returns the name of a type, or NULL for an unknown number. Static. */
const char *svi_type_name(unsigned type);

/* A field of a flat struct. */
struct svi_field {
    const char *name;
    enum sv_type type;
    uint16_t offset; /* in bytes, in memory and on the wire */
    uint16_t width;  /* bytes of one value */
    uint16_t count;  /* number of values */
    /* For an array of arrays the number of arrays; else equal to `count`. */
    uint16_t outer;
    const char *text;
};

/* The fields of each struct. Each table ends with a name of NULL. */
extern const struct svi_field svi_position_fields[];
extern const struct svi_field svi_offer_fields[];

enum {
#define X(...) +1
    SVI_SPACE_FIELDS = 0 SV_SPACE_FIELDS(X),
    SVI_CARD_FIELDS = 0 SV_CARD_FIELDS(X)
#undef X
};

/* The fields of an edition's spaces and cards, in the order of the canonical encoding. */
extern const struct svi_field svi_space_fields[SVI_SPACE_FIELDS + 1];
extern const struct svi_field svi_card_fields[SVI_CARD_FIELDS + 1];

#endif
