# Flags for all of our own targets; nothing here reaches a user of the installed SDK.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

add_compile_definitions(_POSIX_C_SOURCE=200809L)
add_compile_options(
  -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes
  -ffp-contract=off # ratings must not depend on whether a machine has fused multiply-add
  "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=" # __FILE__ is the same in every checkout
)
if(SOLVENT_WERROR)
  add_compile_options(-Werror)
endif()

if(SOLVENT_FUZZ AND NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "SOLVENT_FUZZ needs clang (Debian packages clang, libclang-rt-14-dev): "
    "use the preset fuzz or -DCMAKE_C_COMPILER=clang")
endif()
if(SOLVENT_SANITIZE)
  string(REPLACE ";" "," _sanitize "${SOLVENT_SANITIZE}")
  add_compile_options(-fsanitize=${_sanitize} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${_sanitize})
  # For code that has to know: a sanitizer reserves terabytes of address space, for one.
  add_compile_definitions(SV_SANITIZED=1)
endif()
if(SOLVENT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# gcc copies and clears structs by `rep movs` and `rep stos`, which are slow to start and wait for what was written last: a
# position that has just been patched, say. Loops of vectors are faster, and libc is from some size on.
if(NOT SOLVENT_SANITIZE AND CMAKE_BUILD_TYPE STREQUAL "Release")
  include(CheckCCompilerFlag)
  set(_loops "vector_loop:2048:noalign,libcall:-1:noalign")
  check_c_compiler_flag(-mmemcpy-strategy=${_loops} SOLVENT_HAS_MEMCPY_STRATEGY)
  if(SOLVENT_HAS_MEMCPY_STRATEGY)
    add_compile_options(-mmemcpy-strategy=${_loops} -mmemset-strategy=${_loops})
  endif()
endif()

if(SOLVENT_LTO AND NOT SOLVENT_SANITIZE AND CMAKE_BUILD_TYPE STREQUAL "Release")
  include(CheckIPOSupported)
  check_ipo_supported(RESULT _ipo OUTPUT _ipo_output LANGUAGES C)
  if(_ipo)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
      add_link_options(-flto=auto) # all cores; gcc warns when it is not told how many
    endif()
  else()
    message(STATUS "No link-time optimisation with this compiler and linker")
  endif()
endif()
