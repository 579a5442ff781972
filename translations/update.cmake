# SPDX-License-Identifier: Apache-2.0
#
# cmake -D LUPDATE=… -D SOURCE=<repository> -D OUT=<folder of the .ts files> [-D LANGUAGES=de] -P update.cmake
if(NOT LANGUAGES)
  set(LANGUAGES de zh_CN en)
endif()
file(GLOB_RECURSE sources ${SOURCE}/ui/*.cpp ${SOURCE}/ui/*.h ${SOURCE}/core/*.cpp ${SOURCE}/core/*.h ${SOURCE}/core/*.cu)
list(SORT sources)
list(JOIN sources "\n" text)
string(RANDOM LENGTH 12 name)
set(list_file ${OUT}/.sources-${name})
file(WRITE ${list_file} "${text}\n")
foreach(language IN LISTS LANGUAGES)
  set(options -no-obsolete -locations none -tr-function-alias QT_TRANSLATE_NOOP+=FW_TEXT)
  if(language STREQUAL en)
    list(APPEND options -pluralonly)
  endif()
  execute_process(
    COMMAND ${LUPDATE} ${options} @${list_file} -source-language en -target-language ${language} -ts ${OUT}/framewright_${language}.ts
    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    file(REMOVE ${list_file})
    message(FATAL_ERROR "lupdate: ${output}")
  endif()
endforeach()
file(REMOVE ${list_file})
