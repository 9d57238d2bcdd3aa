// SPDX-License-Identifier: Apache-2.0
// transpose_widths.h: transpose_kernel by the size of the unit, one source file each: together they take
// longer to compile than anything else here.
#pragma once

#include "tileglot/relayout/kernels/transpose.h"

namespace tileglot::relayout::kernels::detail {

TransposeKernel narrow_transpose(int unit_bits, Store store);  ///< 4 or 8 bits
TransposeKernel middle_transpose(int unit_bits, Store store);  ///< 16 or 32 bits
TransposeKernel wide_transpose(int unit_bits, Store store);    ///< 64 or 128 bits

}  // namespace tileglot::relayout::kernels::detail
