# SPDX-License-Identifier: Apache-2.0
# TileglotUnity.cmake: sources of a target compiled together, by groups that tools/unity_groups.py finds.
#
# Most of a compiler's time goes to the headers that all sources of a package include: in groups a first
# build of everything takes a third of the time. Off unless asked for, by -DTILEGLOT_UNITY=ON or the
# environment variable of that name, because one changed source then compiles its whole group.
set(TILEGLOT_UNITY_DEFAULT OFF)
if(DEFINED ENV{TILEGLOT_UNITY})
  set(TILEGLOT_UNITY_DEFAULT $ENV{TILEGLOT_UNITY})
endif()
option(TILEGLOT_UNITY "Compile sources of a target in groups" ${TILEGLOT_UNITY_DEFAULT})
if(TILEGLOT_UNITY OR TILEGLOT_FIRST_PROGRAM)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()

function(tileglot_compile_in_groups TARGET)
  if(NOT TILEGLOT_UNITY OR NOT ARGN)
    return()
  endif()
  execute_process(
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/unity_groups.py ${ARGN}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" groups "${groups}")
  foreach(line IN LISTS groups)
    string(REPLACE " " ";" line "${line}")
    list(GET line 0 group)
    list(GET line 1 source)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${group}")
  endforeach()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
