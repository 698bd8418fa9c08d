#include "game/fields.h"

#include <stddef.h>

const char *svi_type_name(unsigned type)
{
    static const char *const names[] = {
#define X(TYPE, name, ctype, text) #name,
        SV_TYPES(X)
#undef X
    };

    return type < SV_TYPE_COUNT ? names[type] : NULL;
}

/* ---- the structs are what the rows say ---------------------------------------------------- */

/* Every row names a member of its C type and dimensions. The members stand in the order of the
 * rows, and the struct has no other members and no padding. */
#define IS(TYPE, member, dims, text)                                                               \
    _Static_assert(_Generic(&((STRUCT *)0)->member, svi_c_##TYPE(*) dims : 1, default : 0),        \
                   "the struct and its row in solvent/fields.h differ: " #member);
#define MEMBER(TYPE, member, dims, text) svi_c_##TYPE member dims;
#define SIZE(TYPE, member, dims, text) +sizeof(svi_c_##TYPE dims)
#define IN_ORDER(TYPE, member, dims, text)                                                         \
    _Static_assert(offsetof(STRUCT, member) == offsetof(ROWS, member),                             \
                   "the struct and solvent/fields.h have another order: " #member);

#define STRUCT struct sv_offer
#define ROWS struct offer_rows
struct offer_rows {
    SV_OFFER_FIELDS(MEMBER)
};
SV_OFFER_FIELDS(IS)
SV_OFFER_FIELDS(IN_ORDER)
_Static_assert(sizeof(STRUCT) == 0 SV_OFFER_FIELDS(SIZE), "sv_offer has a field without a row");
#undef STRUCT
#undef ROWS

/* Compares the fields as values of a message, without the padding. */
#define VALUE_IS(TYPE, member)                                                                     \
    _Static_assert(_Generic(((struct sv_offer *)0)->member, svi_c_##TYPE : 1, default : 0),        \
                   "struct sv_offer and SV_OFFER_VALUES differ: " #member);
#define VALUE_SIZE(TYPE, member) +sizeof(svi_c_##TYPE)
SV_OFFER_VALUES(VALUE_IS)
_Static_assert(sizeof(struct sv_offer) == sizeof(((struct sv_offer *)0)->pad)
                                              SV_OFFER_VALUES(VALUE_SIZE),
               "sv_offer has a field that does not travel");

/* The fields of questions and answers that travel. */
#define QUESTION_IS(bit, NAME, TYPE, member, empty, text)                                          \
    _Static_assert(_Generic(((struct sv_question *)0)->member, svi_c_##TYPE : 1, default : 0),     \
                   "struct sv_question and SV_QUESTION_FIELDS differ: " #member);
#define QUESTION_SIZE(bit, NAME, TYPE, member, empty, text) +sizeof(svi_c_##TYPE)
SV_QUESTION_FIELDS(QUESTION_IS)
_Static_assert(sizeof(struct sv_question) == sizeof(((struct sv_question *)0)->kind) +
                                                 sizeof(((struct sv_question *)0)->seat)
                                                     SV_QUESTION_FIELDS(QUESTION_SIZE),
               "sv_question has a field without a row");

#define ANSWER_IS(bit, NAME, name, TYPE, member, text)                                             \
    _Static_assert(_Generic(((struct sv_answer *)0)->member, svi_c_##TYPE : 1, svi_c_##TYPE * : 1, \
                            default : 0),                                                          \
                   "struct sv_answer and SV_ANSWER_PARTS differ: " #member);
#define ANSWER_SIZE(bit, NAME, name, TYPE, member, text) +sizeof(((struct sv_answer *)0)->member)
SV_ANSWER_PARTS(ANSWER_IS)
_Static_assert(sizeof(struct sv_answer) ==
                   (sizeof(((struct sv_answer *)0)->kind) +
                    sizeof(((struct sv_answer *)0)->n_offers) + 7 SV_ANSWER_PARTS(ANSWER_SIZE)) /
                       8 * 8,
               "sv_answer has a part without a row");

#define STRUCT struct sv_position
#define ROWS struct position_rows
struct position_rows {
    SV_POSITION_FIELDS(MEMBER)
};
SV_POSITION_FIELDS(IS)
SV_POSITION_FIELDS(IN_ORDER)
_Static_assert(sizeof(STRUCT) == 0 SV_POSITION_FIELDS(SIZE),
               "sv_position has a field without a row");
_Static_assert(sizeof(STRUCT) == SV_POSITION_BYTES, "sv_position is its own wire layout");
#undef STRUCT
#undef ROWS

/* Editions. Nothing else is in the structs but what sv_edition_complete() derives. */
#define SPACE_IS(place, TYPE, member, dims, kinds, low, text) IS(TYPE, member, dims, text)
#define SPACE_SIZE(place, TYPE, member, dims, kinds, low, text) SIZE(TYPE, member, dims, text)
#define STRUCT struct sv_space
SV_SPACE_FIELDS(SPACE_IS)
_Static_assert(sizeof(STRUCT) == sizeof(((STRUCT *)0)->index) SV_SPACE_FIELDS(SPACE_SIZE),
               "sv_space has a field without a row");
#undef STRUCT

#define CARD_IS(place, TYPE, member, dims, text) IS(TYPE, member, dims, text)
#define CARD_SIZE(place, TYPE, member, dims, text) SIZE(TYPE, member, dims, text)
#define STRUCT struct sv_card
SV_CARD_FIELDS(CARD_IS)
_Static_assert(sizeof(STRUCT) ==
                   (sizeof(((STRUCT *)0)->jail_card) + 3 SV_CARD_FIELDS(CARD_SIZE)) / 4 * 4,
               "sv_card has a field without a row");
#undef STRUCT

/* ---- tables ------------------------------------------------------------------------------- */

#define FIELD(TYPE, member, dims, text)                                                            \
    {#member,                                                                                      \
     SV_TYPE_##TYPE,                                                                               \
     (uint16_t)offsetof(STRUCT, member),                                                           \
     (uint16_t)sizeof(svi_c_##TYPE),                                                               \
     (uint16_t)(sizeof(svi_c_##TYPE dims) / sizeof(svi_c_##TYPE)),                                 \
     (uint16_t)(sizeof(svi_c_##TYPE dims[1]) / sizeof((*(svi_c_##TYPE(*) dims[1])0)[0])),          \
     text},

#define STRUCT struct sv_offer
const struct svi_field svi_offer_fields[] = {SV_OFFER_FIELDS(FIELD){0}};
#undef STRUCT

#define STRUCT struct sv_position
const struct svi_field svi_position_fields[] = {SV_POSITION_FIELDS(FIELD){0}};
#undef STRUCT

#define PLACED(place, TYPE, member, dims, kinds, low, text)                                        \
    [place] = FIELD(TYPE, member, dims, text)
#define STRUCT struct sv_space
const struct svi_field svi_space_fields[SVI_SPACE_FIELDS + 1] = {SV_SPACE_FIELDS(PLACED)};
#undef STRUCT
#undef PLACED

#define PLACED(place, TYPE, member, dims, text) [place] = FIELD(TYPE, member, dims, text)
#define STRUCT struct sv_card
const struct svi_field svi_card_fields[SVI_CARD_FIELDS + 1] = {SV_CARD_FIELDS(PLACED)};
#undef STRUCT
#undef PLACED
