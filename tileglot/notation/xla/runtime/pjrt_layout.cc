// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/pjrt_layout.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {

PjrtLayout::PjrtLayout(Layout layout) : layout_(std::move(layout)) { layout_.memory_space = 0; }

core::Result<PjrtLayout> PjrtLayout::deserialize(std::string_view text) {
  TILEGLOT_TRY(layout, parse_layout(text, {.spelling = Spelling::kXla}));
  return PjrtLayout(std::move(layout));
}

std::string PjrtLayout::serialize() const { return print(layout_); }

std::string print(const PjrtLayout& layout) { return layout.serialize(); }

std::optional<PjrtLayout> reported_layout(const LayoutMode& mode, const Layout& layout) {
  if (mode.is_default()) return std::nullopt;
  return PjrtLayout(layout);
}

}  // namespace tileglot::notation::xla

std::size_t std::hash<tileglot::notation::xla::PjrtLayout>::operator()(
    const tileglot::notation::xla::PjrtLayout& layout) const {
  return std::hash<std::string>()(layout.serialize());
}
