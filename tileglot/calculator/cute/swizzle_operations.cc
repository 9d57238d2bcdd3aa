// SPDX-License-Identifier: Apache-2.0
// swizzle_operations.cc: operations on swizzles by name, alone or composed with a layout.
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

#include "tileglot/calculator/cute/composition_error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/composed/swizzled_product.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Result;

/// 0x1c0 or 448.
Result<std::int64_t> mask(const Arguments& arguments, std::size_t i) {
  const std::string text = arguments.text(i);
  std::string_view digits = text;
  if (!digits.starts_with("0x")) return integer_argument(arguments, i);
  digits.remove_prefix(2);
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): `end` says where it ends.
  const auto read = std::from_chars(digits.data(), end, value, 16);
  if (read.ec == std::errc{} && read.ptr == end && value >= 0) return value;
  return fail({.code = "cute.arguments",
               .message = fmt::format("'{}' is not a mask", text.substr(0, 64)),
               .help = "write up to 63 bits as 0x1c0 or 448"});
}

Result<Value> apply_swizzle_apply(const Arguments& arguments) {
  TILEGLOT_TRY(s, swizzle_argument(arguments, 0));
  TILEGLOT_TRY(offset, tuple_argument(arguments, 1));
  if (!offset.is_scalar || offset.paths[0] != 0)
    TILEGLOT_TRY_STATUS(integer_argument(arguments, 1));
  return Value(core::Integer(cute::apply(s, offset.values[0]), offset.at(0).is_static));
}

Result<Value> apply_swizzle_ctor(const Arguments& arguments) {
  TILEGLOT_TRY(s, swizzle_argument(arguments, 0));
  return Value(s);
}

Result<Value> apply_swizzle_composition(const Arguments& arguments) {
  TILEGLOT_TRY(s, swizzle_argument(arguments, 0));
  TILEGLOT_TRY(layout, plain_layout_argument(arguments, 1));
  return to_value(core::Outcome<cute::CuteLayout>(cute::composition(s, layout)));
}

Result<Value> apply_swizzle_swizzle_composition(const Arguments& arguments) {
  TILEGLOT_TRY(outer, swizzle_argument(arguments, 0));
  TILEGLOT_TRY(inner, swizzle_argument(arguments, 1));
  return to_value(cute::composition(outer, inner));
}

Result<Value> apply_layout_swizzle_composition(const Arguments& arguments) {
  TILEGLOT_TRY(layout, plain_layout_argument(arguments, 0));
  TILEGLOT_TRY(s, swizzle_argument(arguments, 1));
  return to_value(cute::composition(layout, s));
}

Result<Value> apply_logical_product_swizzled(const Arguments& arguments) {
  TILEGLOT_TRY(block, plain_layout_argument(arguments, 0));
  TILEGLOT_TRY(order, any_layout_argument(arguments, 1));
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&order)) {
    const auto product = cute::logical_product(block, *composed);
    if (!product && !composed->inner.is_swizzle)
      return fail(product_error(product.refusal, block, composed->inner.layout));
    return to_value(product);
  }
  const auto& copies = std::get<cute::Layout<>>(order);
  const auto product = cute::blocks_in_order(block, copies);
  if (!product) return fail(product_error(product.refusal, block, copies));
  return Value(*product);
}

constexpr Operation kSwizzleOperations[] = {
    {"layout_swizzle_composition", "layout, swizzle",
     "the swizzle after the layout, as a swizzle in front of a layout; composition does it too",
     "layout_swizzle_composition((8,8):(8,1),Sw<3,0,-3>)", apply_layout_swizzle_composition},
    {"logical_product_swizzled", "tile, copies",
     "the tile repeated where a swizzled layout, or a plain one, has its copies",
     "logical_product_swizzled((4,4):(4,1),Sw<1,0,2> o 0 o (4,4):(4,1))",
     apply_logical_product_swizzled},
    {"make_swizzle", "read mask, changed mask",
     "the swizzle that xors the bits of one mask into those of the other", "make_swizzle(56,7)",
     of<cute::swizzle_of_masks, mask, mask>},
    {"swizzle_apply", "swizzle, offset", "the offset that the swizzle gives",
     "swizzle_apply(Sw<3,0,3>,19)", apply_swizzle_apply},
    {"swizzle_composition", "swizzle, layout", "the swizzle applied to the values of a layout",
     "swizzle_composition(Sw<3,0,3>,(8,8):(8,1))", apply_swizzle_composition},
    {"swizzle_ctor", "swizzle", "the swizzle itself, after its parameters are checked",
     "swizzle_ctor(Sw<3,0,3>)", apply_swizzle_ctor},
    {"swizzle_swizzle_composition", "a, b",
     "two swizzles of the same shift as one; composition does it too",
     "swizzle_swizzle_composition(Sw<1,0,2>,Sw<1,1,2>)", apply_swizzle_swizzle_composition},
};

}  // namespace

std::span<const Operation> swizzle_operations() { return kSwizzleOperations; }

}  // namespace tileglot::calculator
