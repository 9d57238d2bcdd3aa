# SPDX-License-Identifier: Apache-2.0
# run.cmake: installs BUILD_DIR to a fresh prefix, then builds and runs this project against it.
set(work "${BUILD_DIR}/tests/consumer")

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${work}")
run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${work}/prefix")
run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${work}/build" -G Ninja
  "-DCMAKE_PREFIX_PATH=${work}/prefix"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_EXE_LINKER_FLAGS=${LINKER_FLAGS}")
run("${CMAKE_COMMAND}" --build "${work}/build")
run("${work}/build/consumer")
run("${work}/build/moves")
