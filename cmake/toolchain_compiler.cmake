# SPDX-License-Identifier: Apache-2.0
# toolchain_compiler.cmake: prints the C++ compiler that a toolchain file names, for tools/stages.sh.
#
#   cmake -D TOOLCHAIN=FILE [-D CMAKE_CXX_COMPILER=COMPILER OF THE PRESET] -P cmake/toolchain_compiler.cmake
cmake_minimum_required(VERSION 3.25)
include("${TOOLCHAIN}")
execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "${CMAKE_CXX_COMPILER}")
