# SPDX-License-Identifier: Apache-2.0
# TileglotPrecompile.cmake: precompiled headers of the standard library, fmt, GoogleTest, RapidCheck.
#
# They halve the time of a first build. They are off unless asked for, by -DTILEGLOT_PRECOMPILE=ON or
# the environment variable of that name, because a compiler cache cannot share them among folders and
# because they would hide an #include that a file forgot.
set(TILEGLOT_PRECOMPILE_DEFAULT OFF)
if(DEFINED ENV{TILEGLOT_PRECOMPILE})
  set(TILEGLOT_PRECOMPILE_DEFAULT $ENV{TILEGLOT_PRECOMPILE})
endif()
option(TILEGLOT_PRECOMPILE "Precompile the headers of others" ${TILEGLOT_PRECOMPILE_DEFAULT})

set(TILEGLOT_LIBRARY_HEADERS
  <algorithm> <array> <cstdint> <fmt/format.h> <functional> <optional> <span> <string>
  <tl/expected.hpp> <variant> <vector>)
set(TILEGLOT_JSON_HEADERS ${TILEGLOT_LIBRARY_HEADERS} <nlohmann/json.hpp>)
set(TILEGLOT_TEST_HEADERS ${TILEGLOT_LIBRARY_HEADERS} <gtest/gtest.h> <map> <rapidcheck.h> <set>)

# Each is compiled once, with the flags of all that reuse them.
function(tileglot_precompiled_library NAME)
  set(source "${PROJECT_BINARY_DIR}/${NAME}.cc")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// Only carries precompiled headers.\n")
  add_library(${NAME} STATIC "${source}")
  target_link_libraries(${NAME} PRIVATE fmt::fmt tl::expected)
  target_compile_options(${NAME} PRIVATE ${TILEGLOT_WARNINGS})
  target_precompile_headers(${NAME} PRIVATE ${ARGN})
endfunction()

# For executables, which CMake compiles with -fPIE where it compiles libraries with -fPIC.
function(tileglot_precompiled_for_executables NAME)
  tileglot_precompiled_library(${NAME} ${ARGN})
  set_target_properties(${NAME} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${NAME} PRIVATE -fPIE)
endfunction()

function(tileglot_precompile)
  foreach(target fmt::fmt tl::expected nlohmann_json::nlohmann_json)
    tileglot_find(${target})
  endforeach()
  tileglot_precompiled_library(tileglot_library_headers ${TILEGLOT_LIBRARY_HEADERS})
  tileglot_precompiled_library(tileglot_json_headers ${TILEGLOT_JSON_HEADERS})
  target_link_libraries(tileglot_json_headers PRIVATE nlohmann_json::nlohmann_json)
  foreach(headers tileglot_library_headers tileglot_json_headers)
    target_compile_options(${headers} PRIVATE ${TILEGLOT_COVERAGE} ${TILEGLOT_COLD_OPTIONS})
  endforeach()
  if(TILEGLOT_BUILD_TESTS)
    tileglot_precompiled_for_executables(tileglot_test_headers ${TILEGLOT_TEST_HEADERS})
    target_link_libraries(tileglot_test_headers PRIVATE rapidcheck GTest::gtest)
    target_compile_options(tileglot_test_headers PRIVATE ${TILEGLOT_TEST_OPTIONS})
  endif()
endfunction()

function(tileglot_reuse_headers TARGET FROM)
  if(TILEGLOT_PRECOMPILE)
    target_precompile_headers(${TARGET} REUSE_FROM ${FROM})
  endif()
endfunction()

# For a library with these LINKS.
function(tileglot_reuse_library_headers TARGET)
  if("nlohmann_json::nlohmann_json" IN_LIST ARGN)
    tileglot_reuse_headers(${TARGET} tileglot_json_headers)
  else()
    tileglot_reuse_headers(${TARGET} tileglot_library_headers)
  endif()
endfunction()
