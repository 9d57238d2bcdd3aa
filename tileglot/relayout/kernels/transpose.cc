// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/transpose.h"

#include "tileglot/relayout/kernels/detail/transpose_widths.h"

namespace tileglot::relayout::kernels {

TransposeKernel transpose_kernel(int unit_bits, Store store) {
  if (unit_bits <= 8) return detail::narrow_transpose(unit_bits, store);
  if (unit_bits <= 32) return detail::middle_transpose(unit_bits, store);
  return detail::wide_transpose(unit_bits, store);
}

}  // namespace tileglot::relayout::kernels
