// SPDX-License-Identifier: Apache-2.0
// turn_widths.h: turn_kernel by the size of the unit, one source file each: together they take
// longer to compile than anything else here.
#pragma once

#include "tileglot/relayout/kernels/turn.h"

namespace tileglot::relayout::kernels::detail {

TurnKernel narrow_turn(int unit_bits, Store store);  ///< 4 or 8 bits
TurnKernel middle_turn(int unit_bits, Store store);  ///< 16 or 32 bits
TurnKernel wide_turn(int unit_bits, Store store);    ///< 64 or 128 bits

}  // namespace tileglot::relayout::kernels::detail
