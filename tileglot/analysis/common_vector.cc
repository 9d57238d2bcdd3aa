// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/common_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/analysis/contiguous_chains.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/map/walk.h"

namespace tileglot::analysis {
namespace {

/// The offsets of each element in f and g.
std::vector<Column> places_of(const map::IndexMap& f, const map::IndexMap& g) {
  std::vector<Column> places;
  if (f.size() == 0) return places;
  map::BoxWalk in_f(f);
  map::BoxWalk in_g(g);
  do {
    places.push_back({in_f.offset(), in_g.offset()});
    in_g.next();
  } while (in_f.next());
  return places;
}

}  // namespace

core::Result<std::int64_t> common_vector(const map::IndexMap& f, const map::IndexMap& g,
                                         std::int64_t most) {
  if (!std::ranges::equal(f.domain(), g.domain(), {}, &map::Dim::extent, &map::Dim::extent)) {
    return core::fail(
        {.code = "map.domain_mismatch",
         .message = fmt::format("the layouts have the extents {} and {}",
                                map::extents_text(f.domain()), map::extents_text(g.domain()))});
  }
  if (f.size() > kMostCopied) {
    return core::fail({.code = "map.too_large_to_decide",
                       .message = fmt::format("the vectors of {} elements are not looked for; the "
                                              "limit is {}",
                                              f.size(), kMostCopied),
                       .help = "ask about one tile of it"});
  }
  return widest_vector(contiguous_chains(places_of(f, g)), most);
}

}  // namespace tileglot::analysis
