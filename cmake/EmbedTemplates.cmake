# cmake -DOUTPUT=file.c -DFOLDER=sdk/templates -P EmbedTemplates.cmake
# Turns the files of a folder into C byte arrays, sorted by path (tools/cli/templates.h).
file(GLOB_RECURSE paths RELATIVE "${FOLDER}" "${FOLDER}/*")
list(SORT paths)
set(arrays "")
set(entries "")
set(count 0)
foreach(path IN LISTS paths)
  file(READ "${FOLDER}/${path}" hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  string(APPEND arrays "static const unsigned char template_${count}[] = {\n${hex}0x00};\n\n")
  string(APPEND entries "    {\"${path}\", (const char *)template_${count}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUTPUT}.tmp" "/* Generated from sdk/templates by cmake/EmbedTemplates.cmake. */
#include \"tools/cli/templates.h\"

#include <stddef.h>

${arrays}const struct svi_template svi_templates[] = {
${entries}    {NULL, NULL},
};
")
file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
