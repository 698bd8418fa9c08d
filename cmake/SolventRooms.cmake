# The rooms of the house, and who may enter whom. A source of a room is compiled with an include path that
# leads to its own room, to those named here and what their headers include in turn, and to nothing else of
# ours but the public headers (<solvent/...>): a folder of links made for each room. Every include names its
# room ("game/op.h"). tests/system/test_rooms.sh reads this list and holds each include to it, without
# those in turn; docs/ARCHITECTURE.md shows what is entered.

# solvent_room(NAME FOLDER room...): NAME is how includes call it, below which the files of FOLDER are found.
function(solvent_room name folder)
  set(reached ${name})
  foreach(entered IN LISTS ARGN)
    get_property(beyond GLOBAL PROPERTY "solvent_room_${entered}_reaches")
    if(NOT beyond)
      message(FATAL_ERROR "cmake/SolventRooms.cmake: ${name} enters ${entered}, which does not stand above it")
    endif()
    list(APPEND reached ${beyond})
  endforeach()
  list(REMOVE_DUPLICATES reached)
  set_property(GLOBAL PROPERTY "solvent_room_${name}_reaches" ${reached})
  set_property(GLOBAL PROPERTY "solvent_room_${name}_folder" "${folder}")
  foreach(room IN LISTS reached)
    get_property(there GLOBAL PROPERTY "solvent_room_${room}_folder")
    set(link "${PROJECT_BINARY_DIR}/rooms/${name}/include/${room}")
    get_filename_component(parent "${link}" DIRECTORY)
    file(MAKE_DIRECTORY "${parent}")
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${there}" "${link}" SYMBOLIC)
  endforeach()
endfunction()

# solvent_room_sources(OUT NAME pattern...): the sources of a room below the current folder, found again at
# every build, with their include path.
function(solvent_room_sources out name)
  solvent_sources(files ${ARGN})
  set_source_files_properties(${files} PROPERTIES
    INCLUDE_DIRECTORIES "${PROJECT_BINARY_DIR}/rooms/${name}/include")
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# Links of an earlier configuration would keep open what has been closed since.
file(REMOVE_RECURSE "${PROJECT_BINARY_DIR}/rooms")

solvent_room(base     sdk/base)
solvent_room(game     sdk/game)
solvent_room(value    sdk/value)
solvent_room(wire     sdk/wire     base game)
solvent_room(edition  sdk/edition  base game)
solvent_room(channel  sdk/channel  base wire)
solvent_room(bot      sdk/bot      base game wire channel)
solvent_room(policy   sdk/policy)
solvent_room(record   sdk/record   base game wire)
solvent_room(env      sdk/env      game wire)
solvent_room(bots     bots)
solvent_room(stats    arbiter/stats)
solvent_room(luck     arbiter/luck     game value record)
solvent_room(process  arbiter/process  base wire)
solvent_room(keeper   arbiter/keeper   process)
solvent_room(session  arbiter/session  base game wire record)
solvent_room(job      arbiter/job      game record luck process)
solvent_room(schedule arbiter/schedule base stats job)
solvent_room(store    arbiter/store    base session job schedule)
solvent_room(config   arbiter/config   base wire channel edition process job schedule store)
solvent_room(runner   arbiter/runner   base wire channel record luck process session job)
solvent_room(league   arbiter/league   base stats process session job schedule store config runner)
solvent_room(ranking  arbiter/ranking  stats job schedule store league)
solvent_room(tools/console tools/console base)
solvent_room(tools/replay  tools/replay
  base wire record luck process session job store runner league ranking tools/console)
solvent_room(tools/report  tools/report  base stats job ranking tools/console)
solvent_room(tools/serve   tools/serve
  base session job schedule store league ranking tools/replay tools/report)
solvent_room(tools/tui     tools/tui     base record tools/console tools/replay)
solvent_room(tools/check   tools/check   base edition record process session tools/console tools/replay)
solvent_room(tools/bench   tools/bench   wire record process schedule store config runner league)
solvent_room(tools/gate    tools/gate    wire channel tools/console)
solvent_room(tools/cli     tools/cli
  base wire edition record stats luck process job schedule store config runner league ranking
  tools/console tools/replay tools/report tools/serve tools/tui tools/check tools/bench tools/gate)
solvent_room(tools/manual  tools/manual  tools/console tools/cli)
