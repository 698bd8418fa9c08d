# Man pages on the SDK and on formats, bots, leagues and editions: the documents, set by lowdown (tools/CMakeLists.txt
# looks for it).
if(LOWDOWN AND TARGET solvent)
  set(league LEAGUES)
  if(EXISTS "${PROJECT_SOURCE_DIR}/docs/LEAGUE_FILE.md")
    set(league LEAGUE_FILE)
  endif()
  # page|document|what whatis says
  set(pages
    "solvent-bot.3|SDK|writing a bot for Solvent in C or C++"
    "solvent-python.3|PYTHON|writing a bot for Solvent in Python"
    "solvent-league.5|${league}|league files of Solvent, and running them"
    "solvent-edition.5|EDITIONS|edition files of Solvent: boards, deeds, cards, rules"
    "solvent-replay.5|REPLAY_FORMAT|recorded games of Solvent"
    "solvent-manifest.5|MANIFEST|what solvent-manifest(1) prints"
    "solvent-protocol.7|PROTOCOL|the protocol between arbiter and bot"
    "solvent-bots.7|BOTS|the reference bots of Solvent, and how bots are checked"
    "solvent-rules.7|RULES|the rules that Solvent plays by"
    "solvent-versions.7|VERSIONS|versions of Solvent and what they promise")
  set(made "")
  foreach(page IN LISTS pages)
    string(REGEX MATCH "^(solvent-[a-z]+)[.]([0-9])[|]([A-Z_]+)[|](.*)$" _ "${page}")
    set(name "${CMAKE_MATCH_1}")
    set(section "${CMAKE_MATCH_2}")
    set(document "${PROJECT_SOURCE_DIR}/docs/${CMAKE_MATCH_3}.md")
    set(out "${PROJECT_BINARY_DIR}/pages/${name}.${section}")
    add_custom_command(OUTPUT "${out}"
      COMMAND "${CMAKE_COMMAND}" "-DLOWDOWN=${LOWDOWN}" "-DDOCUMENT=${document}" "-DOUTPUT=${out}" "-DNAME=${name}"
              "-DSECTION=${section}" "-DTEXT=${CMAKE_MATCH_4}" "-DVERSION=${PROJECT_VERSION}"
              -P "${PROJECT_SOURCE_DIR}/cmake/MakePage.cmake"
      DEPENDS "${document}" "${PROJECT_SOURCE_DIR}/cmake/MakePage.cmake"
      COMMENT "Writing ${name}(${section})"
      VERBATIM)
    list(APPEND made "${out}")
    if(section STREQUAL "3")
      set(component libsolvent-dev)
    else()
      set(component solvent)
    endif()
    if(name STREQUAL "solvent-python")
      set(component python3-solvent)
    endif()
    install(FILES "${out}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}" COMPONENT ${component})
  endforeach()
  add_custom_target(solvent_documents ALL DEPENDS ${made})
  add_dependencies(solvent_product solvent_documents)
endif()
