// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/common_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/analysis/chains.h"
#include "tileglot/core/error.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::analysis {
namespace {

/// Where f and g have each element.
std::vector<Column> places_of(const map::IndexMap& f, const map::IndexMap& g) {
  std::vector<Column> places;
  const map::Evaluator in_f(f);
  const map::Evaluator in_g(g);
  map::Coordinate x(f.rank(), 0);
  for (std::int64_t n = 0; n < f.size(); ++n) {
    places.push_back({in_f(x), in_g(x)});
    for (std::size_t k = f.rank(); k-- > 0 && ++x[k] == f.extent(k);) x[k] = 0;
  }
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
  return widest_vector(chains_of(places_of(f, g)), most);
}

}  // namespace tileglot::analysis
