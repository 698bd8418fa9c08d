# Debian packages: `cpack -G DEB` in a build folder that was configured with CMAKE_INSTALL_PREFIX=/usr; tools/package does it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME solvent)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "Solvent <solvent@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL solvent libsolvent libsolvent-dev python3-solvent)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_SOLVENT_PACKAGE_NAME solvent)
set(CPACK_COMPONENT_SOLVENT_DESCRIPTION "Tournament harness for bots that play property-trading games
 The arbiter, leagues, rankings, replays, and the reference bots.")
set(CPACK_DEBIAN_SOLVENT_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SOLVENT_PACKAGE_RECOMMENDS bubblewrap)
set(CPACK_DEBIAN_SOLVENT_PACKAGE_SUGGESTS "libsolvent-dev, python3-solvent, less")

# AppArmor 4 loads the profile; older versions would refuse its words, and restrict no namespaces.
set(_control "${PROJECT_BINARY_DIR}/packages-control")
foreach(script postinst prerm)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/solvent.${script}" "${_control}/${script}" COPYONLY)
endforeach()
set(CPACK_DEBIAN_SOLVENT_PACKAGE_CONTROL_EXTRA "${_control}/postinst;${_control}/prerm")

set(CPACK_DEBIAN_LIBSOLVENT_PACKAGE_NAME libsolvent)
set(CPACK_COMPONENT_LIBSOLVENT_DESCRIPTION "Game, forward model and bots of Solvent: shared library
 What Python and other languages load, and bots may link.")
set(CPACK_DEBIAN_LIBSOLVENT_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBSOLVENT_PACKAGE_SHLIBDEPS ON)
# Who links it depends on this package; and the loader learns of it at once.
file(WRITE "${_control}/shlibs" "libsolvent ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} libsolvent (>= ${PROJECT_VERSION})\n")
file(WRITE "${_control}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBSOLVENT_PACKAGE_CONTROL_EXTRA "${_control}/shlibs;${_control}/triggers")

set(CPACK_DEBIAN_LIBSOLVENT-DEV_PACKAGE_NAME libsolvent-dev)
set(CPACK_COMPONENT_LIBSOLVENT-DEV_DESCRIPTION "SDK of Solvent for bots in C and C++
 Headers, the static library that bots are made with, pkg-config, CMake, man pages.")
set(CPACK_DEBIAN_LIBSOLVENT-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBSOLVENT-DEV_PACKAGE_DEPENDS
  "libsolvent (= ${PROJECT_VERSION}), pkg-config | pkgconf, libzmq3-dev, libsodium-dev, libmsgpack-c-dev | libmsgpack-dev")
set(CPACK_DEBIAN_LIBSOLVENT-DEV_PACKAGE_SUGGESTS "solvent, make, gcc, g++")

set(CPACK_DEBIAN_PYTHON3-SOLVENT_PACKAGE_NAME python3-solvent)
set(CPACK_COMPONENT_PYTHON3-SOLVENT_DESCRIPTION "Bots and environments for Solvent in Python
 Bots as classes, the rules and the forward model, and the game as an environment for agents that learn.")
set(CPACK_DEBIAN_PYTHON3-SOLVENT_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON3-SOLVENT_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON3-SOLVENT_PACKAGE_DEPENDS "python3 (>= 3.9), python3-zmq, python3-msgpack")
set(CPACK_DEBIAN_PYTHON3-SOLVENT_PACKAGE_RECOMMENDS "libsolvent (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON3-SOLVENT_PACKAGE_SUGGESTS "solvent, python3-numpy")

# Debian wants the licence of each package in a folder of its name; an ordinary install has it once.
foreach(package IN LISTS CPACK_COMPONENTS_ALL)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}"
    COMPONENT ${package} EXCLUDE_FROM_ALL RENAME copyright)
endforeach()
include(CPack)
