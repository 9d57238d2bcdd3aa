// SPDX-License-Identifier: Apache-2.0
// literal_reader.h: reads the value of a constant.
//
// What     read_literal(cursor, shape): a number, true, false, inf, nan, (re, im), nested braces, a
//          tuple in parentheses, or `{...}`, whose elements were omitted. One element without
//          braces is the first of an array, all others are 0.
// Why      The type determines which values are allowed, and the shape the number of elements.
// Example  f32[2,2] {{1, 2}, {3, -inf}}; (f32[], s32[2]) (1, {2, 3}); c64[] (1, -2).
//          [tests: hlo/text/literal_reader_test.cc, "constants of every form are read"]
// Errors   hlo.literal: a value that the type cannot have, another number of elements than the
//          shape has; hlo.syntax; hlo.limit: too many elements that the text does not write.
// Source   XLA, hlo_parser.cc. As there, `f32[3] constant(5)` is {5, 0, 0}, commas between elements may be left out, `-0` without a
//          point is +0 in a float, and integers are truth values other than 0.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/text/detail/cursor.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

/// `filled_bytes` counts the bytes of arrays whose text is one element, over several literals.
core::Result<Literal> read_literal(Cursor& cursor, const notation::xla::Shape& shape,
                                   std::size_t& filled_bytes);

}  // namespace tileglot::hlo
