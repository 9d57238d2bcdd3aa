// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/listed_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {

pieces::PiecedModel listed_model(std::vector<ListedArray> arrays) {
  std::ranges::sort(arrays, {}, &ListedArray::name);
  pieces::PiecedModel model;
  for (ListedArray& array : arrays) {
    map::Box box = {map::Coordinate(array.extents.size(), 0), array.extents};
    pieces::PiecedArray whole{.name = std::move(array.name),
                              .type = core::ElementType::kU32,
                              .element_bits = 32,
                              .extents = std::move(array.extents)};
    if (const std::int64_t elements = box.size(); elements > 0) {
      whole.pieces.push_back(
          {.file = model.files.size(), .bytes = elements * 4, .box = std::move(box)});
    }
    model.files.push_back({.path = whole.name + ".safetensors"});
    model.arrays.push_back(std::move(whole));
  }
  return model;
}

notation::mesh::Rules rules_of(std::string_view text) {
  auto rules = notation::mesh::parse_rules(text);
  EXPECT_TRUE(rules.has_value()) << (rules ? "" : rules.error()->message);
  return rules ? *std::move(rules) : notation::mesh::Rules{};
}

std::string fills_text(const WantedTile& tile, const pieces::PiecedModel& model) {
  std::vector<std::string> texts;
  for (const Fill& fill : tile.fills) {
    std::vector<std::string> ranges;
    ranges.reserve(fill.box.begin.size());
    for (std::size_t k = 0; k < fill.box.begin.size(); ++k)
      ranges.push_back(fmt::format("{}:{}", fill.box.begin[k], fill.box.end[k]));
    texts.push_back(fmt::format("{}[{}]@({})", model.arrays[fill.array].name,
                                fmt::join(ranges, ","), fmt::join(fill.begin, ",")));
  }
  return fmt::format("{}", fmt::join(texts, " "));
}

}  // namespace tileglot::checkpoint::reshard
