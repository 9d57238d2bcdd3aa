// SPDX-License-Identifier: Apache-2.0
// transpose_middle.cc: the kernels for units of 16 and 32 bits, and whether vectors are narrower
// than a cache line.
#include "tileglot/relayout/kernels/detail/transpose_widths.h"

#include <cstdint>

#include "tileglot/relayout/kernels/detail/plane_part.h"

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/transpose_middle.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on
#include "tileglot/relayout/kernels/detail/transpose_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

TransposeKernel choose_middle_transpose(int unit_bits, Store store) {
  return unit_bits == 16 ? transpose_of<16>(store) : transpose_of<32>(store);
}

bool vectors_are_narrow() {
#if TILEGLOT_PLAIN_TARGET
  return false;
#else
  return !kFillsLines;
#endif
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels {

HWY_EXPORT(vectors_are_narrow);

bool streams_pairs_of_lines(std::int64_t source_pitch, std::int64_t columns) {
  return HWY_DYNAMIC_DISPATCH(vectors_are_narrow)() && detail::do_lines_fit(source_pitch, columns);
}

namespace detail {

HWY_EXPORT(choose_middle_transpose);

TransposeKernel middle_transpose(int unit_bits, Store store) {
  return HWY_DYNAMIC_DISPATCH(choose_middle_transpose)(unit_bits, store);
}

}  // namespace detail
}  // namespace tileglot::relayout::kernels
#endif  // HWY_ONCE
