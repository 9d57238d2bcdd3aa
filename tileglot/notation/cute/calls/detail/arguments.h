// SPDX-License-Identifier: Apache-2.0
// arguments.h: the texts of a call, read one by one, and the table that calls stand in.
//
// What     Arguments reads text i as what the operation wants there. An Operation is a name, how
//          many arguments it takes, and the function that answers. Each family of operations keeps
//          its own table; operations.cc looks through all of them.
// Errors   Those of parse.h, with "argument 2 of crd2idx: " before them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/calls/value.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/detail/layout_parser.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {

class Arguments {
 public:
  Arguments(std::string_view operation, const std::vector<std::string>& texts)
      : operation_(operation), texts_(texts) {}

  std::size_t count() const { return texts_.size(); }
  const std::string& text(std::size_t i) const { return texts_[i]; }

  core::Result<Layout<>> plain_layout(std::size_t i) const;
  /// Plain or with scaled bases, not composed.
  core::Result<Layout<>> layout(std::size_t i) const;
  core::Result<CuteLayout> any_layout(std::size_t i) const;
  core::Result<Swizzle> swizzle(std::size_t i) const;
  core::Result<Tiler> tiler(std::size_t i) const;
  core::Result<IntTuple> tuple(std::size_t i) const;
  core::Result<IntTuple> coordinate(std::size_t i) const;
  /// The arguments before the last as one tuple, as in get<1,0>(t); () where there are none.
  core::Result<IntTuple> coordinate_before_last() const;
  /// A number that is no tuple, as template parameters are: an index, a count of bits.
  core::Result<std::int64_t> number(std::size_t i) const;
  /// Column-major or row-major, where the text is a tag that says so, as LayoutRight{}.
  std::optional<Order> order(std::size_t i) const;
  /// Is the text a layout (plain or composed) and not a tuple?
  bool is_layout(std::size_t i) const;

 private:
  std::size_t begin_of(std::size_t i) const;
  /// An error says which argument it is about, and points into all of them.
  template <class T>
  core::Result<T> named(std::size_t i, core::Result<T> read) const;

  std::string_view operation_;
  const std::vector<std::string>& texts_;
};

/// The value of an outcome, or the error of its refusal.
template <class T>
core::Result<Value> to_value(const Outcome<T>& outcome) {
  if (!outcome) return core::fail(to_error(outcome.refusal));
  return Value(*outcome);
}

/// A layout of either kind is a value of that kind.
inline core::Result<Value> to_value(const Outcome<CuteLayout>& outcome) {
  if (!outcome) return core::fail(to_error(outcome.refusal));
  return std::visit([](const auto& layout) { return Value(layout); }, *outcome);
}

inline core::Result<Value> to_value(const Outcome<ComposedSlice>& outcome) {
  if (!outcome) return core::fail(to_error(outcome.refusal));
  return Value(LayoutAtOffset{outcome->layout, IntTuple(outcome->offset)});
}

/// One row of the table.
struct Operation {
  std::string_view name;
  std::size_t fewest;
  std::size_t most;
  core::Result<Value> (*call)(const Arguments&);
};

std::span<const Operation> coordinate_operations();
std::span<const Operation> composition_operations();
/// Those that C++ CuTe answers otherwise, by its answers.
std::span<const Operation> cute_cpp_operations();
std::span<const Operation> layout_operations();
/// Those that C++ writes with modes in angle brackets, as size<0>(l).
std::span<const Operation> mode_operations();
std::span<const Operation> product_operations();
std::span<const Operation> text_operations();
std::span<const Operation> tiled_operations();
std::span<const Operation> swizzle_operations();
std::span<const Operation> tuple_operations();

}  // namespace tileglot::notation::cute
