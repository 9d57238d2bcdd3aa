// SPDX-License-Identifier: Apache-2.0
// highway.h: the targets that Highway compiles the kernels for; included before any Highway header.
//
// Vectors whose size is known at compile time are kept in arrays, so SVE and RVV, whose size is
// unknown, run the kernels of NEON and plain code.
#pragma once

#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_WASM_EMU256)
