# SPDX-License-Identifier: Apache-2.0

# fw_engine(<target> COMPONENT <component> OBJECTS <modules> [ON_DEMAND])
#
# An engine library, which programs open at run time. It exports its one factory alone.
function(fw_engine name)
  cmake_parse_arguments(ARG "ON_DEMAND" "COMPONENT" "OBJECTS" ${ARGN})
  set(exports ${CMAKE_CURRENT_SOURCE_DIR}/engine/exports.map)
  add_library(${name} MODULE)
  target_link_libraries(${name} PRIVATE framewright-core ${ARG_OBJECTS})
  target_link_options(${name} PRIVATE LINKER:--version-script=${exports} LINKER:-z,defs)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${exports} INSTALL_RPATH $ORIGIN)
  if(TARGET framewright-cuda)
    add_dependencies(${name} framewright-cuda)  # opened at run time
  endif()
  if(ARG_ON_DEMAND)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    set(optional OPTIONAL EXCLUDE_FROM_ALL)
  endif()
  install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${ARG_COMPONENT} ${optional})
endfunction()
