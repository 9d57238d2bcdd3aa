// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/complement.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/core/f2_span.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/name_list.h"

namespace tileglot::notation::linear {

using core::fail;

core::Status require_one_output(const Layout& layout) {
  if (layout.outs().size() == 1) return {};
  return fail({.code = "linear.one_output",
               .message = fmt::format("a layout of CuTe has one output; this one has {}",
                                      name_list(layout.outs())),
               .help = "flatten_outs makes one output of several"});
}

core::Result<Layout> complement(const Layout& layout, std::int64_t size) {
  TILEGLOT_TRY_STATUS(require_one_output(layout));
  TILEGLOT_TRY(wanted, bits_of_size(size, "the complement"));
  core::F2Span reached;
  std::uint64_t touched = 0;
  for (const std::uint64_t column : layout.columns()) {
    reached.insert(column);
    touched |= column;
  }
  const int bits = std::max(wanted, static_cast<int>(std::bit_width(touched)));
  core::SmallVector<std::uint64_t, kMaxBits> missing;
  for (int i = 0; i < bits; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if ((reached.pivots() & bit) == 0) missing.push_back(bit);
  }
  Layout result;
  result.add_out(layout.outs().front().name, bits);
  result.add_in(kRest, {missing.data(), missing.size()});
  return result;
}

}  // namespace tileglot::notation::linear
