// SPDX-License-Identifier: Apache-2.0
// linear/bridge_operations.cc: linear layouts from other notations, by name.
//
// What     linear_bridge_operations() has cute_to_linear: the linear layout from the flat index of
//          a CuTe layout (idx, first mode fastest) to its offset; null where it is not linear. The
//          layout is a text, or {"shape":[..],"stride":[..],"swizzle":[B,M,S]} with null for none.
// Example  linear.cute_to_linear((2,2,2):(2,4,1)) is {idx: [[2],[4],[1]]} -> {offset: 8}.
//          [tests: linear/bridge_operations_test.cc, "a cute layout is linear in its flat index"]
// Errors   Those of linear/arguments.h and of CuTe's texts; map.* where it is not decided.
#include "tileglot/calculator/linear/operations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/calculator/linear/arguments.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;

/// Nothing if the key has no list of integers.
std::optional<std::vector<std::int64_t>> integers_of(const Json& object, const char* key) {
  if (!object.contains(key) || !object[key].is_array()) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (const Json& item : object[key]) {
    const auto number = value::integer_of(item);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// {"shape":[8,4],"stride":[4,1],"swizzle":[1,0,2]} as Sw<1,0,2> o 0 o (8,4):(4,1).
Result<std::string> cute_text_of(const Json& object) {
  const auto shape = integers_of(object, "shape");
  const auto stride = integers_of(object, "stride");
  const auto swizzle = integers_of(object, "swizzle");
  const bool is_plain = !object.contains("swizzle") || object["swizzle"].is_null();
  const bool is_swizzle = swizzle && swizzle->size() == 3;
  if (!shape || !stride || (!is_plain && !is_swizzle)) {
    return fail({.code = "linear.json",
                 .message = "the object is not a CuTe layout",
                 .help = R"(write {"shape":[8,4],"stride":[4,1],"swizzle":null})"});
  }
  const std::string layout =
      fmt::format("({}):({})", fmt::join(*shape, ","), fmt::join(*stride, ","));
  return is_plain ? layout : fmt::format("Sw<{}> o 0 o {}", fmt::join(*swizzle, ","), layout);
}

Result<bridge::AnyLayout> cute_argument(const Arguments& args, std::size_t i) {
  constexpr bridge::ReadAs kAsCute{.notation = bridge::Notation::kCute};
  const Json json = json_in(args, i);
  if (!json.is_object()) return in_argument(bridge::parse_layout(args.text(i), kAsCute), args, i);
  TILEGLOT_TRY(text, cute_text_of(json));
  return bridge::parse_layout(text, kAsCute);
}

/// All inputs as one, the first in the low bits; the output is just large enough for its values.
linear::Layout by_flat_index(const linear::Layout& layout) {
  std::uint64_t reached = 0;
  for (const std::uint64_t column : layout.columns()) reached |= column;
  linear::Layout result;
  result.add_out(linear::kOffset, static_cast<int>(std::bit_width(reached)));
  result.add_in(linear::Name("idx"), layout.columns());
  return result;
}

Result<Value> cute_to_linear(const Arguments& args) {
  TILEGLOT_TRY(layout, cute_argument(args, 0));
  TILEGLOT_TRY(map, bridge::to_map(layout));
  const auto found = bridge::to_linear(map);
  if (found) return by_flat_index(*found);
  if (found.error()->code == "bridge.not_f2_linear") return Json(nullptr);
  return fail(found.error());
}

constexpr std::array kLinearBridgeOperations{
    Operation{"linear.cute_to_linear", "layout",
              "the linear layout from the flat index of a CuTe layout to its offset, or null",
              "linear.cute_to_linear((2,2,2):(2,4,1))", cute_to_linear},
};

}  // namespace

std::span<const Operation> linear_bridge_operations() { return kLinearBridgeOperations; }

}  // namespace tileglot::calculator
