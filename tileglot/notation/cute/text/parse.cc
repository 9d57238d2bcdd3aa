// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/parse.h"

#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/detail/composed_parser.h"
#include "tileglot/notation/cute/text/detail/layout_parser.h"
#include "tileglot/notation/cute/text/detail/tiler_parser.h"
#include "tileglot/notation/cute/text/detail/tuple_parser.h"

namespace tileglot::notation::cute {
namespace {

constexpr Goal kLayout{"a plain layout",
                       "a plain layout is shape:stride with integers, as in (4,2):(2,1)"};
constexpr Goal kAnyLayout{
    "a layout", "write shape:stride, as in (4,2):(2,1), or Sw<3,0,3> o 0 o (8,8):(8,1)", true};
constexpr Goal kSwizzle{"a swizzle", "write Sw<bits,base,shift>, as in Sw<3,0,3>"};
constexpr Goal kTiler{"a tiler",
                      "write a layout, an integer, or one of them for each mode, as in <4:1,_,8>",
                      true, true};
constexpr Goal kTuple{"a tuple of integers", "write integers in parentheses, as in (4,(2,3))",
                      true};
constexpr Goal kCoordinate{"a coordinate", "write an integer or a tuple, as in 5 or (1,(0,_))",
                           false, true};
constexpr Goal kOrder{"an order", "write LayoutLeft{} or LayoutRight{}"};

}  // namespace

core::Result<Layout<>> parse_layout(std::string_view text) {
  return LayoutParser(text, kLayout).whole_layout();
}

core::Result<CuteLayout> parse_any_layout(std::string_view text) {
  return ComposedParser(text, kAnyLayout).whole_any_layout();
}

core::Result<Swizzle> parse_swizzle(std::string_view text) {
  return ComposedParser(text, kSwizzle).whole_swizzle();
}

core::Result<Tiler> parse_tiler(std::string_view text) {
  return TilerParser(text, kTiler).whole_tiler();
}

core::Result<IntTuple> parse_int_tuple(std::string_view text) {
  return TupleParser(text, kTuple).whole_tuple();
}

core::Result<IntTuple> parse_coordinate(std::string_view text) {
  return TupleParser(text, kCoordinate).whole_coordinate();
}

std::optional<Order> parse_order(std::string_view text) {
  return LayoutParser(text, kOrder).whole_order();
}

}  // namespace tileglot::notation::cute
