# cmake -DOUTPUT=file.c -DLIST=file.txt -P EmbedEditions.cmake
# Turns the edition files named in LIST (one path a line, sorted by name) into C byte arrays, so that
# the built-in editions need no file at run time. The same input gives the same output everywhere.
file(STRINGS "${LIST}" paths)
set(arrays "")
set(entries "")
set(count 0)
foreach(path IN LISTS paths)
  get_filename_component(name "${path}" NAME_WLE)
  file(READ "${path}" hex HEX)
  string(LENGTH "${hex}" size)
  math(EXPR size "${size} / 2")
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  # One zero byte more than the size says: the text is also a C string.
  string(APPEND arrays "static const unsigned char edition_${count}[] = {\n${hex}0x00};\n\n")
  string(APPEND entries "    {\"${name}\", (const char *)edition_${count}, ${size}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUTPUT}.tmp" "/* Generated from leagues/editions by cmake/EmbedEditions.cmake. */
#include \"edition/builtin.h\"

${arrays}const struct svi_builtin_edition svi_builtin_editions[] = {
${entries}    {NULL, NULL, 0},
};

const size_t svi_builtin_edition_count = ${count};
")
file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
