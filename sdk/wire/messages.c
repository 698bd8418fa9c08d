#include "wire/messages.h"

#include <stddef.h>

const struct svi_message_row svi_messages[SVI_MESSAGE_COUNT] = {
#define F(TYPE, name, text) {#name, SVI_VALUE_##TYPE, -1, text},
#define K(TYPE, NAME, key, needed, text) {#key, SVI_VALUE_##TYPE, needed, text},
#define X(NAME, name, sender, fields, text) {#name, sender, text, {fields{0}}},
    SVI_MESSAGES(X, F, K)
#undef F
#undef K
#undef X
};

const char *svi_message_name(unsigned type)
{
    return type < SVI_MESSAGE_COUNT ? svi_messages[type].name : NULL;
}

const char *svi_value_name(enum svi_value_type type)
{
    static const char *const names[] = {
#define X(TYPE, name, text) #name,
        SVI_VALUE_TYPES(X)
#undef X
    };

    return names[type];
}

const char *svi_value_text(enum svi_value_type type)
{
    static const char *const texts[] = {
#define X(TYPE, name, text) text,
        SVI_VALUE_TYPES(X)
#undef X
    };

    return texts[type];
}
