// SPDX-License-Identifier: Apache-2.0
// xla/arguments.h: how the operations on XLA's values read their arguments.
//
// What     shape_argument and the like read the i-th argument.
// Units    A value is taken as it is if its text would be read as that value: a shape that is valid
//          and has all its layouts, a layout without attributes that name types or shapes.
// Example  xla.layout_equal({1,0}, {1,0}x) is refused at byte 12, the x.
//          [tests: xla/operations_test.cc, "an error points into all arguments"]
// Errors   xla.type; those of operation/arguments.h and of notation/xla.
#pragma once

#include <cstddef>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::calculator {

/// As the released XLA reads it; the spellings of its documents are refused.
core::Result<notation::xla::Shape> shape_argument(const Arguments& args, std::size_t i);
/// As above, but without a layout where the text has none.
core::Result<notation::xla::Shape> shape_as_written_argument(const Arguments& args, std::size_t i);
/// Read and validated.
core::Result<notation::xla::Shape> valid_shape_argument(const Arguments& args, std::size_t i);
core::Result<notation::xla::Layout> xla_layout_argument(const Arguments& args, std::size_t i);

/// f32, bf16 and so on.
core::Result<notation::xla::PrimitiveType> type_argument(const Arguments& args, std::size_t i);

}  // namespace tileglot::calculator
