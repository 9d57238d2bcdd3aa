# SPDX-License-Identifier: Apache-2.0
# TileglotWebModule.cmake: the modules of the page in the build folder: layouts.wasm, tileglot.wasm (the
# same and the operations) and hlo.wasm.
#
# Each is linked from the objects of all portable packages, of which the linker keeps what its verbs
# reach. It links if nothing there needs what a page does not have: a thread or a process.
# web/tests/module_test.py refuses one that could open a file.

get_property(libraries GLOBAL PROPERTY TILEGLOT_LIBRARIES)
set(objects "")
foreach(library IN LISTS libraries)
  list(APPEND objects $<TARGET_OBJECTS:${library}>)
endforeach()

# tileglot_web_module(NAME): a reactor: functions that are called, and no main. The stack, which
# grows downwards, stands first: an overflow traps and overwrites nothing.
function(tileglot_web_module NAME)
  add_executable(${NAME}_module ${PROJECT_SOURCE_DIR}/web/module/exports.cc
    ${PROJECT_SOURCE_DIR}/web/module/${NAME}.cc ${objects})
  target_include_directories(${NAME}_module PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${NAME}_module PRIVATE
    fmt::fmt tl::expected nlohmann_json::nlohmann_json hwy::hwy)
  target_compile_options(${NAME}_module PRIVATE ${TILEGLOT_WARNINGS})
  target_link_options(${NAME}_module PRIVATE
    -mexec-model=reactor -fuse-ld=lld
    -Wl,--gc-sections,--strip-all,-O2,--stack-first,-z,stack-size=1048576,--max-memory=1073741824)
  set_target_properties(${NAME}_module PROPERTIES
    OUTPUT_NAME ${NAME} SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endfunction()

tileglot_web_module(layouts)
tileglot_web_module(tileglot)
tileglot_web_module(hlo)
