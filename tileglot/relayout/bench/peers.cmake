# SPDX-License-Identifier: Apache-2.0
# peers.cmake: the benchmark's program, with every peer that is found here. It needs none of them.
#
#   TILEGLOT_HPTT         a folder with include/hptt.h and lib/libhptt
#   TILEGLOT_XLA          the sources of XLA, for xla/pjrt/transpose.h, and what that includes,
#   TILEGLOT_XLA_LIBRARY  and the libraries that have it; both are lists
set(TILEGLOT_HPTT "" CACHE PATH "Where HPTT is installed, for ./dev bench relayout")
set(TILEGLOT_XLA "" CACHE STRING "Include folders of XLA, for ./dev bench relayout")
set(TILEGLOT_XLA_LIBRARY "" CACHE STRING "Libraries with XLA's TransposePlan")

add_executable(relayout_bench relayout_bench.cc peers_bench.cc)
target_compile_options(relayout_bench PRIVATE ${TILEGLOT_WARNINGS})
target_link_libraries(relayout_bench PRIVATE tileglot::relayout_bench)
set_target_properties(relayout_bench PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")

# Adds peer_NAME_bench.cc, which is compiled without our warnings: headers of others make them.
function(tileglot_add_peer NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "INCLUDES;LINKS;OPTIONS;DEFINITIONS")
  string(TOUPPER ${NAME} upper)
  add_library(relayout_bench_${NAME} OBJECT peer_${NAME}_bench.cc)
  target_include_directories(relayout_bench_${NAME} SYSTEM PRIVATE ${ARG_INCLUDES})
  target_compile_options(relayout_bench_${NAME} PRIVATE ${ARG_OPTIONS})
  target_compile_definitions(relayout_bench_${NAME} PRIVATE ${ARG_DEFINITIONS})
  target_link_libraries(relayout_bench_${NAME} PUBLIC tileglot::relayout_bench ${ARG_LINKS})
  target_link_libraries(relayout_bench PRIVATE relayout_bench_${NAME} ${ARG_LINKS})
  target_sources(relayout_bench PRIVATE $<TARGET_OBJECTS:relayout_bench_${NAME}>)
  target_compile_definitions(relayout_bench PRIVATE TILEGLOT_HAS_${upper})
endfunction()

# Found by its header: its CMake package of Debian ends the configuration where OpenCL is absent.
find_path(TILEGLOT_ONEDNN_INCLUDE oneapi/dnnl/dnnl.hpp)
find_library(TILEGLOT_ONEDNN dnnl)
mark_as_advanced(TILEGLOT_ONEDNN TILEGLOT_ONEDNN_INCLUDE)
find_package(OpenMP QUIET COMPONENTS CXX)
if(TILEGLOT_ONEDNN AND TILEGLOT_ONEDNN_INCLUDE AND OpenMP_CXX_FOUND)
  tileglot_add_peer(onednn INCLUDES "${TILEGLOT_ONEDNN_INCLUDE}"
    LINKS "${TILEGLOT_ONEDNN}" OpenMP::OpenMP_CXX)
endif()

find_package(Eigen3 QUIET NO_MODULE)
if(Eigen3_FOUND)
  tileglot_add_peer(eigen LINKS Eigen3::Eigen OPTIONS -march=native)
endif()

# Found by its header: other BLAS libraries have a cblas.h too, but not this function.
find_path(TILEGLOT_OPENBLAS_INCLUDE cblas.h
  PATH_SUFFIXES openblas openblas-pthread openblas-serial x86_64-linux-gnu/openblas-pthread)
find_library(TILEGLOT_OPENBLAS openblas PATH_SUFFIXES openblas-pthread)
mark_as_advanced(TILEGLOT_OPENBLAS TILEGLOT_OPENBLAS_INCLUDE)
if(TILEGLOT_OPENBLAS AND TILEGLOT_OPENBLAS_INCLUDE)
  tileglot_add_peer(openblas
    INCLUDES "${TILEGLOT_OPENBLAS_INCLUDE}" LINKS "${TILEGLOT_OPENBLAS}")
endif()

# The first Python that has NumPy: of several, often only the system's does.
find_program(TILEGLOT_PYTHON NAMES python3)
find_program(TILEGLOT_SYSTEM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
mark_as_advanced(TILEGLOT_PYTHON TILEGLOT_SYSTEM_PYTHON)
foreach(python IN LISTS TILEGLOT_PYTHON TILEGLOT_SYSTEM_PYTHON)
  execute_process(COMMAND "${python}" -c "import numpy"
    RESULT_VARIABLE without_numpy OUTPUT_QUIET ERROR_QUIET)
  if(without_numpy EQUAL 0)
    tileglot_add_peer(numpy DEFINITIONS TILEGLOT_PYTHON="${python}"
      TILEGLOT_PEER_NUMPY="${CMAKE_CURRENT_SOURCE_DIR}/peer_numpy.py")
    break()
  endif()
endforeach()

if(TILEGLOT_HPTT)
  find_package(OpenMP REQUIRED COMPONENTS CXX)
  find_library(TILEGLOT_HPTT_LIBRARY hptt REQUIRED PATHS "${TILEGLOT_HPTT}/lib" NO_DEFAULT_PATH)
  tileglot_add_peer(hptt INCLUDES "${TILEGLOT_HPTT}/include"
    LINKS "${TILEGLOT_HPTT_LIBRARY}" OpenMP::OpenMP_CXX)
endif()

if(TILEGLOT_XLA AND TILEGLOT_XLA_LIBRARY)
  tileglot_add_peer(xla INCLUDES ${TILEGLOT_XLA} LINKS ${TILEGLOT_XLA_LIBRARY})
endif()
