# cmake -DOUTPUT=file.c -DWEIGHTS=file.net -P EmbedWeights.cmake
# Turns the weights of the bot `trained` into a C byte array, so that it needs no file.
file(READ "${WEIGHTS}" hex HEX)
string(LENGTH "${hex}" size)
math(EXPR size "${size} / 2")
string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
file(WRITE "${OUTPUT}.tmp" "/* Generated from sdk/python/solvent/trained.net by cmake/EmbedWeights.cmake. */
#include <stddef.h>
#include <stdint.h>

extern const uint8_t svi_trained_net[];
extern const size_t svi_trained_net_size;

const uint8_t svi_trained_net[] = {
${hex}};
const size_t svi_trained_net_size = ${size};
")
file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
