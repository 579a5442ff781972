# SPDX-License-Identifier: Apache-2.0
#
# fw_module(<folder> SOURCES <files> [NEEDS <folders of core>] [NEEDS_INSIDE <folders of core>] [LIBS <external targets>] [TORCH])
#
# NEEDS_INSIDE: folders whose headers only sources include, so that those who need this one do not see them.
#
# Makes the target fw_<folder>. Its include root holds that one folder and nothing else, so that
# `#include "media/probe.h"` compiles only where fw_media is a stated dependency.
function(fw_module name)
  cmake_parse_arguments(ARG "TORCH" "" "SOURCES;NEEDS;NEEDS_INSIDE;LIBS" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${name} SYMBOLIC)
  add_library(fw_${name} OBJECT ${ARG_SOURCES})
  # Most of a file's time goes into headers and into what all files instantiate (tests/bench/RESULTS.md, "Building").
  set_target_properties(fw_${name} PROPERTIES UNITY_BUILD ${FW_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  target_compile_options(fw_${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)  # each file is an included one
  target_include_directories(fw_${name} PUBLIC ${root})
  list(TRANSFORM ARG_NEEDS PREPEND fw_)
  target_link_libraries(fw_${name} PUBLIC fw_options ${ARG_NEEDS} ${ARG_LIBS})
  foreach(need IN LISTS ARG_NEEDS_INSIDE)
    target_include_directories(fw_${name} PRIVATE ${CMAKE_BINARY_DIR}/include/${need})
  endforeach()
  if(ARG_TORCH)
    target_link_libraries(fw_${name} PUBLIC fw_torch)
    target_precompile_headers(fw_${name} REUSE_FROM fw_torch_pch)
    set_property(GLOBAL APPEND PROPERTY FW_ENGINE_MODULES fw_${name})
  else()
    set_property(GLOBAL APPEND PROPERTY FW_CORE_MODULES fw_${name})
  endif()
endfunction()
