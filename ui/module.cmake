# SPDX-License-Identifier: GPL-3.0-or-later
#
# fw_ui_module(<folder> SOURCES <files> [NEEDS <folders of ui>] [LIBS <external targets>])
#
# Creates the target fw_ui_<folder>. Its include root holds only that folder, so that `#include "ui/player/player.h"` compiles
# only if fw_ui_player is a declared dependency.
function(fw_ui_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;NEEDS;LIBS" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/include/ui_${name})
  file(MAKE_DIRECTORY ${root}/ui)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/ui/${name} SYMBOLIC)
  add_library(fw_ui_${name} OBJECT ${ARG_SOURCES})
  set_target_properties(fw_ui_${name} PROPERTIES AUTOMOC ON UNITY_BUILD ${FW_UNITY} UNITY_BUILD_BATCH_SIZE 10)
  target_include_directories(fw_ui_${name} PUBLIC ${root})
  target_compile_definitions(fw_ui_${name} PRIVATE
    FW_VERSION="${PROJECT_VERSION}" QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING)
  list(TRANSFORM ARG_NEEDS PREPEND fw_ui_)
  target_link_libraries(fw_ui_${name} PUBLIC framewright-core Qt6::Widgets ${ARG_NEEDS} ${ARG_LIBS})
  set_property(GLOBAL APPEND PROPERTY FW_UI_MODULES fw_ui_${name})
endfunction()
