// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/literal_reader.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/text/detail/element_reader.h"
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
  DenseReader(Cursor& cursor, const Shape& shape) : cursor_(cursor), shape_(shape) {
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
Result<Literal> read_tuple(Cursor& cursor, const Shape& shape) {
  Literal result;
  TILEGLOT_TRY_STATUS(cursor.expect('(', "before the elements of a tuple"));
  result.elements.reserve(shape.elements.size());
  for (const Shape& element : shape.elements) {
    if (!result.elements.empty()) TILEGLOT_TRY_STATUS(cursor.expect(',', "between elements"));
    TILEGLOT_TRY(read, read_literal(cursor, element));
    result.elements.push_back(std::move(read));
  }
  TILEGLOT_TRY_STATUS(cursor.expect(')', "after the elements of a tuple"));
  return result;
}

}  // namespace

Result<Literal> read_literal(Cursor& cursor, const Shape& shape) {
  if (shape.type == PrimitiveType::kTuple) return read_tuple(cursor, shape);
  if (!is_array(shape)) {
    return fail({.code = "hlo.literal",
                 .message = fmt::format("a value of shape {} cannot be a constant", print(shape)),
                 .span = cursor.here(),
                 .help = "constants are arrays, or tuples of arrays"});
  }
  DenseReader reader(cursor, shape);
  if (shape.dimensions.empty() || !accept_elided(cursor)) return reader.read();
  Literal result{.type = shape.type, .elided = true};
  result.bounds.reserve(rank(shape));
  for (const auto& dimension : shape.dimensions) {
    result.bounds.push_back(dimension.bound.value_or(0));
  }
  return result;
}

}  // namespace tileglot::hlo
