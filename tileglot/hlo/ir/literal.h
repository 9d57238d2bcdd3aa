// SPDX-License-Identifier: Apache-2.0
// literal.h: the value of a constant.
//
// What     An array literal has a type, bounds and the bytes of its elements; a tuple literal has
//          elements that are literals.
// Why      Constants have any type, and a printer, a pass and the evaluator all need the bytes.
// Units    Elements are stored in row-major order of the logical index, whatever the layout of the
//          constant, each as element_value.h stores it.
// Example  make_literal(s32, {2}, {3, -1}) holds the 8 bytes 03 00 00 00 ff ff ff ff.
//          [tests: hlo/ir/literal_test.cc, "numbers become bytes"]
// Source   XLA, literal.h, which keeps elements in the order of the layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {

struct Literal {
  notation::xla::PrimitiveType type = notation::xla::PrimitiveType::kTuple;
  std::vector<std::int64_t> bounds = {};
  std::vector<std::byte> bytes = {};
  std::vector<Literal> elements = {};  ///< of a tuple
  bool elided = false;  ///< `{...}`: the elements were omitted, and there are no bytes
  friend bool operator==(const Literal&, const Literal&) = default;
};

/// The number of elements of an array.
std::size_t element_count(const Literal& literal);
const std::byte* element_at(const Literal& literal, std::size_t i);
std::byte* element_at(Literal& literal, std::size_t i);

/// All zero. Precondition: the bytes fit memory.
Literal zeros(notation::xla::PrimitiveType type, std::vector<std::int64_t> bounds);

/// Values are rounded to the type. Precondition: as many values as elements; the type is real.
Literal make_literal(notation::xla::PrimitiveType type, std::vector<std::int64_t> bounds,
                     std::span<const double> values);

}  // namespace tileglot::hlo
