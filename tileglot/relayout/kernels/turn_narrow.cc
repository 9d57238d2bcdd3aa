// SPDX-License-Identifier: Apache-2.0
// turn_narrow.cc: the kernels for units of 4 and 8 bits.
#include "tileglot/relayout/kernels/detail/turn_widths.h"

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/turn_narrow.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on
#include "tileglot/relayout/kernels/detail/turn_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

TurnKernel choose_narrow_turn(int unit_bits, Store store) {
  return unit_bits == 4 ? turn_of<4>(store) : turn_of<8>(store);
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels::detail {

HWY_EXPORT(choose_narrow_turn);

TurnKernel narrow_turn(int unit_bits, Store store) {
  return HWY_DYNAMIC_DISPATCH(choose_narrow_turn)(unit_bits, store);
}

}  // namespace tileglot::relayout::kernels::detail
#endif  // HWY_ONCE
