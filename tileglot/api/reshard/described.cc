// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/described.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/placement/cuts.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/spread.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

using value::grouped;

/// Dimensions of a matrix have names.
std::string dimension_name(std::size_t dim, std::size_t rank) {
  if (rank == 2) return dim == 0 ? "rows" : "columns";
  return fmt::format("parts of dimension {}", dim);
}

std::string tiles_of(const placement::Spread& spread) {
  std::vector<std::size_t> cut;
  std::vector<std::string> counts;
  for (std::size_t d = 0; d < spread.cuts().size(); ++d) {
    counts.push_back(grouped(spread.cuts()[d].tiles()));
    if (spread.cuts()[d].tiles() > 1) cut.push_back(d);
  }
  if (cut.size() == 1) return dimension_name(cut[0], counts.size());
  return fmt::format("{} tiles", fmt::join(counts, " x "));
}

std::string spread_in_words(const placement::Spread& spread) {
  const std::int64_t copies = spread.copies();
  if (spread.tiles() == 1) {
    return copies == 1 ? fmt::format("whole on rank {}", spread.holder(0, 0))
                       : fmt::format("whole on each of {} ranks", grouped(copies));
  }
  const std::string tiles = tiles_of(spread);
  if (copies == 1) return fmt::format("{} of {} ranks", tiles, grouped(spread.tiles()));
  return fmt::format("{} of {}, each on {} ranks", tiles, grouped(spread.tiles()), grouped(copies));
}

}  // namespace

std::string described(const placement::Side& side) {
  if (const placement::Spread* const spread = side.spread()) return spread_in_words(*spread);
  return fmt::format("{} listed piece{}", grouped(side.tiles()), side.tiles() == 1 ? "" : "s");
}

}  // namespace tileglot::api
