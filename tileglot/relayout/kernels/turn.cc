// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/turn.h"

#include "tileglot/relayout/kernels/detail/turn_widths.h"

namespace tileglot::relayout::kernels {

TurnKernel turn_kernel(int unit_bits, Store store) {
  if (unit_bits <= 8) return detail::narrow_turn(unit_bits, store);
  if (unit_bits <= 32) return detail::middle_turn(unit_bits, store);
  return detail::wide_turn(unit_bits, store);
}

}  // namespace tileglot::relayout::kernels
