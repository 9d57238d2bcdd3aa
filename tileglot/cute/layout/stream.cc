// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/stream.h"

#include <ostream>
#include <string>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::cute {
namespace {

constexpr auto kShow = notation::cute::Marks::kShow;

}  // namespace

std::string text_of(const core::IntTuple& tuple) { return notation::cute::print(tuple, kShow); }

std::string text_of(const Layout<>& layout) { return notation::cute::print(layout.numbers, kShow); }

std::string text_of(const ComposedLayout<>& composed) {
  return std::visit([](const auto& layout) { return notation::cute::print(layout, kShow); },
                    variant_of(composed));
}

std::string text_of(const notation::cute::Swizzle& swizzle) {
  return notation::cute::print(swizzle);
}

std::ostream& write_text(std::ostream& out, const std::string& text) { return out << text; }

}  // namespace tileglot::cute
