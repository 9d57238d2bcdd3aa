// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/matrix.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::vector<std::uint64_t> matrix(const Layout& layout) {
  std::vector<std::uint64_t> rows(static_cast<std::size_t>(layout.out_bits()), 0);
  for (int c = 0; c < layout.in_bits(); ++c) {
    for (std::uint64_t rest = layout.column(c); rest != 0; rest &= rest - 1)
      rows[static_cast<std::size_t>(std::countr_zero(rest))] |= std::uint64_t{1} << c;
  }
  return rows;
}

}  // namespace tileglot::notation::linear
