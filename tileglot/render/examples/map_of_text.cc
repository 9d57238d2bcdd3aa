// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/examples/map_of_text.h"

#include <string_view>
#include <utility>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/map/index_map.h"

namespace tileglot::render {

map::IndexMap map_of(std::string_view text) {
  return bridge::to_map(bridge::parse_layout(text).value()).value();
}

map::IndexMap padded_map_of(std::string_view text) {
  map::IndexMap map = map_of(text);
  auto padded = bridge::pad_to_boundaries(map);
  return padded ? *std::move(padded) : std::move(map);
}

}  // namespace tileglot::render
