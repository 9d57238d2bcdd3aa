// SPDX-License-Identifier: Apache-2.0
// turn_widths.h: turn_kernel by the size of the unit, a source each: together they take a compiler
// longer than anything else here.
#pragma once

#include "tileglot/relayout/kernels/turn.h"

namespace tileglot::relayout::kernels::detail {

TurnKernel narrow_turn(int unit_bits, Store store);  ///< 4 or 8 bits
TurnKernel middle_turn(int unit_bits, Store store);  ///< 16 or 32 bits
TurnKernel wide_turn(int unit_bits, Store store);    ///< 64 or 128 bits

}  // namespace tileglot::relayout::kernels::detail
