# cmake -DOUTPUT=file.c -DTEMPLATE=page.html -DSCRIPT=viewer.js -DSTYLE=viewer.css -DNOTICE=file -DOPENER=opener.wasm.gz -P EmbedViewer.cmake
# Turns the replay page's files into C byte arrays (tools/replay/html.h); an empty OPENER is an array of size 0. The script
# begins with the notice that uPlot's licence asks for in every copy.
file(READ "${NOTICE}" notice)
string(STRIP "${notice}" notice)
file(WRITE "${OUTPUT}.notice" "/*! uPlot 1.6.32, https://github.com/leeoniya/uPlot\n\n${notice}\n*/\n")
file(READ "${OUTPUT}.notice" notice_hex HEX)
file(REMOVE "${OUTPUT}.notice")
set(arrays "")
set(entries "")
foreach(part IN ITEMS template script style opener)
  string(TOUPPER "${part}" upper)
  set(hex "")
  if(${upper})
    file(READ "${${upper}}" hex HEX)
  endif()
  if(part STREQUAL "script")
    string(PREPEND hex "${notice_hex}")
  endif()
  string(LENGTH "${hex}" size)
  math(EXPR size "${size} / 2")
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  # One zero byte more than the size says: the text is also a C string.
  string(APPEND arrays "static const unsigned char ${part}[] = {\n${hex}0x00};\n\n")
  string(APPEND entries "const struct svi_page_file svi_page_${part} = {${part}, ${size}};\n")
endforeach()
file(WRITE "${OUTPUT}.tmp" "/* Generated from tools/viewer by cmake/EmbedViewer.cmake. */
#include \"tools/replay/html.h\"

${arrays}${entries}")
file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
