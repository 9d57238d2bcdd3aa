// SPDX-License-Identifier: Apache-2.0
// alias_finder.h: does another coordinate have this offset too?
//
// What     AliasFinder(map).is_alias(offset) is true if two or more coordinates map to it.
// Why      Pictures show broadcasts and overlapping windows, whatever part of a layout they draw.
// Example  (4,2):(1,0): every offset is that of two coordinates.
//          [tests: alias_finder_test.cc, "aliases are what a count finds"]
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "tileglot/map/index_map.h"
#include "tileglot/map/inverse.h"

namespace tileglot::render {

class AliasFinder {
 public:
  explicit AliasFinder(const map::IndexMap& map);

  /// False if a short search does not find the answer; after many such searches, always false.
  bool is_alias(std::int64_t offset);
  /// True if no offset is an alias.
  bool has_none() const { return has_none_; }

 private:
  bool has_none_ = false;
  std::unordered_map<std::int64_t, std::int64_t> counts_;  ///< for a small map
  std::optional<map::Inverse> inverse_;                    ///< for a large one
  std::int64_t most_boxes_ = 0;                            ///< per search
  int in_vain_ = 0;                                        ///< searches that found no answer
};

}  // namespace tileglot::render
