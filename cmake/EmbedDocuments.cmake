# cmake -DOUTPUT=file.c -DFOLDER=docs -DLOWDOWN=... -DVERSION=... -P EmbedDocuments.cmake
# Turns the documents of a folder (*.md) and their pictures into C texts, sorted by name (tools/documents/documents.h):
# Markdown without comments, and, where LOWDOWN is given, HTML and a man page of each.

# text_literal(OUT text): a C string, a line of text a line.
function(text_literal out text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "?" "\\?" text "${text}") # no trigraphs
  string(REPLACE "\n" "\\n\"\n\"" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# slug(OUT heading): the fragment that links name a heading by, as in the documents: "7. Time" is "7-time".
function(slug out heading)
  string(REGEX REPLACE "<[^>]*>|&[#a-z0-9]+;" "" text "${heading}")
  string(TOLOWER "${text}" text)
  string(REGEX REPLACE "[^a-z0-9 _-]" "" text "${text}")
  string(REPLACE " " "-" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# render_html(OUT path): the body of a document. Headings get the fragments that links name; links lead to
# other documents' pages, and the ones to files beside them are text; a table may be wider than the screen.
function(render_html out path)
  execute_process(COMMAND "${LOWDOWN}" -Thtml --html-no-owasp --html-no-num-ent --out-no-smarty
      --parse-no-metadata "${path}"
    OUTPUT_VARIABLE html RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "lowdown: ${path}: ${failed}")
  endif()
  set(done "")
  set(used "")
  set(contents "")
  # One heading after another: what is before it, the heading, the rest.
  while(html MATCHES "<h([1-4]) id=\"[^\"]*\">([^\n]*)</h[1-4]>")
    set(heading "${CMAKE_MATCH_0}")
    set(level "${CMAKE_MATCH_1}")
    set(text "${CMAKE_MATCH_2}")
    string(FIND "${html}" "${heading}" at)
    string(SUBSTRING "${html}" 0 ${at} before)
    string(LENGTH "${heading}" size)
    math(EXPR at "${at} + ${size}")
    string(SUBSTRING "${html}" ${at} -1 html)
    slug(id "${text}")
    if(";${used};" MATCHES ";${id};") # a second one of that name, as other renderers count
      string(APPEND id "-1")
    endif()
    list(APPEND used "${id}")
    if(level EQUAL 1) # the page has the title
      string(APPEND done "${before}")
    else()
      string(APPEND done "${before}<h${level} id=\"${id}\">${text}</h${level}>")
    endif()
    if(level EQUAL 2)
      string(REGEX REPLACE "</?a[^>]*>" "" text "${text}")
      string(APPEND contents "<a href=\"#${id}\">${text}</a>")
    endif()
  endwhile()
  set(html "${done}${html}")
  string(REGEX REPLACE "href=\"([A-Z_]+)[.]md([^\"]*)\"" "href=\"/docs/\\1.html\\2\"" html "${html}")
  foreach(other IN LISTS paths) # who reads a page wants its title, not the name of a file
    get_filename_component(other "${other}" NAME_WE)
    string(REPLACE ">${other}.md</a>" ">${title_${other}}</a>" html "${html}")
  endforeach()
  string(REGEX REPLACE "src=\"([a-z-]+[.](svg|png))\"" "src=\"/docs/\\1\"" html "${html}")
  string(REGEX REPLACE "<a href=\"[.][.]/[^\"]*\">(([^<]|<code>[^<]*</code>)*)</a>" "\\1" html "${html}")
  string(REGEX REPLACE "<a href=\"[^\":/#]+\">(([^<]|<code>[^<]*</code>)*)</a>" "\\1" html "${html}")
  string(REPLACE "<table>" "<div class=wide><table>" html "${html}")
  string(REPLACE "</table>" "</table></div>" html "${html}")
  if(NOT contents STREQUAL "")
    set(html "<nav class=contents aria-label=\"On this page\">${contents}</nav>\n${html}")
  endif()
  set(${out} "${html}" PARENT_SCOPE)
endfunction()

# picture_bytes(OUT path)
function(picture_bytes out path)
  file(READ "${path}" hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  set(${out} "${hex}" PARENT_SCOPE)
endfunction()

# title_of(OUT markdown)
function(title_of out markdown)
  string(REGEX MATCH "^# ([^\n]*)\n" _ "${markdown}")
  string(REPLACE "`" "" title "${CMAKE_MATCH_1}")
  set(${out} "${title}" PARENT_SCOPE)
endfunction()

file(GLOB paths "${FOLDER}/*.md")
list(SORT paths)
foreach(path IN LISTS paths)
  get_filename_component(name "${path}" NAME_WE)
  file(READ "${path}" markdown)
  title_of(title_${name} "${markdown}")
endforeach()
set(texts "")
set(entries "")
set(count 0)
foreach(path IN LISTS paths)
  get_filename_component(name "${path}" NAME_WE)
  file(READ "${path}" markdown)
  string(REGEX REPLACE "<!--([^-]|-[^-]|--[^>])*-->\n?" "" markdown "${markdown}")
  set(title "${title_${name}}")
  string(TOLOWER "${name}" topic)
  string(REPLACE "_" "-" topic "${topic}")
  if(name STREQUAL "README")
    set(topic documents)
  endif()
  text_literal(title_literal "${title}")
  text_literal(text "${markdown}")
  string(APPEND texts "static const char markdown_${count}[] =\n${text};\n")
  set(html NULL)
  set(man NULL)
  if(LOWDOWN)
    file(WRITE "${OUTPUT}.md" "${markdown}")
    render_html(text "${OUTPUT}.md")
    text_literal(text "${text}")
    string(APPEND texts "static const char html_${count}[] =\n${text};\n")
    set(html "html_${count}")
    execute_process(COMMAND "${CMAKE_COMMAND}" "-DLOWDOWN=${LOWDOWN}" "-DDOCUMENT=${path}" "-DOUTPUT=${OUTPUT}.man"
        "-DNAME=solvent-${topic}" -DSECTION=7 "-DTEXT=${title}" "-DVERSION=${VERSION}"
        -P "${CMAKE_CURRENT_LIST_DIR}/MakePage.cmake"
      RESULT_VARIABLE failed)
    if(failed)
      message(FATAL_ERROR "${path}: no man page")
    endif()
    file(READ "${OUTPUT}.man" text)
    text_literal(text "${text}")
    string(APPEND texts "static const char man_${count}[] =\n${text};\n")
    set(man "man_${count}")
    file(REMOVE "${OUTPUT}.md" "${OUTPUT}.man")
  endif()
  string(APPEND entries "    {\"${name}\", \"${topic}\", ${title_literal},\n     markdown_${count}, ${html}, ${man}},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(GLOB paths "${FOLDER}/*.svg" "${FOLDER}/*.png")
list(SORT paths)
set(pictures "")
set(count 0)
foreach(path IN LISTS paths)
  get_filename_component(name "${path}" NAME)
  get_filename_component(kind "${path}" EXT)
  picture_bytes(bytes "${path}")
  if(kind STREQUAL ".svg")
    set(type "image/svg+xml")
  else()
    set(type "image/png")
  endif()
  string(APPEND texts "static const unsigned char picture_${count}[] = {\n${bytes}};\n")
  string(APPEND pictures "    {\"${name}\", \"${type}\", picture_${count}, sizeof picture_${count}},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE "${OUTPUT}.tmp" "/* Generated from docs by cmake/EmbedDocuments.cmake. */
#include \"tools/documents/documents.h\"

${texts}
const struct svi_document svi_documents[] = {
${entries}    {NULL, NULL, NULL, NULL, NULL, NULL},
};

const struct svi_document_picture svi_document_pictures[] = {
${pictures}    {NULL, NULL, NULL, 0},
};
")
file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
