# Small helpers. A module without sources is skipped, and linking skips what was skipped.

# solvent_sources(OUT pattern...): files below the current folder, found again at every build.
function(solvent_sources out)
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  list(SORT files)
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# solvent_link(target PUBLIC|PRIVATE library...): links those that exist.
function(solvent_link target scope)
  foreach(library IN LISTS ARGN)
    if(TARGET ${library})
      target_link_libraries(${target} ${scope} ${library})
    endif()
  endforeach()
endfunction()
