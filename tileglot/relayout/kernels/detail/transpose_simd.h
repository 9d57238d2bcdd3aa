// SPDX-License-Identifier: Apache-2.0
// transpose_simd.h: the kernel that transposes planes of one unit size, chosen by plane and store.
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_TURN_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_TURN_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_TURN_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_TURN_SIMD_H
#endif

#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/kernels/detail/nibbles_simd.h"
#include "tileglot/relayout/kernels/detail/plain_transpose.h"
#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/detail/squares_simd.h"
#include "tileglot/relayout/kernels/detail/streaming_simd.h"
#include "tileglot/relayout/kernels/detail/tuples_simd.h"
#include "tileglot/relayout/kernels/transpose.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

/// Any plane of whole bytes.
template <int UnitBytes, Store S>
void transpose_part(const PlanePart& part) {
#if TILEGLOT_PLAIN_TARGET
  detail::transpose_plainly<UnitBytes>(part);
#else
  if constexpr (UnitBytes == 4) {
    if (transpose_eight_words<S>(part)) return;
  }
  if (transpose_tuples<UnitBytes, S>(part)) return;
  if constexpr (is_streaming(S)) {
    transpose_streaming<UnitBytes, S>(part);
  } else {
    transpose_cached<UnitBytes>(part);
  }
#endif
}

template <int UnitBits, Store S>
void transpose(const std::byte* source, std::int64_t source_pitch, std::byte* target,
               std::int64_t target_pitch, std::int64_t rows, std::int64_t columns,
               std::int64_t ahead) {
  const PlanePart part{source, source_pitch, target, target_pitch, rows, columns, ahead};
  if constexpr (UnitBits == 4) {
    transpose_nibbles<transpose_part<1, S>>(part);
  } else {
    transpose_part<UnitBits / 8, S>(part);
  }
}

template <int UnitBits>
TransposeKernel transpose_of(Store store) {
  return store == Store::kStreaming ? transpose<UnitBits, Store::kStreaming>
                                    : transpose<UnitBits, Store::kCached>;
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
