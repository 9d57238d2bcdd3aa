// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/cluster_bases.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {

MaybeFault find_split_fault(const Numbers& ctas, const Numbers& split, const Numbers& order) {
  const auto rank = std::ssize(order);
  if (auto fault =
          first_of({check_order("CTAOrder", order), check_length("CTAsPerCGA", ctas, rank),
                    check_length("CTASplitNum", split, rank), check_counts("CTAsPerCGA", ctas),
                    check_counts("CTASplitNum", split)})) {
    return fault;
  }
  for (std::size_t d = 0; d < ctas.size(); ++d) {
    if (split[d] <= ctas[d]) continue;
    return demand(
        false, "CTASplitNum", "triton.cga",
        fmt::format("dimension {} is split into {} parts for {} blocks", d, split[d], ctas[d]));
  }
  return std::nullopt;
}

core::Result<Bases> split_to_bases(const Numbers& ctas_per_cga, const Numbers& split,
                                   const Numbers& order) {
  if (auto fault = find_split_fault(ctas_per_cga, split, order)) {
    return core::fail(std::move(fault->error));
  }
  Bases bases;
  for (const std::int64_t dimension : order) {
    const auto d = static_cast<std::size_t>(dimension);
    for (std::int64_t block = 1; block < ctas_per_cga[d]; block *= 2) {
      Numbers basis(order.size(), 0);
      if (block < split[d]) basis[d] = block;
      bases.push_back(basis);
    }
  }
  return bases;
}

}  // namespace tileglot::notation::triton
