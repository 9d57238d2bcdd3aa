# SPDX-License-Identifier: Apache-2.0
# TileglotWasmDependencies.cmake: the header-only dependencies of a WebAssembly build.
#
# /usr/include itself holds the headers of another machine, so only links to the portable folders
# are searched, and last.
set(includes "${PROJECT_BINARY_DIR}/portable-headers")
file(MAKE_DIRECTORY "${includes}")
foreach(folder fmt tl nlohmann hwy)
  file(CREATE_LINK "/usr/include/${folder}" "${includes}/${folder}" SYMBOLIC)
endforeach()
foreach(dependency fmt::fmt tl::expected nlohmann_json::nlohmann_json hwy::hwy)
  add_library(${dependency} INTERFACE IMPORTED GLOBAL)
  target_compile_options(${dependency} INTERFACE "SHELL:-idirafter ${includes}")
endforeach()
# One target, chosen when compiling: WebAssembly cannot ask what it runs on.
target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_STATIC)
