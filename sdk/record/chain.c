#include "record/chain.h"

uint64_t svi_chain_bytes(uint64_t chain, const uint8_t *bytes, size_t size)
{
    uint64_t word = 0;
    unsigned shift = 0;
    for (size_t i = 0; i < size; i++) {
        word |= (uint64_t)bytes[i] << shift;
        shift += 8;
        if (shift == 64) {
            chain = svi_chain_word(chain, word);
            word = 0;
            shift = 0;
        }
    }
    /* Fewer than eight bytes are left: their number fits the top byte and closes the string. */
    return svi_chain_word(chain, word | (uint64_t)(size & 0xffu) << 56);
}
