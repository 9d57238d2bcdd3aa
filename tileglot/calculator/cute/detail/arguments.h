// SPDX-License-Identifier: Apache-2.0
// cute/detail/arguments.h: how the operations on CuTe's values read their arguments, and the tables
// of their families.
//
// What     layout_argument and the like read argument i as the type that the operation expects.
//          Each family of operations has its own table; operations.cc joins them.
// Units    A value is taken as it is if its text would be read as that value.
// Errors   Those of cute/text/parse.h, with "argument 2 of crd2idx: " before them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {

core::Result<notation::cute::Layout<>> plain_layout_argument(const Arguments& arguments,
                                                             std::size_t i);
/// Plain or with scaled bases, not composed.
core::Result<notation::cute::Layout<>> layout_argument(const Arguments& arguments, std::size_t i);
core::Result<notation::cute::CuteLayout> any_layout_argument(const Arguments& arguments,
                                                             std::size_t i);
core::Result<notation::cute::Swizzle> swizzle_argument(const Arguments& arguments, std::size_t i);
core::Result<notation::cute::Tiler> tiler_argument(const Arguments& arguments, std::size_t i);
core::Result<core::IntTuple> tuple_argument(const Arguments& arguments, std::size_t i);
core::Result<core::IntTuple> coordinate_argument(const Arguments& arguments, std::size_t i);
/// The arguments before the last as one tuple, as in get<1,0>(t); () if there are none.
core::Result<core::IntTuple> path_argument(const Arguments& arguments);
/// A plain number, like a template parameter: an index, a count of bits.
core::Result<std::int64_t> integer_argument(const Arguments& arguments, std::size_t i);
/// Column-major or row-major if the text is a tag such as LayoutRight{}; otherwise nothing.
std::optional<notation::cute::Order> order_argument(const Arguments& arguments, std::size_t i);

/// True if the argument is a layout (plain or composed) and not a tuple.
bool is_layout(const Arguments& arguments, std::size_t i);
bool is_composed(const Arguments& arguments, std::size_t i);
/// True if the argument is a swizzle alone.
bool is_swizzle(const Arguments& arguments, std::size_t i);

/// The value of an outcome, or the error of its refusal.
template <class T>
core::Result<Value> to_value(const core::Outcome<T>& outcome) {
  if (!outcome) return core::fail(notation::cute::to_error(outcome.refusal));
  return Value(*outcome);
}

/// A plain or composed layout as a value of that type.
inline core::Result<Value> to_value(const core::Outcome<notation::cute::CuteLayout>& outcome) {
  if (!outcome) return core::fail(notation::cute::to_error(outcome.refusal));
  return std::visit([](const auto& layout) { return Value(layout); }, *outcome);
}

inline core::Result<Value> to_value(const core::Outcome<notation::cute::ComposedSlice>& outcome) {
  if (!outcome) return core::fail(notation::cute::to_error(outcome.refusal));
  return Value(LayoutAtOffset{outcome->layout, core::IntTuple(outcome->offset)});
}

template <class T>
core::Outcome<T> as_outcome(const core::Outcome<T>& outcome) {
  return outcome;
}
template <class T>
core::Outcome<T> as_outcome(const T& value) {
  return value;
}

/// The function of a row: VERB with its arguments as READERS read them.
template <auto Verb, auto... Readers>
core::Result<Value> of(const Arguments& arguments) {
  TILEGLOT_TRY(answer, (invoke<Verb, Readers...>(arguments)));
  return to_value(as_outcome(answer));
}

std::span<const Operation> coordinate_operations();
std::span<const Operation> atom_operations();
std::span<const Operation> composition_operations();
/// The operations whose results differ in C++ CuTe, with CuTe's results.
std::span<const CppAnswer> cute_cpp_operations();
std::span<const Operation> fragment_operations();
std::span<const Operation> layout_operations();
/// The operations that C++ writes with modes in angle brackets, as in size<0>(l).
std::span<const Operation> mode_operations();
/// Shared memory as wgmma and tcgen05 read it.
std::span<const Operation> operand_operations();
std::span<const Operation> product_operations();
std::span<const Operation> text_operations();
std::span<const Operation> tiled_operations();
std::span<const Operation> traits_operations();
std::span<const Operation> swizzle_operations();
std::span<const Operation> tuple_operations();

}  // namespace tileglot::calculator
