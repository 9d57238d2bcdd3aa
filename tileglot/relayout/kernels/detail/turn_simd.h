// SPDX-License-Identifier: Apache-2.0
// turn_simd.h: the kernel that transposes planes of one unit size, chosen by plane and store.
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_TURN_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_TURN_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_TURN_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_TURN_SIMD_H
#endif

#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/kernels/detail/nibbles_simd.h"
#include "tileglot/relayout/kernels/detail/plain_turn.h"
#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/detail/squares_simd.h"
#include "tileglot/relayout/kernels/detail/streaming_simd.h"
#include "tileglot/relayout/kernels/detail/tuples_simd.h"
#include "tileglot/relayout/kernels/turn.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

/// Any plane of whole bytes.
template <int UnitBytes, Store S>
void turn_part(const PlanePart& part) {
#if TILEGLOT_PLAIN_TARGET
  detail::turn_plainly<UnitBytes>(part);
#else
  if constexpr (UnitBytes == 4) {
    if (turn_eight_words<S>(part)) return;
  }
  if (turn_tuples<UnitBytes, S>(part)) return;
  if constexpr (S == Store::kStreaming) {
    turn_streaming<UnitBytes>(part);
  } else {
    turn_cached<UnitBytes>(part);
  }
#endif
}

template <int UnitBits, Store S>
void turn(const std::byte* source, std::int64_t source_pitch, std::byte* target,
          std::int64_t target_pitch, std::int64_t rows, std::int64_t columns, std::int64_t ahead) {
  const PlanePart part{source, source_pitch, target, target_pitch, rows, columns, ahead};
  if constexpr (UnitBits == 4) {
    turn_nibbles<turn_part<1, S>>(part);
  } else {
    turn_part<UnitBits / 8, S>(part);
  }
}

template <int UnitBits>
TurnKernel turn_of(Store store) {
  return store == Store::kStreaming ? turn<UnitBits, Store::kStreaming>
                                    : turn<UnitBits, Store::kCached>;
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
