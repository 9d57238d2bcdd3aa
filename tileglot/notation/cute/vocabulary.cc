// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/vocabulary.h"

#include <cstdio>
#include <string>

#include "tileglot/notation/cute/print.h"

namespace tileglot::cute {

void print(const core::IntTuple& tuple) {
  std::fputs(notation::cute::print(tuple, notation::cute::Marks::kShow).c_str(), stdout);
}

void print(const Layout<>& layout) {
  std::fputs(notation::cute::print(layout, notation::cute::Marks::kShow).c_str(), stdout);
}

}  // namespace tileglot::cute
