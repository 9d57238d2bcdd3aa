# SPDX-License-Identifier: Apache-2.0
# peers.cmake: the benchmark's program, with every peer that is found here.
add_executable(relayout_bench relayout_bench.cc peers_bench.cc)
target_compile_options(relayout_bench PRIVATE ${TILEGLOT_WARNINGS})
target_link_libraries(relayout_bench PRIVATE tileglot::relayout_bench)
set_target_properties(relayout_bench PROPERTIES
  OUTPUT_NAME relayout_bench RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
