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

namespace tileglot::bridge {
namespace {

triton::MaybeFault check_lists(const triton::Numbers& tensor, const triton::Numbers& piece,
                               const triton::Numbers& order) {
  const auto rank = std::ssize(tensor);
  if (auto fault = triton::first_of(
          {triton::demand(rank <= triton::kMaxRank, "tensor", "triton.too_large",
                          fmt::format("the tensor has {} dimensions, and at most {} are read", rank,
                                      triton::kMaxRank)),
           triton::check_length("piece", piece, rank), triton::check_length("order", order, rank),
           triton::check_order("order", order), triton::check_powers_of_two("tensor", tensor),
           triton::check_powers_of_two("piece", piece)})) {
    return fault;
  }
  for (std::size_t d = 0; d < tensor.size(); ++d) {
    if (piece[d] <= tensor[d]) continue;
    return triton::demand(
        false, "piece", "triton.shape",
        fmt::format("a piece has {} elements along dimension {} and the tensor {}", piece[d], d,
                    tensor[d]));
  }
  return std::nullopt;
}

}  // namespace

core::Result<linear::Layout> iterated_memory(const triton::Numbers& tensor,
                                             const triton::Numbers& piece,
                                             const triton::Numbers& order) {
  if (auto fault = check_lists(tensor, piece, order)) return core::fail(std::move(fault->error));
  triton::Numbers pieces = tensor;
  for (std::size_t d = 0; d < pieces.size(); ++d) pieces[d] /= piece[d];
  Tile tile(std::ssize(tensor), {linear::kOffset, linear::kIteration, linear::kBlock});
  tile.nd(linear::kOffset, piece, order).nd(linear::kIteration, pieces, order);
  TILEGLOT_TRY(layout, tile.layout());
  std::vector<linear::Name> names;
  for (const std::int64_t d : order)
    names.push_back(linear::standard_out(static_cast<std::size_t>(d)));
  return linear::transpose_outs(layout, names);
}

}  // namespace tileglot::bridge
