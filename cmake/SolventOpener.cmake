# The page that opens any recorded game without a server (tools/opener): rules, luck and analysis as WebAssembly, which bots in
# JavaScript get too. Where clang cannot build that, `solvent replay --html` without a game and the page /open of `solvent serve`
# are not there.
# Sets `opener` to the file, packed by gzip, or to nothing where it is not built, as under sanitizers.
set(opener "")
if(SOLVENT_SANITIZE)
  return() # it would be the same, as clang has no sanitizers for WebAssembly
endif()
find_program(WASM_CLANG NAMES clang clang-14 clang-19 DOC "clang, which builds the page that opens recorded games")
set(_wasm --target=wasm32-wasi)
set(_linked -mexec-model=reactor) # a library: it has no main()
if(WASM_CLANG AND NOT SOLVENT_HAS_WASM) # what was missing may have been installed
  file(WRITE "${PROJECT_BINARY_DIR}/opener/probe.c" "#include <stdlib.h>\nvoid *probe(void);\nvoid *probe(void) { return malloc(1); }\n")
  execute_process(
    COMMAND "${WASM_CLANG}" ${_wasm} ${_linked} -Wl,--export=probe probe.c -o probe.wasm
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}/opener" RESULT_VARIABLE _failed OUTPUT_QUIET ERROR_QUIET)
  if(_failed)
    set(SOLVENT_HAS_WASM OFF CACHE INTERNAL "clang builds WebAssembly")
  else()
    set(SOLVENT_HAS_WASM ON CACHE INTERNAL "clang builds WebAssembly")
  endif()
endif()
find_program(GZIP gzip)
if(NOT SOLVENT_HAS_WASM OR NOT GZIP)
  message(STATUS "No page that opens recorded games (Debian: apt-get install clang lld wasi-libc libclang-rt-dev-wasm32)")
  return()
endif()

# The headers of libmsgpack, without those of this machine beside them.
set(_made "${PROJECT_BINARY_DIR}/opener")
find_path(_msgpack_dir msgpack.h REQUIRED)
file(MAKE_DIRECTORY "${_made}/include")
foreach(header IN ITEMS msgpack msgpack.h)
  file(CREATE_LINK "${_msgpack_dir}/${header}" "${_made}/include/${header}" SYMBOLIC)
endforeach()

set(_root "${PROJECT_SOURCE_DIR}")
file(GLOB _sources CONFIGURE_DEPENDS "${_root}/sdk/game/*.c" "${_root}/sdk/policy/*.c" "${_root}/sdk/record/*.c" "${_root}/sdk/text/*.c"
  "${_root}/sdk/value/*.c" "${_root}/sdk/wire/*.c" "${_root}/arbiter/luck/*.c" "${_root}/tools/game_data/*.c"
  "${_root}/tools/opener/*.c")
foreach(source IN ITEMS sdk/base/buf sdk/base/error sdk/base/json sdk/base/json_read sdk/base/nearest sdk/base/number sdk/base/options sdk/base/out sdk/base/utf8 sdk/bot/decide sdk/bot/log_sink
    sdk/bot/playout tools/analysis/analysis tools/analysis/decisions
    tools/analysis/evaluated tools/analysis/evaluation
    tools/analysis/turnings tools/console/seat_mark)
  list(APPEND _sources "${_root}/${source}.c")
endforeach()

set(_objects "")
foreach(source IN LISTS _sources)
  file(RELATIVE_PATH name "${_root}" "${source}")
  get_filename_component(module "${name}" DIRECTORY)
  string(REGEX REPLACE "^(sdk|arbiter)/" "" module "${module}")
  string(REPLACE "/" "." name "${name}")
  set(object "${_made}/${name}.o")
  add_custom_command(OUTPUT "${object}"
    COMMAND "${WASM_CLANG}" ${_wasm} -std=c17 -O2 -ffp-contract=off -ffunction-sections -fdata-sections -Wall $<$<BOOL:${SOLVENT_WERROR}>:-Werror>
            -D_POSIX_C_SOURCE=200809L "-I${PROJECT_BINARY_DIR}/modules/${module}/include"
            "-I${_root}/tools/opener" "-I${PROJECT_BINARY_DIR}/modules/tools/opener/include" "-I${_root}/sdk/include" "-I${PROJECT_BINARY_DIR}/include" "-I${_made}/include"
            -MD -MF "${object}.d" -c "${source}" -o "${object}"
    DEPENDS "${source}"
    DEPFILE "${object}.d"
    COMMAND_EXPAND_LISTS
    VERBATIM)
  list(APPEND _objects "${object}")
endforeach()

# Functions for policy.mjs that need nothing translated.
set(_exports "")
foreach(function IN ITEMS rivals_create rivals_destroy rivals_see value_create value_destroy)
  list(APPEND _exports "-Wl,--export=sv_${function}")
endforeach()

# The stack comes first, so that one that grows too large ends the program and overwrites nothing.
add_custom_command(OUTPUT "${_made}/opener.wasm.gz"
  COMMAND "${WASM_CLANG}" ${_wasm} ${_linked} -Wl,--gc-sections,-s,--stack-first,-z,stack-size=4194304 ${_exports} -o "${_made}/opener.wasm" ${_objects}
  COMMAND "${GZIP}" -9nkf "${_made}/opener.wasm"
  DEPENDS ${_objects}
  COMMENT "Building the page that opens recorded games"
  VERBATIM)
set(opener "${_made}/opener.wasm.gz")
