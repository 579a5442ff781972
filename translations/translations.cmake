# SPDX-License-Identifier: Apache-2.0
#
# Sentences come from tr() in ui and from FW_TEXT("context", "sentence") in core. English needs plural forms only.
# `cmake --build … --target update_translations` reads them anew into the .ts files.
set(translations
  ${CMAKE_SOURCE_DIR}/translations/framewright_de.ts
  ${CMAKE_SOURCE_DIR}/translations/framewright_en.ts
  ${CMAKE_SOURCE_DIR}/translations/framewright_zh_CN.ts)

add_custom_target(update_translations
  COMMAND ${CMAKE_COMMAND} -D LUPDATE=$<TARGET_FILE:Qt6::lupdate> -D SOURCE=${CMAKE_SOURCE_DIR} -D OUT=${CMAKE_SOURCE_DIR}/translations
          -P ${CMAKE_SOURCE_DIR}/translations/update.cmake
  COMMENT "Reading sentences into translations/*.ts" VERBATIM)

qt_add_lrelease(framewright-ui TS_FILES ${translations} QM_FILES_OUTPUT_VARIABLE compiled_translations)
qt_add_resources(framewright-ui translations PREFIX /translations BASE ${CMAKE_CURRENT_BINARY_DIR} FILES ${compiled_translations})
