// SPDX-License-Identifier: Apache-2.0
// arguments.h: the arguments of a call, parsed one by one, and the rows of the operation tables.
//
// What     Arguments parses text i as the type that the operation expects. An Operation is a name,
//          the number of arguments it takes, and the function that computes it. Each family of
//          operations has its own table; operations.cc searches all of them.
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
#include "tileglot/calculator/operation/value.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/layout/tiler.h"
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
  /// The arguments before the last as one tuple, as in get<1,0>(t); () if there are none.
  core::Result<IntTuple> coordinate_before_last() const;
  /// A plain number, like a template parameter: an index, a count of bits.
  core::Result<std::int64_t> number(std::size_t i) const;
  /// Column-major or row-major if the text is a tag such as LayoutRight{}; otherwise nothing.
  std::optional<Order> order(std::size_t i) const;
  /// True if the text is a layout (plain or composed) and not a tuple.
  bool is_layout(std::size_t i) const;

 private:
  std::size_t begin_of(std::size_t i) const;
  /// Makes an error name its argument and point into the text of all arguments.
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

/// A plain or composed layout as a value of that type.
inline core::Result<Value> to_value(const Outcome<CuteLayout>& outcome) {
  if (!outcome) return core::fail(to_error(outcome.refusal));
  return std::visit([](const auto& layout) { return Value(layout); }, *outcome);
}

inline core::Result<Value> to_value(const Outcome<ComposedSlice>& outcome) {
  if (!outcome) return core::fail(to_error(outcome.refusal));
  return Value(LayoutAtOffset{outcome->layout, IntTuple(outcome->offset)});
}

/// One row of an operation table.
struct Operation {
  std::string_view name;
  std::size_t fewest;
  std::size_t most;
  core::Result<Value> (*call)(const Arguments&);
};

std::span<const Operation> coordinate_operations();
std::span<const Operation> composition_operations();
/// The operations whose results differ in C++ CuTe, with CuTe's results.
std::span<const Operation> cute_cpp_operations();
std::span<const Operation> layout_operations();
/// The operations that C++ writes with modes in angle brackets, as in size<0>(l).
std::span<const Operation> mode_operations();
std::span<const Operation> product_operations();
std::span<const Operation> text_operations();
std::span<const Operation> tiled_operations();
std::span<const Operation> swizzle_operations();
std::span<const Operation> tuple_operations();

}  // namespace tileglot::notation::cute
