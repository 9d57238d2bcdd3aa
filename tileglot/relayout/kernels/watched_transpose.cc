// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/watched_transpose.h"

#include "tileglot/relayout/kernels/detail/watched_stores.h"

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/watched_transpose.cc"
// clang-format off: the order counts.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "tileglot/relayout/kernels/detail/highway.h"
// clang-format on
#include "tileglot/relayout/kernels/detail/transpose_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

bool transpose_each_store_watched(int unit_bytes, const detail::PlanePart& part) {
#if TILEGLOT_PLAIN_TARGET
  (void)unit_bytes;
  (void)part;
  return false;
#else
  if (unit_bytes == 1) {
    transpose_part<1, detail::kWatched>(part);
  } else {
    transpose_part<4, detail::kWatched>(part);
  }
  return true;
#endif
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels {

HWY_EXPORT(transpose_each_store_watched);

bool transpose_watched(int unit_bytes, const detail::PlanePart& part) {
  return HWY_DYNAMIC_DISPATCH(transpose_each_store_watched)(unit_bytes, part);
}

}  // namespace tileglot::relayout::kernels
#endif  // HWY_ONCE
