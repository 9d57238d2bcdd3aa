// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/detail/order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::linear::detail {

core::Status check_order(std::span<const std::int64_t> order, std::size_t rank) {
  std::vector<bool> seen(rank, false);
  bool ok = order.size() == rank;
  for (const std::int64_t d : order) {
    ok = ok && d >= 0 && d < static_cast<std::int64_t>(rank) && !seen[static_cast<std::size_t>(d)];
    if (ok) seen[static_cast<std::size_t>(d)] = true;
  }
  if (ok) return {};
  return core::fail(
      {.code = "linear.order",
       .message = fmt::format("[{}] is not an order of {} dimensions", fmt::join(order, ","), rank),
       .help = "an order has each dimension once, from minor to major, as [1,0]"});
}

}  // namespace tileglot::notation::linear::detail
