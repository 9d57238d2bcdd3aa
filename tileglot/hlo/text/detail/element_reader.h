// SPDX-License-Identifier: Apache-2.0
// element_reader.h: reads one element of a constant.
//
// Errors   hlo.literal: a number that the type cannot hold, or another kind of value; hlo.syntax.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/text/detail/cursor.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {

/// Writes the element's bytes, at most 16.
core::Status read_element(Cursor& cursor, notation::xla::PrimitiveType type, std::byte* out);

}  // namespace tileglot::hlo
