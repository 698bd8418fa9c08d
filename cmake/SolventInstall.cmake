# The installed library is one object in which only sv_* is still visible: its private names can
# clash with nobody's. That also turns link-time-optimisation objects back into machine code.
if(NOT SOLVENT_SANITIZE)
  set(prelink_flags "")
  if(SOLVENT_HAS_LTO)
    set(prelink_flags "-flto=auto -flinker-output=nolto-rel")
  endif()
  string(CONFIGURE [[
    set(object "@PROJECT_BINARY_DIR@/solvent_sdk.o")
    set(archive "@PROJECT_BINARY_DIR@/installed/libsolvent_sdk.a")
    file(REMOVE "${object}" "${archive}")
    file(MAKE_DIRECTORY "@PROJECT_BINARY_DIR@/installed")
    function(run)
      execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed)
      if(failed)
        message(FATAL_ERROR "libsolvent_sdk.a cannot be made: ${ARGV0}: ${failed}")
      endif()
    endfunction()
    run("@CMAKE_C_COMPILER@" -r -nostdlib -O3 -fPIC @prelink_flags@ -o "${object}"
      -Wl,--whole-archive "$<TARGET_FILE:solvent_sdk>")
    run("@CMAKE_OBJCOPY@" --wildcard --keep-global-symbol=sv_* "${object}")
    run("@CMAKE_AR@" rcs "${archive}" "${object}")
  ]] code @ONLY)
  install(CODE "${code}" COMPONENT libsolvent-dev)
  install(FILES "${PROJECT_BINARY_DIR}/installed/libsolvent_sdk.a"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libsolvent-dev)
endif()

install(FILES ${SOLVENT_ARCHIVES} DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libsolvent-dev)
if(TARGET solvent_remote)
  install(TARGETS solvent_remote ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libsolvent-dev)
endif()
if(TARGET solvent_shared)
  install(TARGETS solvent_shared LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    COMPONENT libsolvent NAMELINK_COMPONENT libsolvent-dev)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/sdk/include/" "${PROJECT_BINARY_DIR}/include/"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT libsolvent-dev FILES_MATCHING PATTERN "*.h")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/sdk/python/solvent" DESTINATION "${SOLVENT_INSTALL_PYTHONDIR}"
  COMPONENT python3-solvent PATTERN "__pycache__" EXCLUDE)
if(TARGET solvent)
  install(TARGETS solvent RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT solvent)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/manual/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
    COMPONENT solvent FILES_MATCHING PATTERN "*.1")
  install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/solvent.bash"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT solvent RENAME solvent)
  install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/_solvent"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT solvent)
  install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/solvent.fish"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT solvent)
  # AppArmor's profile, for this build and for the installed program.
  set(apparmor_solvent "${PROJECT_BINARY_DIR}/solvent")
  configure_file(cmake/solvent.apparmor.in apparmor @ONLY)
  set(apparmor_solvent "${CMAKE_INSTALL_FULL_BINDIR}/solvent")
  configure_file(cmake/solvent.apparmor.in installed/apparmor @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/installed/apparmor" DESTINATION "${CMAKE_INSTALL_DATADIR}/solvent" COMPONENT solvent)
  install(TARGETS solvent_supervisor solvent_relay_program solvent_seat RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}" COMPONENT solvent)
  install(FILES tools/mcp/server.mjs DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/solvent-mcp" COMPONENT solvent)
  install(DIRECTORY tools/mcp/vendor DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/solvent-mcp" COMPONENT solvent)
  if(TARGET solvent_gate)
    install(TARGETS solvent_gate RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}" COMPONENT solvent)
  endif()
  # Opponents: `solvent new-bot` writes where they are.
  foreach(name IN LISTS SOLVENT_BOTS)
    install(TARGETS bot_${name} RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/solvent/bots" COMPONENT solvent)
  endforeach()
  set(documents "")
  foreach(kind md mmd svg png py json jsonl)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/*.${kind}")
    list(APPEND documents ${found})
  endforeach()
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/leagues" DESTINATION "${CMAKE_INSTALL_DATADIR}/solvent" COMPONENT solvent)
  install(FILES ${documents} DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT solvent)
endif()

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT solvent)
if(SOLVENT_SITE) # the packages in the pages
  foreach(package IN ITEMS preact uplot dejavu)
    install(FILES "${PROJECT_SOURCE_DIR}/tools/site/vendor/${package}/LICENSE"
      DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT solvent RENAME LICENSE.${package})
  endforeach()
endif()

# Pages on what is not a command, from the documents.
include(SolventPages)

# All descriptions find the prefix from where they lie, so that a tree can be moved. The solvent.pc of the build
# folder is for bots without an installed SDK: cc mybot.c $(pkg-config --cflags --libs build/solvent.pc).
file(RELATIVE_PATH pc_prefix "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}")
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
set(pc_includedir "\${prefix}/sdk/include")
set(pc_libdir "\${pcfiledir}/sdk")
set(pc_cflags "-I\${includedir} -I\${pcfiledir}/include")
configure_file(cmake/solvent.pc.in solvent.pc @ONLY)
configure_file(cmake/solvent-remote.pc.in solvent-remote.pc @ONLY)
set(pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH pc_prefix "/${pc_dir}" /)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
set(pc_cflags "-I\${includedir}")
configure_file(cmake/solvent.pc.in installed/solvent.pc @ONLY)
configure_file(cmake/solvent-remote.pc.in installed/solvent-remote.pc @ONLY)
configure_file(cmake/solvent-shared.pc.in installed/solvent-shared.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/installed/solvent.pc" "${PROJECT_BINARY_DIR}/installed/solvent-shared.pc"
  DESTINATION "${pc_dir}" COMPONENT libsolvent-dev)
if(TARGET solvent_remote)
  install(FILES "${PROJECT_BINARY_DIR}/installed/solvent-remote.pc" DESTINATION "${pc_dir}" COMPONENT libsolvent-dev)
endif()

include(CMakePackageConfigHelpers)
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/solvent")
set(config_libdir "${CMAKE_INSTALL_LIBDIR}")
set(config_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
set(config_generated "${CMAKE_INSTALL_INCLUDEDIR}")
configure_package_config_file(cmake/solvent-config.cmake.in
  "${PROJECT_BINARY_DIR}/installed/solvent-config.cmake"
  INSTALL_DESTINATION "${config_dir}"
  PATH_VARS config_libdir config_includedir config_generated)
# The same for find_package() on the build folder.
set(config_libdir "${PROJECT_BINARY_DIR}/sdk")
set(config_includedir "${PROJECT_SOURCE_DIR}/sdk/include")
set(config_generated "${PROJECT_BINARY_DIR}/include")
configure_package_config_file(cmake/solvent-config.cmake.in
  "${PROJECT_BINARY_DIR}/solvent-config.cmake"
  INSTALL_DESTINATION "${PROJECT_BINARY_DIR}"
  PATH_VARS config_libdir config_includedir config_generated)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/solvent-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/installed/solvent-config.cmake"
  "${PROJECT_BINARY_DIR}/solvent-config-version.cmake" DESTINATION "${config_dir}" COMPONENT libsolvent-dev)

include(SolventPackages)
