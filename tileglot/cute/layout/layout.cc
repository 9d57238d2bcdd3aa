// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/layout.h"

#include <cstdio>
#include <string>

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

void print(const core::IntTuple& tuple) {
  std::fputs(notation::cute::print(tuple, notation::cute::Marks::kShow).c_str(), stdout);
}

void print(const Layout<>& layout) {
  std::fputs(notation::cute::print(layout, notation::cute::Marks::kShow).c_str(), stdout);
}

void print_table(const Layout<>& layout) { write(notation::cute::print_layout(layout)); }

void print_document(const Layout<>& layout) { write(notation::cute::print_latex(layout)); }

}  // namespace tileglot::cute
