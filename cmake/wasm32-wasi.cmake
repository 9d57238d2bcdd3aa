# SPDX-License-Identifier: Apache-2.0
# wasm32-wasi.cmake: toolchain for WebAssembly: clang 19, wasi-libc, libc++-19-dev-wasm32.
# CMake 3.25 does not know WASI; Generic says only that nothing of the host applies.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# Packs objects of any format, without an index; a module is linked from the objects.
set(CMAKE_AR ar)
set(CMAKE_RANLIB ":")
# Linking needs an entry point that a library does not have.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# No threads and no exceptions there; the portable packages need neither. All engines have SIMD.
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fno-exceptions -fno-rtti -DFMT_HEADER_ONLY -DJSON_NOEXCEPTION")
