// SPDX-License-Identifier: Apache-2.0
// precision.h: the type of a result whose operands have different types.
//
// Source   XLA, primitive_util::HigherPrecisionType.
#pragma once

#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {

/// Equal, or both floats.
bool same_but_for_precision(notation::xla::PrimitiveType a, notation::xla::PrimitiveType b);

/// Complex before real, then the wider range, the longer mantissa, more bits, signed before
/// unsigned.
notation::xla::PrimitiveType higher_precision(notation::xla::PrimitiveType a,
                                              notation::xla::PrimitiveType b);

}  // namespace tileglot::hlo
