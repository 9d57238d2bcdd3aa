# SPDX-License-Identifier: Apache-2.0
# TileglotCcache.cmake: compiles through ccache where it is installed; a chosen launcher goes first.
find_program(TILEGLOT_CCACHE ccache)
mark_as_advanced(TILEGLOT_CCACHE)
if(TILEGLOT_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${TILEGLOT_CCACHE}")
endif()
