// SPDX-License-Identifier: Apache-2.0
// highway.h: the targets that Highway compiles the sums for; included before any Highway header.
//
// They are those of relayout/kernels, whose force_target chooses among them.
#pragma once

#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_WASM_EMU256)
