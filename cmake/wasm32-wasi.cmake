# SPDX-License-Identifier: Apache-2.0
# wasm32-wasi.cmake: toolchain for WebAssembly: clang 19, wasi-libc, libc++-19-dev-wasm32.
# CMake 3.25 does not know WASI; Generic says only that nothing of the host applies.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# A module is linked from the objects, since an archive of them would have no index.
set(CMAKE_AR ":")
set(CMAKE_RANLIB ":")
# Linking needs an entry point that a library does not have.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# No threads and no exceptions there; the portable packages need neither, nor destructors at an exit.
# All engines have SIMD, bulk memory and conversions that saturate. The separator keeps fmt from asking
# a locale, which would bring all of them.
string(JOIN " " CMAKE_CXX_FLAGS_INIT
  -msimd128 -mbulk-memory -mnontrapping-fptoint
  -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-c++-static-destructors
  -DFMT_HEADER_ONLY -DFMT_STATIC_THOUSANDS_SEPARATOR=44 -DJSON_NOEXCEPTION)
