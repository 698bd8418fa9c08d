# Flags for all of our own targets; nothing here reaches a user of the installed SDK.
if(CMAKE_VERSION VERSION_LESS 3.21) # which knows no 17
  add_compile_options(-std=c17)
else()
  set(CMAKE_C_STANDARD 17)
  set(CMAKE_C_STANDARD_REQUIRED ON)
  set(CMAKE_C_EXTENSIONS OFF)
endif()
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
# Before version 11 gcc warns where both sides of ?: have the type wanted, and where it writes two arrays at once itself.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 11)
  add_compile_options(-Wno-conversion -Wno-sign-conversion -Wno-stringop-overflow)
  add_link_options(-Wno-stringop-overflow) # link-time optimisation
endif()
# clang 14 warns of variables that are only freed, and of fields that the initialiser of an array leaves out.
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wno-unused-variable -Wno-missing-field-initializers)
endif()
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

# Link-time optimisation, by gcc: of the targets with the property SOLVENT_LTO, which play games. All others link the machine code
# that objects have beside what it reads.
if(SOLVENT_LTO AND NOT SOLVENT_SANITIZE AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  include(CheckCCompilerFlag)
  check_c_compiler_flag(-flto=auto SOLVENT_HAS_LTO)
endif()
if(SOLVENT_HAS_LTO)
  add_compile_options(-flto=auto -ffat-lto-objects)
  add_link_options($<IF:$<BOOL:$<TARGET_PROPERTY:SOLVENT_LTO>>,-flto=auto,-fno-lto>)
endif()
