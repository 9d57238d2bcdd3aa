# SPDX-License-Identifier: Apache-2.0
# TileglotPackage.cmake: how a folder under tileglot/ becomes targets.
#
#   tileglot_package(notation/xla         the folder below tileglot/
#     SOURCES shape.cc parse.cc           the library; none for a header-only package
#     USES core                           packages it links, as tools/layers.txt allows
#     LINKS nlohmann_json::nlohmann_json  external targets beyond fmt and tl::expected
#     TEST_SUPPORT any_shape.cc           a library for tests (RapidCheck generators), compiled once
#     TESTS parse_test.cc print_test.cc   one GoogleTest executable, notation_xla_test
#     TEST_USES map                       packages that only the tests link
#     FUZZERS parse_fuzz.cc)              one libFuzzer executable each; seeds: fuzz_corpus/parse_fuzz/
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
  # A neighbour's function is no name that a source's own variable hides.
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
set(TILEGLOT_TEST_OPTIONS "")
if(TILEGLOT_SANITIZE)
  # A test is compiled once and run once, and sanitizers make the optimizer slow.
  set(TILEGLOT_TEST_OPTIONS -O0)
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

function(tileglot_add_library NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;USES;LINKS")
  set(target tileglot_${NAME})
  tileglot_targets_of(used ${ARG_USES})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    target_compile_options(${target} PRIVATE ${TILEGLOT_WARNINGS} ${TILEGLOT_COVERAGE})
    tileglot_reuse_library_headers(${target} ${ARG_LINKS})
    tileglot_compile_in_groups(${target} ${ARG_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(tileglot::${NAME} ALIAS ${target})
  target_compile_features(${target} ${scope} cxx_std_20)
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

function(tileglot_add_tests NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "USES;TEST_SUPPORT;TESTS")
  tileglot_targets_of(used ${ARG_USES})
  tileglot_test_support_of(support ${ARG_USES})
  if(ARG_TEST_SUPPORT)
    set(library tileglot_${NAME}_test_support)
    add_library(${library} STATIC EXCLUDE_FROM_ALL ${ARG_TEST_SUPPORT})
    tileglot_compile_in_groups(${library} ${ARG_TEST_SUPPORT})
    tileglot_configure_test(${library})
    target_link_libraries(${library} PUBLIC tileglot::${NAME} ${used} ${support})
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
    add_test(NAME ${NAME} COMMAND ${target} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
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

function(tileglot_package FOLDER)
  set(lists SOURCES USES LINKS TEST_SUPPORT TESTS TEST_USES FUZZERS)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "${lists}")
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
  tileglot_add_library(${name} SOURCES ${ARG_SOURCES} USES ${ARG_USES} LINKS ${ARG_LINKS})
  tileglot_install_package(${name} ${FOLDER} ${ARG_TEST_SUPPORT})
  if(TILEGLOT_BUILD_TESTS)
    tileglot_add_tests(${name} USES ${ARG_USES} ${ARG_TEST_USES}
      TEST_SUPPORT ${ARG_TEST_SUPPORT} TESTS ${ARG_TESTS})
  endif()
  if(TILEGLOT_BUILD_FUZZERS)
    tileglot_add_fuzzers(${name} ${FOLDER} ${ARG_FUZZERS})
  endif()
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
