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

/// A layout while it is read. Until strides are written, it has those of `order`.
struct LayoutText {
  explicit LayoutText(Layout<>& empty) : layout(empty) {}

  Layout<>& layout;
  TupleText shape{layout.shape};
  TupleText stride{layout.stride};
  std::optional<Order> order = Order::kColumnMajor;
};

class LayoutParser : public TupleParser {
 public:
  using TupleParser::TupleParser;

  /// Reads the whole text as a layout without a swizzle.
  core::Result<Layout<>> whole_layout();
  /// The whole text as a tag, LayoutRight{} or cute::GenColMajor; nothing if it is not a tag.
  std::optional<Order> whole_order();

 protected:
  /// Reads a layout into an empty one.
  core::Status layout(Layout<>& to);
  /// After a shape: a colon and strides, or nothing.
  core::Status rest_of_layout(LayoutText& to);
  /// Consumes `!cute.NAME<"` or `#cute.NAME<"`.
  core::Result<bool> accept_quoted(std::string_view name);
  core::Status end_quoted();

 private:
  core::Status whole(Layout<>& to);
  core::Status strides(LayoutText& to);
  core::Result<std::optional<Order>> order_tag();
  core::Status shape_and_stride(LayoutText& to);
  core::Status layout_type(LayoutText& to);
  core::Status layout_call(LayoutText& to);
  core::Status stride_argument(LayoutText& to);
};

}  // namespace tileglot::notation::cute
