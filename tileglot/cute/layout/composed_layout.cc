// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/composed_layout.h"

#include <cstdio>
#include <string>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/print_latex.h"
#include "tileglot/notation/cute/text/print_layout.h"

namespace tileglot::cute {
namespace {

void write(const core::Result<std::string>& text) {
  if (!text) throw_refused(text.error());
  std::fputs(text->c_str(), stdout);
}

}  // namespace

void print(const ComposedLayout<>& composed) {
  write(std::visit(
      [](const auto& layout) {
        return notation::cute::print(layout, notation::cute::Marks::kShow);
      },
      variant_of(composed)));
}

void print(const notation::cute::Swizzle& swizzle) {
  std::fputs(notation::cute::print(swizzle).c_str(), stdout);
}

void print_layout(const ComposedLayout<>& composed) {
  write(notation::cute::print_layout(variant_of(composed)));
}

void print_latex(const ComposedLayout<>& composed) {
  write(notation::cute::print_latex(variant_of(composed)));
}

}  // namespace tileglot::cute
