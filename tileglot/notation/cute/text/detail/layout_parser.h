// SPDX-License-Identifier: Apache-2.0
// layout_parser.h: reads one layout shape:stride, in every spelling.
//
// What     LayoutParser::layout reads (4,2):(2,1), a shape alone, Layout<..>{}, make_layout(..),
//          Layout(..) and the types of MLIR.
#pragma once

#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/detail/tuple_parser.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {

/// The text of a stride: a tuple, a tag, or nothing.
struct StrideText {
  Order order = Order::kColumnMajor;
  std::optional<Node> strides = {};
};

class LayoutParser : public TupleParser {
 public:
  using TupleParser::TupleParser;

  /// Reads the whole text as a layout without a swizzle.
  core::Result<Layout<>> whole_layout();
  /// The whole text as a tag, LayoutRight{} or cute::GenColMajor; nothing if it is not a tag.
  std::optional<Order> whole_order();

 protected:
  core::Result<Layout<>> layout();
  /// (4,2):(2,1) or a shape alone.
  core::Result<Layout<>> shape_and_stride();
  /// Consumes `!cute.NAME<"` or `#cute.NAME<"`.
  core::Result<bool> accept_quoted(std::string_view name);
  core::Status end_quoted();

 private:
  core::Result<std::optional<Order>> order_tag();
  core::Result<Layout<>> layout_type();
  core::Result<Layout<>> layout_call();
  core::Result<StrideText> stride_argument();
};

}  // namespace tileglot::notation::cute
