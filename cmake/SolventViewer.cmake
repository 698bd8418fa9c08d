# The replay page (tools/viewer): TypeScript made into one script and one style by esbuild, compiled in.
option(SOLVENT_VIEWER "Build the page of `solvent replay --html` (needs esbuild and zlib)" ON)

if(SOLVENT_VIEWER)
  find_program(ESBUILD esbuild DOC "esbuild, the bundler of the replay page")
  find_package(ZLIB QUIET)
  set(_missing "")
  if(NOT ESBUILD)
    list(APPEND _missing esbuild)
  endif()
  if(NOT ZLIB_FOUND)
    list(APPEND _missing zlib1g-dev)
  endif()
  if(_missing)
    list(JOIN _missing " " _missing)
    message(FATAL_ERROR "The replay page cannot be built, this is missing.\n"
      "On Debian:\n  apt-get install ${_missing}\n"
      "Or configure without the page (`solvent replay --html`): -DSOLVENT_VIEWER=OFF")
  endif()

  set(viewer "${PROJECT_SOURCE_DIR}/tools/viewer")
  set(built "${PROJECT_BINARY_DIR}/viewer")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    "${viewer}/src/*.ts" "${viewer}/src/*.css" "${viewer}/vendor/*")
  # One script and one sheet from a page's sources.
  function(bundle name main what)
    add_custom_command(OUTPUT "${built}/${name}.js" "${built}/${name}.css"
      COMMAND "${ESBUILD}" "${viewer}/src/${main}" --bundle --minify --format=iife --charset=utf8
              --target=chrome111,firefox113,safari16.4 --legal-comments=none --log-level=warning
              "--outfile=${built}/${name}.js"
      DEPENDS ${sources}
      COMMENT "Bundling ${what}"
      VERBATIM)
  endfunction()

  include(SolventOpener)

  bundle(viewer main.ts "the replay page")
  set(embed "${PROJECT_SOURCE_DIR}/cmake/EmbedViewer.cmake")
  add_custom_command(OUTPUT "${built}/viewer.c"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${built}/viewer.c" "-DTEMPLATE=${viewer}/page.html"
            "-DSCRIPT=${built}/viewer.js" "-DSTYLE=${built}/viewer.css"
            "-DNOTICE=${viewer}/vendor/uplot/LICENSE" "-DOPENER=${opener}" -P "${embed}"
    DEPENDS ${opener} "${viewer}/vendor/uplot/LICENSE" "${built}/viewer.js" "${built}/viewer.css" "${viewer}/page.html" "${embed}"
    COMMENT "Embedding the replay page"
    VERBATIM)

  # The page of `solvent play`: the same board, fed by a match that goes on.
  bundle(play play/main.ts "the page to play on")
  set(embed "${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake")
  add_custom_command(OUTPUT "${built}/play.c"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${built}/play.c" "-DHEADER=tools/play/page.h" "-DTYPE=svi_play_file"
            "-DPREFIX=svi_play_"
            "-DFILES=template=${viewer}/play.html|script=${built}/play.js|style=${built}/play.css" -P "${embed}"
    DEPENDS "${built}/play.js" "${built}/play.css" "${viewer}/play.html" "${embed}"
    COMMENT "Embedding the page to play on"
    VERBATIM)

  add_library(solvent_viewer STATIC "${built}/viewer.c" "${built}/play.c")
  target_include_directories(solvent_viewer PRIVATE
    "${PROJECT_BINARY_DIR}/modules/tools/replay/include"
    "${PROJECT_BINARY_DIR}/modules/tools/play/include"
    "${PROJECT_SOURCE_DIR}/sdk/include" "${PROJECT_BINARY_DIR}/include")
  foreach(user IN ITEMS solvent_tools_replay solvent_tools_play)
    target_compile_definitions(${user} PRIVATE SOLVENT_VIEWER)
    target_link_libraries(${user} INTERFACE solvent_viewer ZLIB::ZLIB)
  endforeach()
endif()
