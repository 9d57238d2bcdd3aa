// SPDX-License-Identifier: Apache-2.0
// mdspan.h: the layout mappings of C++'s mdspan.
//
// What     Mdspan: layout_right (the last index fastest), layout_left (the first), or
//          layout_stride, over extents.
// Why      The text is the C++ expression for the mapping, so that it can be pasted:
//          std::layout_right::mapping(std::extents(3,5)).
// Units    Strides and offsets are in elements. positions is required_span_size().
// Example  layout_stride::mapping(extents(3,5), array{5,1}) has the offsets of
//          layout_right::mapping(extents(3,5)): (2,3) is at 13.
//          [tests: mdspan_test.cc, "mappings read, print and evaluate"]
// Errors   strided.policy (not a layout policy), strided.stride (not above 0, as layout_stride
//          requires), scan.*, those of array.h, strided.rank.
// Text     The parser accepts std:: or none, extents(3,5), extents<int,3,5>, dextents<int,2>(3,5),
//          braces instead of parentheses, and layout_right alone where the tensor is known.
// Source   C++23, [mdspan.layout].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {

enum class Policy : std::uint8_t { kLeft, kRight, kStride };

struct Mdspan {
  Array array = {};
  Policy policy = Policy::kRight;
  std::vector<std::int64_t> strides = {};  ///< of layout_stride only
  friend bool operator==(const Mdspan&, const Mdspan&) = default;
};

core::Status check(const Mdspan& mapping);
/// Precondition: check(mapping) passes, and x is in range.
std::int64_t offset_of(const Mdspan& mapping, std::span<const std::int64_t> x);
core::Checked positions(const Mdspan& mapping);

core::Result<Mdspan> parse_mdspan(std::string_view text, const std::optional<Array>& tensor = {});
std::string print(const Mdspan& mapping);

}  // namespace tileglot::notation::strided
