# The pages (tools/site): TypeScript made into a script and a style for each kind of page by esbuild, compiled in.
set(_site ON)
if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/site") # of a source archive
  set(_site "${PROJECT_SOURCE_DIR}/site")
endif()
set(SOLVENT_SITE "${_site}" CACHE STRING "Pages: ON bundles them (needs esbuild), a folder has finished bundles, OFF leaves them out")

set(_site "${PROJECT_SOURCE_DIR}/tools/site")
set(_embed "${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake")
add_library(solvent_site STATIC)
target_include_directories(solvent_site PRIVATE
  "${PROJECT_BINARY_DIR}/modules/tools/replay/include"
  "${PROJECT_BINARY_DIR}/modules/tools/play/include"
  "${PROJECT_BINARY_DIR}/modules/tools/report/include"
  "${PROJECT_SOURCE_DIR}/sdk/include" "${PROJECT_BINARY_DIR}/include")

if(SOLVENT_SITE)
  find_package(ZLIB QUIET)
  set(_missing "")
  set(_bundles "${PROJECT_BINARY_DIR}/site")
  if(SOLVENT_SITE MATCHES "^(ON|YES|TRUE|Y|1)$")
    find_program(ESBUILD esbuild DOC "esbuild, the bundler of the pages")
    if(NOT ESBUILD)
      list(APPEND _missing esbuild)
    endif()
    set(_esbuild "${ESBUILD}")
  else()
    set(_esbuild "")
    get_filename_component(_bundles "${SOLVENT_SITE}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
    foreach(bundle IN ITEMS site game play)
      foreach(kind IN ITEMS js css)
        if(NOT EXISTS "${_bundles}/${bundle}.${kind}")
          message(FATAL_ERROR "SOLVENT_SITE: no file ${bundle}.${kind} in ${_bundles}; expected what tools/site/bundle makes where esbuild is")
        endif()
      endforeach()
    endforeach()
  endif()
  if(NOT ZLIB_FOUND)
    list(APPEND _missing zlib)
  endif()
  if(_missing)
    solvent_install_command(_command ${_missing})
    message(FATAL_ERROR "The pages cannot be built, this is missing.\n${_command}"
      "Or take finished pages, made elsewhere by tools/site/bundle FOLDER: -DSOLVENT_SITE=FOLDER\n"
      "Or configure without pages (a report is then one plain table): -DSOLVENT_SITE=OFF")
  endif()

  include(SolventOpener)
  file(GLOB_RECURSE _sources CONFIGURE_DEPENDS
    "${_site}/src/*.ts" "${_site}/src/*.tsx" "${_site}/src/*.css" "${_site}/vendor/*")

  # bundle(NAME HEADER PREFIX FILES packages...): one script and one style from a kind of page's sources, and the C file
  # that has them and FILES.
  function(bundle name header prefix files)
    if(_esbuild)
      add_custom_command(OUTPUT "${_bundles}/${name}.js" "${_bundles}/${name}.css"
        COMMAND "${CMAKE_COMMAND}" -E env "ESBUILD=${_esbuild}" "${_site}/bundle" "${_bundles}" ${name}
        DEPENDS ${_sources} "${_site}/tsconfig.json" "${_site}/bundle"
        COMMENT "Bundling the pages of ${name}"
        VERBATIM)
    endif()
    list(TRANSFORM ARGN PREPEND "${_site}/vendor/")
    list(JOIN ARGN "|" packages)
    set(code "${PROJECT_BINARY_DIR}/site/${name}.c")
    string(REGEX MATCHALL "[^|=]*/[^|]*" others "${files}")
    add_custom_command(OUTPUT "${code}"
      COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${code}" "-DHEADER=${header}" "-DPREFIX=${prefix}"
              "-DFILES=script=${_bundles}/${name}.js|style=${_bundles}/${name}.css|${files}" "-DPACKAGES=${packages}" -P "${_embed}"
      DEPENDS "${_bundles}/${name}.js" "${_bundles}/${name}.css" ${others} "${_embed}"
      COMMENT "Embedding the pages of ${name}"
      VERBATIM)
    target_sources(solvent_site PRIVATE "${code}")
  endfunction()

  bundle(site tools/report/report.h svi_site_ "template=${_site}/site.html|text=${_site}/text.html|letters=${_site}/vendor/dejavu/letters" preact)
  bundle(game tools/replay/html.h svi_page_ "template=${_site}/game.html|opener=${opener}" uplot preact)
  bundle(play tools/play/server.h svi_play_ "template=${_site}/play.html" preact)
  foreach(user IN ITEMS solvent_tools_replay solvent_tools_play solvent_tools_report solvent_tools_serve)
    target_compile_definitions(${user} PRIVATE SOLVENT_SITE)
    target_link_libraries(${user} INTERFACE solvent_site ZLIB::ZLIB)
  endforeach()
else() # documents have the style as it is written
  set(_theme "${_site}/src/theme.css")
  set(_style "${_site}/src/style.css")
  set(_text "${_site}/text.html")
  set(_code "${PROJECT_BINARY_DIR}/site/text.c")
  add_custom_command(OUTPUT "${_code}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${_code}" "-DHEADER=tools/report/report.h" "-DPREFIX=svi_site_"
            "-DFILES=style=${_theme}+${_style}|text=${_text}" -P "${_embed}"
    DEPENDS "${_theme}" "${_style}" "${_text}" "${_embed}"
    COMMENT "Embedding the style of documents"
    VERBATIM)
  target_sources(solvent_site PRIVATE "${_code}")
  target_link_libraries(solvent_tools_report INTERFACE solvent_site)
endif()
