// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reply/layout_title.h"

#include <string_view>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::api {

std::string_view notation_title(bridge::Notation notation) {
  switch (notation) {
    case bridge::Notation::kCute: return "CuTe layout";
    case bridge::Notation::kXla: return "XLA layout";
    case bridge::Notation::kLinear: return "linear layout";
    case bridge::Notation::kNumpy: return "NumPy strides";
    case bridge::Notation::kTorch: return "torch strides";
    case bridge::Notation::kMdspan: return "mdspan mapping";
    case bridge::Notation::kOnednn: return "oneDNN tag";
    case bridge::Notation::kTvm: return "TVM name";
    case bridge::Notation::kMlir: return "MLIR memref";
  }
  return "layout";
}

std::string_view layout_title(const bridge::AnyLayout& layout) {
  if (std::holds_alternative<notation::cute::ComposedLayout>(layout)) return "CuTe composed layout";
  const auto* shape = std::get_if<notation::xla::Shape>(&layout);
  const bool is_tiled = shape != nullptr && shape->layout && !shape->layout->tiles.empty();
  return is_tiled ? "XLA tiled layout" : notation_title(bridge::notation_of(layout));
}

}  // namespace tileglot::api
