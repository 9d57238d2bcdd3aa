// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/consecutive.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::int64_t num_consecutive_in_out(const Layout& layout) {
  if (layout.ins().empty() || layout.outs().empty()) return 1;
  const Dimension& first = layout.ins().front();
  const Dimension& out = layout.outs().front();
  int run = 0;
  while (run < first.bits && run < out.bits && layout.column(run) == std::uint64_t{1} << run) ++run;
  std::uint64_t others = 0;
  for (int j = run; j < layout.in_bits(); ++j) others |= part_of(layout.column(j), out);
  return std::int64_t{1} << std::min(run, std::countr_zero(others));
}

}  // namespace tileglot::notation::linear
