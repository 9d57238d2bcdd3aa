// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/picture/table.h"

#include <fmt/format.h>

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/render/picture/coordinates.h"

namespace tileglot::render {
core::Result<std::string> to_table(const map::IndexMap& map) {
  if (map.size() > kMaxTableLines) {
    return core::fail({.code = "convert.too_long",
                       .message = fmt::format("a table of {} coordinates is longer than {} lines",
                                              map.size(), kMaxTableLines),
                       .help = "`--to map` writes the sum that computes them"});
  }
  std::string text;
  for_each_coordinate(map.domain(), [&](const map::Coordinate& x) {
    text += fmt::format("{} {}\n", map::coordinate_text(x), map(x));
  });
  return text;
}

}  // namespace tileglot::render
