# Every library is looked for before any is reported, so that one run names all that is missing.
set(_missing "")
set(_packages "")

macro(_solvent_missing what package)
  list(APPEND _missing "  ${what}: Debian package ${package}")
  list(APPEND _packages "${package}")
endmacro()

# _solvent_require(PREFIX "library" package module...): the first pkg-config module found becomes
# PkgConfig::PREFIX, and its name is kept in PREFIX_PKG for the descriptions of the installed SDK.
macro(_solvent_require prefix what package)
  set(${prefix}_PKG "")
  if(PkgConfig_FOUND)
    pkg_search_module(${prefix} QUIET IMPORTED_TARGET ${ARGN})
    set(${prefix}_PKG "${${prefix}_MODULE_NAME}")
  endif()
  if(TARGET PkgConfig::${prefix})
    # Their headers all lie in includedir. What else a module says about compiling is for its static
    # dependencies, and CMake 3.25 orders it differently when it configures again, which would rebuild
    # everything.
    set_target_properties(PkgConfig::${prefix} PROPERTIES
      INTERFACE_COMPILE_OPTIONS "" INTERFACE_INCLUDE_DIRECTORIES "${${prefix}_INCLUDEDIR}")
  else()
    _solvent_missing("${what}" ${package})
  endif()
endmacro()

find_package(PkgConfig QUIET)
if(NOT PkgConfig_FOUND)
  _solvent_missing("pkg-config" pkg-config)
endif()
if(SOLVENT_REMOTE)
  _solvent_require(ZMQ "libzmq (ZeroMQ; or configure with -DSOLVENT_REMOTE=OFF)" libzmq3-dev libzmq)
endif()
# msgpack-c 6 has a CMake package that is right and, in Debian 13, a pkg-config module that is not: its
# includedir is relative. Before that there is only the module. For solvent.pc the package is -l and a name.
set(MSGPACK_LIBS "")
find_package(msgpack-c QUIET CONFIG)
if(TARGET msgpack-c AND NOT TARGET PkgConfig::MSGPACK)
  add_library(PkgConfig::MSGPACK INTERFACE IMPORTED)
  target_link_libraries(PkgConfig::MSGPACK INTERFACE msgpack-c)
  set(MSGPACK_PKG "")
  get_target_property(_file msgpack-c LOCATION)
  get_filename_component(_folder "${_file}" DIRECTORY)
  get_filename_component(_name "${_file}" NAME)
  string(REGEX REPLACE "^lib|\\.(so|a|dylib)[0-9.]*$" "" _name "${_name}")
  if(NOT _folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
    set(MSGPACK_LIBS "-L${_folder} ")
  endif()
  string(APPEND MSGPACK_LIBS "-l${_name}")
else()
  _solvent_require(MSGPACK "msgpack-c (MessagePack for C)" libmsgpack-dev msgpack-c msgpack)
endif()
_solvent_require(SODIUM "libsodium" libsodium-dev libsodium)
_solvent_require(SECCOMP "libseccomp" libseccomp-dev libseccomp)
_solvent_require(SQLITE "SQLite 3" libsqlite3-dev sqlite3)
_solvent_require(YAML "libyaml" libyaml-dev yaml-0.1)
_solvent_require(MICROHTTPD "libmicrohttpd" libmicrohttpd-dev libmicrohttpd)
_solvent_require(NCURSES "ncurses (with wide characters)" libncurses-dev ncursesw)
if(SOLVENT_TESTS)
  _solvent_require(CMOCKA "cmocka (or configure with -DSOLVENT_TESTS=OFF)" libcmocka-dev cmocka)
endif()

if(_missing)
  list(JOIN _missing "\n" _missing)
  list(JOIN _packages " " _packages)
  message(FATAL_ERROR "Solvent cannot be built, this is missing:\n${_missing}\n"
    "On Debian:\n  apt-get install ${_packages}")
endif()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
