// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/turn.h"

#include <cstddef>
#include <cstdint>

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/turn.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on
#include "tileglot/relayout/kernels/detail/nibbles_simd.h"
#include "tileglot/relayout/kernels/detail/plain_turn.h"
#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/detail/squares_simd.h"
#include "tileglot/relayout/kernels/detail/streaming_simd.h"
#include "tileglot/relayout/kernels/detail/tuples_simd.h"

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

template <Store S>
TurnKernel turn_by(int unit_bits) {
  switch (unit_bits) {
    case 4: return turn<4, S>;
    case 8: return turn<8, S>;
    case 16: return turn<16, S>;
    case 32: return turn<32, S>;
    case 64: return turn<64, S>;
    default: return turn<128, S>;
  }
}

TurnKernel choose_turn(int unit_bits, Store store) {
  return store == Store::kStreaming ? turn_by<Store::kStreaming>(unit_bits)
                                    : turn_by<Store::kCached>(unit_bits);
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels {

HWY_EXPORT(choose_turn);

TurnKernel turn_kernel(int unit_bits, Store store) {
  return HWY_DYNAMIC_DISPATCH(choose_turn)(unit_bits, store);
}

}  // namespace tileglot::relayout::kernels
#endif  // HWY_ONCE
