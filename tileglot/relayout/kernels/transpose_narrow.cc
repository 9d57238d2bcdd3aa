// SPDX-License-Identifier: Apache-2.0
// transpose_narrow.cc: the kernels for units of 4 and 8 bits.
#include "tileglot/relayout/kernels/detail/transpose_widths.h"

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/transpose_narrow.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on
#include "tileglot/relayout/kernels/detail/transpose_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

TransposeKernel choose_narrow_transpose(int unit_bits, Store store) {
  return unit_bits == 4 ? transpose_of<4>(store) : transpose_of<8>(store);
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels::detail {

HWY_EXPORT(choose_narrow_transpose);

TransposeKernel narrow_transpose(int unit_bits, Store store) {
  return HWY_DYNAMIC_DISPATCH(choose_narrow_transpose)(unit_bits, store);
}

}  // namespace tileglot::relayout::kernels::detail
#endif  // HWY_ONCE
