// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/table.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::render {
namespace {

/// The next coordinate in row-major order; the first after the last.
void advance(map::Coordinate& x, const map::IndexMap& map) {
  for (std::size_t k = map.rank(); k-- > 0;) {
    if (++x[k] < map.extent(k)) return;
    x[k] = 0;
  }
}

}  // namespace

core::Result<std::string> to_table(const map::IndexMap& map) {
  if (map.size() > kMaxTableLines) {
    return core::fail({.code = "convert.too_long",
                       .message = fmt::format("a table of {} coordinates is longer than {} lines",
                                              map.size(), kMaxTableLines),
                       .help = "`--to map` writes the sum that computes them"});
  }
  std::string text;
  map::Coordinate x(map.rank(), 0);
  for (std::int64_t n = 0; n < map.size(); ++n) {
    text += fmt::format("{} {}\n", map::coordinate_text(x), map(x));
    advance(x, map);
  }
  return text;
}

}  // namespace tileglot::render
