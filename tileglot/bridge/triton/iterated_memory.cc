// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/iterated_memory.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/dimensions/transpose.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::linear {
namespace {

MaybeFault check_lists(const Numbers& tensor, const Numbers& piece, const Numbers& order) {
  const auto rank = std::ssize(tensor);
  if (auto fault =
          first_of({check_rank("tensor", rank), check_length("piece", piece, rank),
                    check_length("order", order, rank), check_order("order", order),
                    check_powers_of_two("tensor", tensor), check_powers_of_two("piece", piece)})) {
    return fault;
  }
  for (std::size_t d = 0; d < tensor.size(); ++d) {
    if (piece[d] <= tensor[d]) continue;
    return demand(false, "piece", "triton.shape",
                  fmt::format("a piece has {} elements along dimension {} and the tensor {}",
                              piece[d], d, tensor[d]));
  }
  return std::nullopt;
}

}  // namespace

core::Result<Layout> iterated_memory(const Numbers& tensor, const Numbers& piece,
                                     const Numbers& order) {
  if (auto fault = check_lists(tensor, piece, order)) return core::fail(std::move(fault->error));
  Numbers pieces = tensor;
  for (std::size_t d = 0; d < pieces.size(); ++d) pieces[d] /= piece[d];
  Tile tile(std::ssize(tensor), {kOffset, kIteration, kBlock});
  tile.nd(kOffset, piece, order).nd(kIteration, pieces, order);
  TILEGLOT_TRY(layout, tile.layout());
  std::vector<Name> names;
  for (const std::int64_t d : order) names.push_back(standard_out(static_cast<std::size_t>(d)));
  return transpose_outs(layout, names);
}

}  // namespace tileglot::notation::linear
