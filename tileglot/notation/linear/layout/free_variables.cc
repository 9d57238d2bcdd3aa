// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/free_variables.h"

#include <cstdint>

#include "tileglot/core/f2_span.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::SmallVector<std::uint64_t, 8> free_variable_masks(const Layout& layout) {
  core::SmallVector<std::uint64_t, 8> masks;
  core::F2Span before;
  for (const Dimension& in : layout.ins()) {
    std::uint64_t mask = 0;
    for (int i = 0; i < in.bits; ++i) {
      if (!before.insert(layout.column(in.begin + i))) mask |= std::uint64_t{1} << i;
    }
    masks.push_back(mask);
  }
  return masks;
}

}  // namespace tileglot::notation::linear
