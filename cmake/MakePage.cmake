# cmake -DLOWDOWN=... -DDOCUMENT=page.md -DOUTPUT=page.5 -DNAME=... -DSECTION=5 -DTEXT=... -DVERSION=... -P MakePage.cmake
# A document as a man page: its title becomes NAME, its sections stay; marks for tests and links to other files go.
file(READ "${DOCUMENT}" text)
string(REPLACE ";" "\;" text "${text}")
string(REGEX REPLACE "<!--[^>]*-->" "" text "${text}")
string(REGEX REPLACE "^# ([^\n]*)\n" "# NAME\n\n${NAME} - ${TEXT}\n\n# DESCRIPTION\n" text "${text}")
string(REGEX REPLACE "!\\[[^]]*\\]\\([^)]*\\)" "" text "${text}")
string(REGEX REPLACE "\\[([^]]*)\\]\\([^)]*\\)" "\\1" text "${text}")
string(REPLACE "\\;" ";" text "${text}")
file(WRITE "${OUTPUT}.md" "${text}")
execute_process(COMMAND "${LOWDOWN}" -s -Tman --out-no-smarty "-Mtitle=${NAME}" "-Msection=${SECTION}" "-Msource=Solvent ${VERSION}" "-Mdate="
    "-Mvolume=Solvent" "${OUTPUT}.md"
  OUTPUT_FILE "${OUTPUT}.tmp" RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "lowdown: ${DOCUMENT}: ${failed}")
endif()
file(REMOVE "${OUTPUT}.md")
file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
