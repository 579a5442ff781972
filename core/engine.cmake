# SPDX-License-Identifier: Apache-2.0

# fw_engine(<target> COMPONENT <component> OBJECTS <modules or objects> LIBTORCH <target> [ON_DEMAND])
#
# An engine library, which programs open at run time. It exports its one factory alone.
function(fw_engine name)
  cmake_parse_arguments(ARG "ON_DEMAND" "COMPONENT;LIBTORCH" "OBJECTS" ${ARGN})
  set(exports ${CMAKE_CURRENT_SOURCE_DIR}/engine/exports.map)
  add_library(${name} MODULE)
  target_link_libraries(${name} PRIVATE framewright-core ${ARG_OBJECTS} ${ARG_LIBTORCH})
  target_link_options(${name} PRIVATE LINKER:--version-script=${exports} LINKER:-z,defs)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${exports} INSTALL_RPATH $ORIGIN)
  if(ARG_ON_DEMAND)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    set(optional OPTIONAL EXCLUDE_FROM_ALL)
  endif()
  install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${ARG_COMPONENT} ${optional})
endfunction()

# fw_package_engines(<module>…): what a package holds, one engine for each LibTorch that its user may install. Both are linked from the
# objects of this build, but for the sources that FW_CUDA changes. They look for LibTorch where jobs/engine_library.cpp has loaded it from.
function(fw_package_engines)
  if(FW_CUDA)
    fw_engine(framewright-engine-cuda COMPONENT engine-cuda OBJECTS ${ARGN} LIBTORCH fw_torch ON_DEMAND)
  endif()
  get_property(cuda_files GLOBAL PROPERTY FW_CUDA_FILES)
  list(TRANSFORM cuda_files REPLACE "^([^/]+)/(.*)$" "/fw_\\1[.]dir/[.]/\\2[.]o" OUTPUT_VARIABLE left_out)
  list(JOIN left_out "|" left_out)
  fw_engine(framewright-engine-cpu COMPONENT engine-cpu LIBTORCH fw_torch_cpu ON_DEMAND)
  list(FILTER cuda_files EXCLUDE REGEX "[.]cu$")
  target_sources(framewright-engine-cpu PRIVATE ${cuda_files})
  foreach(module IN LISTS ARGN)
    target_sources(framewright-engine-cpu PRIVATE $<FILTER:$<TARGET_OBJECTS:${module}>,EXCLUDE,${left_out}>)
    string(REGEX REPLACE "^fw_" "${CMAKE_BINARY_DIR}/include/" root ${module})
    target_include_directories(framewright-engine-cpu PRIVATE ${root})
  endforeach()
endfunction()
