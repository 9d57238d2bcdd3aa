# SPDX-License-Identifier: Apache-2.0
# TileglotPackage.cmake: how a folder under tileglot/ becomes targets.
#
#   tileglot_package(notation/xla         the folder below tileglot/
#     SOURCES size/byte_size.cc           the library; none for a header-only package
#     USES core                           packages it links, as tools/layers.txt allows
#     LINKS nlohmann_json::nlohmann_json  external targets beyond fmt and tl::expected
#     OPTIMIZE fully                      in a release: fully is -O3, little -O1; without it -O2
#     TEST_SUPPORT any_shape.cc           a library for tests (RapidCheck generators), compiled once, and
#                                         headers for tests; header-only if no .cc is named
#     TESTS size/byte_size_test.cc        one GoogleTest executable, notation_xla_test
#     SHARDS 3                            the executable runs as so many tests side by side
#     TEST_USES map                       packages that only the tests link
#     FUZZERS wire/wire_fuzz.cc)          one libFuzzer executable each; seeds: fuzz_corpus/wire_fuzz/
#   tileglot_program(NAME FILE PACKAGES ... LINKS ...)  an executable in the root of the build folder
#   tileglot_benchmark(NAME FILE USES ... LINKS ...)    a Google Benchmark executable in bench/
#
# The library of notation/xla is tileglot::notation_xla here and for users of the installed project.

