// SPDX-License-Identifier: Apache-2.0
// transpose_wide.cc: the kernels for units of 64 and 128 bits.
#include "tileglot/relayout/kernels/detail/transpose_widths.h"

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/transpose_wide.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on
#include "tileglot/relayout/kernels/detail/transpose_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

TransposeKernel choose_wide_transpose(int unit_bits, Store store) {
  return unit_bits == 64 ? transpose_of<64>(store) : transpose_of<128>(store);
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels::detail {

HWY_EXPORT(choose_wide_transpose);

TransposeKernel wide_transpose(int unit_bits, Store store) {
  return HWY_DYNAMIC_DISPATCH(choose_wide_transpose)(unit_bits, store);
}

}  // namespace tileglot::relayout::kernels::detail
#endif  // HWY_ONCE
