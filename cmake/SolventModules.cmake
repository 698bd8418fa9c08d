# The modules of the project, and who may enter whom. A source of a module is compiled with an include path that
# leads to its own module, to those named here and what their headers include in turn, and to nothing else of
# ours but the public headers (<solvent/...>): a folder of links made for each module. Every include names its
# module ("game/op.h"). tests/system/test_modules.sh reads this list and holds each include to it, without
# those in turn; docs/modules.mmd shows what is entered.

# solvent_module(NAME FOLDER module...): NAME is how includes call it, below which the files of FOLDER are found.
function(solvent_module name folder)
  set(reached ${name})
  foreach(entered IN LISTS ARGN)
    get_property(beyond GLOBAL PROPERTY "solvent_module_${entered}_reaches")
    if(NOT beyond)
      message(FATAL_ERROR "cmake/SolventModules.cmake: ${name} enters ${entered}, which does not stand above it")
    endif()
    list(APPEND reached ${beyond})
  endforeach()
  list(REMOVE_DUPLICATES reached)
  set_property(GLOBAL PROPERTY "solvent_module_${name}_reaches" ${reached})
  set_property(GLOBAL PROPERTY "solvent_module_${name}_enters" ${ARGN})
  set_property(GLOBAL PROPERTY "solvent_module_${name}_folder" "${folder}")
  foreach(module IN LISTS reached)
    get_property(there GLOBAL PROPERTY "solvent_module_${module}_folder")
    set(link "${PROJECT_BINARY_DIR}/modules/${name}/include/${module}")
    get_filename_component(parent "${link}" DIRECTORY)
    file(MAKE_DIRECTORY "${parent}")
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${there}" "${link}" SYMBOLIC)
  endforeach()
endfunction()

# solvent_target(TARGET NAME [library...]): compiles the sources of a target with the include path of a module, and links what the
# module enters and these libraries. An archive holds the module's own objects alone; its users link the rest.
function(solvent_target target name)
  target_include_directories(${target} PRIVATE "${PROJECT_BINARY_DIR}/modules/${name}/include"
    "${PROJECT_SOURCE_DIR}/sdk/include" "${PROJECT_BINARY_DIR}/include")
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set(scope PRIVATE)
  else()
    set(scope INTERFACE)
  endif()
  get_property(entered GLOBAL PROPERTY "solvent_module_${name}_enters")
  list(TRANSFORM entered PREPEND "solvent_")
  string(REPLACE "/" "_" entered "${entered}")
  solvent_link(${target} ${scope} ${entered})
  target_link_libraries(${target} ${scope} ${ARGN})
endfunction()

# solvent_library(NAME [library...]): the archive solvent_NAME of a module's sources, found again at every build.
function(solvent_library name)
  string(REPLACE "/" "_" target "solvent_${name}")
  get_property(folder GLOBAL PROPERTY "solvent_module_${name}_folder")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.c")
  list(SORT sources)
  list(FILTER sources EXCLUDE REGEX "/(cli/main|gate/main|fit_value)\\.c$") # programs
  add_library(${target} STATIC ${sources})
  solvent_target(${target} ${name} ${ARGN})
endfunction()

# Links of an earlier configuration would keep open what has been closed since.
file(REMOVE_RECURSE "${PROJECT_BINARY_DIR}/modules")

solvent_module(base     sdk/base)
solvent_module(game     sdk/game)
solvent_module(value    sdk/value    game)
solvent_module(wire     sdk/wire     base game)
solvent_module(edition  sdk/edition  base game)
solvent_module(channel  sdk/channel  base wire)
solvent_module(bot      sdk/bot      base game wire channel)
solvent_module(remote   sdk/remote   wire bot)
solvent_module(bots     bots)
solvent_module(policy   sdk/policy   bots)
solvent_module(record   sdk/record   base game wire)
solvent_module(env      sdk/env      base game value wire bot record)
solvent_module(memory   arbiter/memory   base)
solvent_module(stats    arbiter/stats    memory)
solvent_module(luck     arbiter/luck     value record)
solvent_module(secret   arbiter/secret   base memory)
solvent_module(keys     arbiter/keys     base)
solvent_module(process  arbiter/process  base memory wire secret keys)
solvent_module(supervisor   arbiter/supervisor   base process)
solvent_module(session  arbiter/session  base memory game wire record secret)
solvent_module(job      arbiter/job      memory record luck)
solvent_module(schedule arbiter/schedule base memory stats keys job)
solvent_module(store    arbiter/store    base memory record job schedule)
solvent_module(config   arbiter/config   base memory wire channel edition secret keys process schedule store)
solvent_module(runner   arbiter/runner   base memory wire channel record luck process session job)
solvent_module(probe    arbiter/probe    memory wire record session runner)
solvent_module(league   arbiter/league   base memory stats luck process session job schedule store config runner)
solvent_module(ranking  arbiter/ranking  base memory stats job schedule store league)
solvent_module(tools/console tools/console base memory)
solvent_module(tools/documents tools/documents)
solvent_module(tools/analysis tools/analysis base memory game value record luck policy store tools/console)
solvent_module(tools/game_data tools/game_data base record luck tools/console tools/analysis)
solvent_module(tools/opener  tools/opener  game tools/analysis tools/game_data)
solvent_module(tools/replay  tools/replay
  base memory record luck process session job store probe league ranking tools/console tools/game_data)
solvent_module(tools/report  tools/report  base memory record stats job store ranking tools/console tools/analysis tools/replay)
solvent_module(tools/serve   tools/serve
  base memory job schedule store league stats tools/console tools/documents tools/analysis tools/replay tools/report)
solvent_module(tools/play    tools/play    base memory record tools/console tools/game_data tools/replay tools/serve)
solvent_module(tools/tui     tools/tui     base memory record tools/console tools/analysis tools/replay)
solvent_module(tools/check   tools/check   base game edition record job process session runner tools/console)
solvent_module(tools/bench   tools/bench   base memory process schedule store config runner league)
solvent_module(tools/gate    tools/gate    base memory wire channel tools/console)
solvent_module(tools/cli     tools/cli
  base memory wire channel edition record stats luck keys process job schedule store config runner probe league ranking
  tools/console tools/documents tools/analysis tools/replay tools/report tools/serve tools/play tools/tui tools/check tools/bench)
solvent_module(tools/manual  tools/manual  base tools/console tools/cli)
solvent_module(tools/fit     tools/fit     stats value)