set(TILEGLOT_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # "text" + std::string warns wrongly when optimized (GCC bug 105329).
  list(APPEND TILEGLOT_WARNINGS -Wno-restrict)
endif()
if(TILEGLOT_UNITY)
  # A source's own variable does not hide a neighbour's function.
  list(APPEND TILEGLOT_WARNINGS -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A type of a source's own is taken for a header's.
    list(APPEND TILEGLOT_WARNINGS -Wno-subobject-linkage)
  endif()
endif()
if(TILEGLOT_WARNINGS_AS_ERRORS)
  list(APPEND TILEGLOT_WARNINGS -Werror)
endif()

set(TILEGLOT_COVERAGE "")
if(TILEGLOT_BUILD_FUZZERS)
  # Marks of coverage, without the main() that each fuzzer links.
  set(TILEGLOT_COVERAGE -fsanitize=fuzzer-no-link)
endif()
# With sanitizers the optimizer takes longer than it saves, except in libraries that move and evaluate
# (OPTIMIZE fully) and in these, which their tests call most; the first program has parts of them.
set(TILEGLOT_HOT_LIBRARIES "^tileglot_(map|notation_xla)(_first)?$")
set(TILEGLOT_TEST_OPTIONS "")
set(TILEGLOT_COLD_OPTIONS "")
if(TILEGLOT_SANITIZE)
  set(TILEGLOT_TEST_OPTIONS -O0)
  set(TILEGLOT_COLD_OPTIONS -O0)
endif()

if(TILEGLOT_BUILD_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()
if(TILEGLOT_BUILD_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
if(TILEGLOT_PRECOMPILE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A precompiled header forgets that it is a system's, in which the optimizer's guesses are silent;
    # builds without it have these warnings.
    list(APPEND TILEGLOT_WARNINGS -Wno-array-bounds -Wno-free-nonheap-object -Wno-maybe-uninitialized
      -Wno-nonnull -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  tileglot_precompile()
endif()

if(TILEGLOT_FIRST_PROGRAM)
  execute_process(
    COMMAND ${Python3_EXECUTABLE} tools/needed_sources.py tileglot/cli/first_main.cc
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE TILEGLOT_FIRST_SOURCES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" TILEGLOT_FIRST_SOURCES "${TILEGLOT_FIRST_SOURCES}")
endif()

# Sources of this folder that the first program needs, and the others.
function(tileglot_first_and_rest FIRST REST)
  set(first "")
  set(rest "")
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}"
    OUTPUT_VARIABLE folder)
  foreach(source IN LISTS ARGN)
    if("${folder}/${source}" IN_LIST TILEGLOT_FIRST_SOURCES)
      list(APPEND first ${source})
    else()
      list(APPEND rest ${source})
    endif()
  endforeach()
  set(${FIRST} ${first} PARENT_SCOPE)
  set(${REST} ${rest} PARENT_SCOPE)
endfunction()

# notation/xla -> notation_xla
function(tileglot_name_of FOLDER OUT)
  string(REPLACE "/" "_" name "${FOLDER}")
  set(${OUT} ${name} PARENT_SCOPE)
endfunction()

function(tileglot_targets_of OUT)
  set(targets "")
  foreach(folder IN LISTS ARGN)
    tileglot_name_of(${folder} name)
    list(APPEND targets tileglot::${name})
  endforeach()
  set(${OUT} ${targets} PARENT_SCOPE)
endfunction()

# Test libraries of the packages that have one: their generators serve the tests of others too.
function(tileglot_test_support_of OUT)
  set(targets "")
  foreach(folder IN LISTS ARGN)
    tileglot_name_of(${folder} name)
    if(TARGET tileglot_${name}_test_support)
      list(APPEND targets tileglot_${name}_test_support)
    endif()
  endforeach()
  set(${OUT} ${targets} PARENT_SCOPE)
endfunction()

# What the parts of a package's library have alike. LEVEL is how far a release optimizes it.
function(tileglot_configure_library TARGET)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "LEVEL" "SOURCES;LINKS")
  target_compile_features(${TARGET} PUBLIC cxx_std_20)
  target_compile_options(${TARGET} PRIVATE
    ${TILEGLOT_WARNINGS} ${TILEGLOT_COVERAGE} $<$<CONFIG:Release>:${ARG_LEVEL}>)
  if(TILEGLOT_COLD_OPTIONS AND (ARG_LEVEL STREQUAL "-O3" OR "${TARGET}" MATCHES "${TILEGLOT_HOT_LIBRARIES}"))
    # Precompiled headers are not optimized, so they do not fit.
  else()
    target_compile_options(${TARGET} PRIVATE ${TILEGLOT_COLD_OPTIONS})
    tileglot_reuse_library_headers(${TARGET} ${ARG_LINKS})
  endif()
  tileglot_compile_in_groups(${TARGET} ${ARG_SOURCES})
endfunction()

# The sources of a package that the first program needs, as objects that its library is made of too.
function(tileglot_add_first_objects NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "LEVEL" "SOURCES;USES;LINKS")
  set(target tileglot_${NAME}_first)
  add_library(${target} OBJECT ${ARG_SOURCES})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  tileglot_configure_library(${target}
    LEVEL ${ARG_LEVEL} SOURCES ${ARG_SOURCES} LINKS ${ARG_LINKS})
  # What those of other packages need to be compiled, without waiting for their libraries.
  foreach(folder IN LISTS ARG_USES)
    tileglot_name_of(${folder} used)
    if(TARGET tileglot_${used}_first)
      target_link_libraries(${target} PUBLIC tileglot_${used}_first)
    endif()
  endforeach()
  target_link_libraries(${target} PUBLIC ${ARG_LINKS})
  set_property(GLOBAL APPEND PROPERTY TILEGLOT_FIRST_OBJECTS ${target})
endfunction()

function(tileglot_add_library NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "LEVEL" "SOURCES;USES;LINKS")
  set(target tileglot_${NAME})
  tileglot_targets_of(used ${ARG_USES})
  if(ARG_SOURCES)
    tileglot_first_and_rest(first rest ${ARG_SOURCES})
    set(objects "")
    if(first)
      tileglot_add_first_objects(${NAME}
        LEVEL ${ARG_LEVEL} SOURCES ${first} USES ${ARG_USES} LINKS ${ARG_LINKS})
      set(objects $<TARGET_OBJECTS:${target}_first>)
    endif()
    add_library(${target} STATIC ${objects} ${rest})
    set_property(GLOBAL APPEND PROPERTY TILEGLOT_LIBRARIES ${target})
    tileglot_configure_library(${target}
      LEVEL ${ARG_LEVEL} SOURCES ${rest} LINKS ${ARG_LINKS})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    target_compile_features(${target} INTERFACE cxx_std_20)
    set(scope INTERFACE)
  endif()
  add_library(tileglot::${NAME} ALIAS ${target})
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} ${scope} ${used} ${ARG_LINKS})
endfunction()

# What a test executable and a test library have alike.
function(tileglot_configure_test TARGET)
  target_compile_options(${TARGET} PRIVATE ${TILEGLOT_WARNINGS} ${TILEGLOT_TEST_OPTIONS})
  target_compile_definitions(${TARGET} PRIVATE
    TILEGLOT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TILEGLOT_BUILD_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(${TARGET} PUBLIC rapidcheck GTest::gtest)
endfunction()

# Whether one of these test sources reads the shared material.
function(tileglot_reads_shared_material OUT)
  set(${OUT} FALSE PARENT_SCOPE)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} found REGEX "core/shared_material\\.h" LIMIT_COUNT 1)
    if(found)
      set(${OUT} TRUE PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# The tests of NAME_test with the label unit, and shared if they read the shared material. A long
# program runs as several, each with its share of the test cases.
function(tileglot_run_in_shards NAME SHARDS)
  if(NOT SHARDS)
    set(SHARDS 1)
  endif()
  set(labels unit)
  tileglot_reads_shared_material(shared ${ARGN})
  if(shared)
    list(APPEND labels shared)
  endif()
  foreach(shard RANGE 1 ${SHARDS})
    set(test ${NAME})
    if(SHARDS GREATER 1)
      set(test ${NAME}_${shard})
    endif()
    math(EXPR index "${shard} - 1")
    add_test(NAME ${test}
      COMMAND ${NAME}_test "--gtest_output=xml:${PROJECT_BINARY_DIR}/test-results/${test}_test.xml"
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(${test} PROPERTIES LABELS "${labels}"
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${SHARDS};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

function(tileglot_add_tests NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "SHARDS" "USES;TEST_SUPPORT;TESTS")
  tileglot_targets_of(used ${ARG_USES})
  tileglot_test_support_of(support ${ARG_USES})
  if(ARG_TEST_SUPPORT)
    set(library tileglot_${NAME}_test_support)
    if(ARG_TEST_SUPPORT MATCHES "\\.cc(;|$)")
      add_library(${library} STATIC EXCLUDE_FROM_ALL ${ARG_TEST_SUPPORT})
      tileglot_compile_in_groups(${library} ${ARG_TEST_SUPPORT})
      tileglot_configure_test(${library})
      set(scope PUBLIC)
    else()
      add_library(${library} INTERFACE)
      set(scope INTERFACE)
    endif()
    target_link_libraries(${library} ${scope} tileglot::${NAME} ${used} ${support})
    list(APPEND support ${library})
  endif()
  if(ARG_TESTS)
    set(target ${NAME}_test)
    add_executable(${target} ${ARG_TESTS})
    tileglot_compile_in_groups(${target} ${ARG_TESTS})
    tileglot_configure_test(${target})
    tileglot_reuse_headers(${target} tileglot_test_headers)
    target_link_libraries(${target} PRIVATE ${support} tileglot::${NAME} ${used} GTest::gtest_main)
    set_target_properties(${target} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    tileglot_run_in_shards(${NAME} "${ARG_SHARDS}" ${ARG_TESTS})
  endif()
endfunction()

function(tileglot_add_fuzzers NAME FOLDER)
  foreach(file IN LISTS ARGN)
    cmake_path(GET file STEM fuzzer)
    set(target ${NAME}_${fuzzer})
    add_executable(${target} ${file})
    target_compile_options(${target} PRIVATE ${TILEGLOT_WARNINGS})
    target_link_libraries(${target} PRIVATE tileglot::${NAME})
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers ${target})
    # The path names the package, so that ./dev fuzz finds the seeds beside the source.
    set_target_properties(${target} PROPERTIES
      OUTPUT_NAME ${fuzzer} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers/${FOLDER}")
  endforeach()
endfunction()

# Moves and evaluations earn the optimizer's time; what prints and puts JSON together does not.
function(tileglot_level_of NAME WORD OUT)
  set(level_of_ -O2)
  set(level_of_fully -O3)
  set(level_of_little -O1)
  if(NOT DEFINED level_of_${WORD})
    message(FATAL_ERROR "${NAME}: OPTIMIZE takes fully or little, not ${WORD}")
  endif()
  set(${OUT} ${level_of_${WORD}} PARENT_SCOPE)
endfunction()

function(tileglot_package FOLDER)
  set(lists SOURCES USES LINKS TEST_SUPPORT TESTS TEST_USES FUZZERS)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "OPTIMIZE;SHARDS" "${lists}")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tileglot_package(${FOLDER}): unknown ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  tileglot_targets_of(used ${ARG_USES})
  list(APPEND ARG_LINKS fmt::fmt tl::expected)
  list(REMOVE_DUPLICATES ARG_LINKS)
  foreach(target IN LISTS ARG_LINKS)
    tileglot_find(${target})
  endforeach()
  tileglot_name_of(${FOLDER} name)
  tileglot_level_of(${name} "${ARG_OPTIMIZE}" level)
  tileglot_add_library(${name}
    LEVEL ${level} SOURCES ${ARG_SOURCES} USES ${ARG_USES} LINKS ${ARG_LINKS})
  tileglot_install_package(${name} ${FOLDER} ${ARG_TEST_SUPPORT})
  if(TILEGLOT_BUILD_TESTS)
    tileglot_add_tests(${name} SHARDS "${ARG_SHARDS}" USES ${ARG_USES} ${ARG_TEST_USES}
      TEST_SUPPORT ${ARG_TEST_SUPPORT} TESTS ${ARG_TESTS})
  endif()
  if(TILEGLOT_BUILD_FUZZERS)
    tileglot_add_fuzzers(${name} ${FOLDER} ${ARG_FUZZERS})
  endif()
endfunction()

# The program of the objects of tileglot_add_first_objects, in the folder first/.
function(tileglot_first_program NAME FILE)
  if(NOT TILEGLOT_FIRST_PROGRAM)
    return()
  endif()
  get_property(objects GLOBAL PROPERTY TILEGLOT_FIRST_OBJECTS)
  add_executable(tileglot_first ${FILE})
  target_compile_options(tileglot_first PRIVATE ${TILEGLOT_WARNINGS})
  target_link_libraries(tileglot_first PRIVATE ${objects})
  set_target_properties(tileglot_first PROPERTIES
    OUTPUT_NAME ${NAME} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/first")
endfunction()

function(tileglot_program NAME FILE)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "PACKAGES;LINKS")
  foreach(target IN LISTS ARG_LINKS)
    tileglot_find(${target})
  endforeach()
  tileglot_targets_of(used ${ARG_PACKAGES})
  add_executable(${NAME} ${FILE})
  target_compile_options(${NAME} PRIVATE ${TILEGLOT_WARNINGS})
  target_link_libraries(${NAME} PRIVATE ${used} ${ARG_LINKS})
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  install(TARGETS ${NAME})
endfunction()

function(tileglot_benchmark NAME FILE)
  if(NOT TILEGLOT_BUILD_BENCHMARKS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "USES;LINKS")
  tileglot_targets_of(used ${ARG_USES})
  add_executable(${NAME} ${FILE})
  target_compile_options(${NAME} PRIVATE ${TILEGLOT_WARNINGS})
  target_link_libraries(${NAME} PRIVATE
    ${used} ${ARG_LINKS} benchmark::benchmark benchmark::benchmark_main)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
endfunction()
