# SPDX-License-Identifier: Apache-2.0
# TileglotDependencies.cmake: external packages, each looked for only where a package links it.
#
# tileglot_find(TARGET) makes TARGET available and notes its package, so that the installed
# configuration looks for it too.

# target = the CMake package that defines it
set(TILEGLOT_PACKAGE_OF_fmt::fmt fmt)
set(TILEGLOT_PACKAGE_OF_tl::expected tl-expected)
set(TILEGLOT_PACKAGE_OF_nlohmann_json::nlohmann_json nlohmann_json)
set(TILEGLOT_PACKAGE_OF_CLI11::CLI11 CLI11)
set(TILEGLOT_PACKAGE_OF_TBB::tbb TBB)
set(TILEGLOT_PACKAGE_OF_hwy::hwy hwy)
set(TILEGLOT_PACKAGE_OF_Threads::Threads Threads)

function(tileglot_find TARGET)
  if(NOT DEFINED TILEGLOT_PACKAGE_OF_${TARGET})
    message(FATAL_ERROR "cmake/TileglotDependencies.cmake names no package for ${TARGET}")
  endif()
  set(package ${TILEGLOT_PACKAGE_OF_${TARGET}})
  if(NOT TARGET ${TARGET})
    find_package(${package} REQUIRED GLOBAL)
  endif()
  set_property(GLOBAL APPEND PROPERTY TILEGLOT_EXTERNAL_PACKAGES ${package})
endfunction()

if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  include(TileglotWasmDependencies)
endif()
