// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/literal_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/text/detail/element_reader.h"
#include "tileglot/hlo/text/detail/refuse.h"
#include "tileglot/hlo/text/limits.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

/// Reads nested braces without recursion: `counts` is how many items were read in each open brace.
class DenseReader {
 public:
  DenseReader(Cursor& cursor, const Shape& shape, std::size_t& filled_bytes)
      : cursor_(cursor), shape_(shape), filled_bytes_(filled_bytes) {
    literal_.type = shape.type;
    literal_.bounds.reserve(rank(shape));
    for (const auto& dimension : shape.dimensions) {
      literal_.bounds.push_back(dimension.bound.value_or(0));
    }
  }

  Result<Literal> read() {
    do {
      TILEGLOT_TRY_STATUS(item());
    } while (!counts_.empty());
    return std::move(literal_);
  }

 private:
  Status item() {
    cursor_.skip_space();
    const char c = cursor_.next();
    if (c == '{') return open();
    if (c == '}' && !counts_.empty()) return close();
    if (c == ',' && !counts_.empty()) {
      cursor_.accept(',');
      return {};
    }
    return element();
  }

  Status open() {
    if (counts_.size() == literal_.bounds.size()) {
      return wrong(fmt::format("the shape {} has {} dimensions, and this is one brace more",
                               print(shape_), literal_.bounds.size()));
    }
    TILEGLOT_TRY_STATUS(count());
    cursor_.accept('{');
    counts_.push_back(0);
    return {};
  }

  Status close() {
    const std::int64_t bound = literal_.bounds[counts_.size() - 1];
    if (counts_.back() != bound) {
      return wrong(fmt::format("dimension {} of {} has {} elements, not {}", counts_.size() - 1,
                               print(shape_), bound, counts_.back()));
    }
    cursor_.accept('}');
    counts_.pop_back();
    return {};
  }

  Status element() {
    if (counts_.empty() && !literal_.bounds.empty() && !is_complex(shape_.type)) return alone();
    if (counts_.size() != literal_.bounds.size()) {
      return cursor_.expected(
          fmt::format("'{{' before the elements of dimension {}", counts_.size()));
    }
    TILEGLOT_TRY_STATUS(count());
    std::array<std::byte, 16> bytes{};
    TILEGLOT_TRY_STATUS(read_element(cursor_, shape_.type, bytes.data()));
    literal_.bytes.insert(literal_.bytes.end(), bytes.data(),
                          bytes.data() + stored_bytes(shape_.type));
    return {};
  }

  /// One element of an array: the first, with zeros after it.
  Status alone() {
    const core::Span place = cursor_.here();
    const std::size_t size = stored_bytes(shape_.type);
    std::array<std::byte, 16> bytes{};
    TILEGLOT_TRY_STATUS(read_element(cursor_, shape_.type, bytes.data()));
    std::int64_t total = static_cast<std::int64_t>(size);
    for (const std::int64_t bound : literal_.bounds) {
      if (!core::multiply_fits(total, bound, total)) total = kMaxFilledBytes + 1;
    }
    if (static_cast<std::size_t>(total) > kMaxFilledBytes - filled_bytes_) {
      return beyond_limit("bytes of constants that are written as one element", kMaxFilledBytes,
                          place);
    }
    if (total == 0) {
      return wrong(fmt::format("{} has no elements, and this is one", print(shape_)));
    }
    filled_bytes_ += static_cast<std::size_t>(total);
    literal_.bytes.resize(static_cast<std::size_t>(total));
    std::copy_n(bytes.data(), size, literal_.bytes.data());
    return {};
  }

  /// Counts one more item in the innermost open brace.
  Status count() {
    if (counts_.empty()) return {};
    const std::int64_t bound = literal_.bounds[counts_.size() - 1];
    if (++counts_.back() <= bound) return {};
    return wrong(fmt::format("dimension {} of {} has {} elements, and there are more",
                             counts_.size() - 1, print(shape_), bound));
  }

  tl::unexpected<core::Error> wrong(std::string message) {
    return fail({.code = "hlo.literal", .message = std::move(message), .span = cursor_.here()});
  }

  Cursor& cursor_;
  const Shape& shape_;
  std::size_t& filled_bytes_;
  Literal literal_ = {};
  std::vector<std::int64_t> counts_ = {};
};

bool accept_elided(Cursor& cursor) {
  const std::size_t begin = cursor.position();
  if (cursor.accept('{') && cursor.accept("...") && cursor.accept('}')) return true;
  cursor.move_to(begin);
  return false;
}

/// The recursion is bounded: a shape's text limits how deep it nests.
Result<Literal> read_tuple(Cursor& cursor, const Shape& shape, std::size_t& filled_bytes) {
  Literal result;
  TILEGLOT_TRY_STATUS(cursor.expect('(', "before the elements of a tuple"));
  result.elements.reserve(shape.elements.size());
  for (const Shape& element : shape.elements) {
    if (!result.elements.empty()) TILEGLOT_TRY_STATUS(cursor.expect(',', "between elements"));
    TILEGLOT_TRY(read, read_literal(cursor, element, filled_bytes));
    result.elements.push_back(std::move(read));
  }
  TILEGLOT_TRY_STATUS(cursor.expect(')', "after the elements of a tuple"));
  return result;
}

}  // namespace

Result<Literal> read_literal(Cursor& cursor, const Shape& shape, std::size_t& filled_bytes) {
  if (shape.type == PrimitiveType::kTuple) return read_tuple(cursor, shape, filled_bytes);
  if (!is_array(shape)) {
    return fail({.code = "hlo.literal",
                 .message = fmt::format("a value of shape {} cannot be a constant", print(shape)),
                 .span = cursor.here(),
                 .help = "constants are arrays, or tuples of arrays"});
  }
  DenseReader reader(cursor, shape, filled_bytes);
  if (shape.dimensions.empty() || !accept_elided(cursor)) return reader.read();
  Literal result{.type = shape.type, .elided = true};
  result.bounds.reserve(rank(shape));
  for (const auto& dimension : shape.dimensions) {
    result.bounds.push_back(dimension.bound.value_or(0));
  }
  return result;
}

}  // namespace tileglot::hlo
