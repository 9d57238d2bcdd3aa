// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/numbering.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "tileglot/map/terms.h"

namespace tileglot::map {
namespace {

class Numberer {
 public:
  Numberer(std::size_t rank, const std::vector<Value>& inner)
      : rank_(rank), inner_(inner), levels_(inner.size(), -1) {
    for (std::size_t s = 0; s < rank + inner.size(); ++s) new_of_.push_back(static_cast<Source>(s));
  }

  Numbering number(const Value& out) {
    mark(out);
    for (std::size_t j = inner_.size(); j-- > 0;) {
      if (levels_[j] >= 0) mark(inner_[j]);
    }
    int top = -1;
    for (std::size_t j = 0; j < inner_.size(); ++j) {
      if (levels_[j] >= 0) top = std::max(top, levels_[j] = level_of(inner_[j]));
    }
    for (int level = 0; level <= top; ++level) number_level(level);
    return {std::move(numbered_), std::move(new_of_)};
  }

 private:
  void mark(const Value& v) {
    for (const FloorTerm& term : v.floors) mark(term.src);
    for (const BitRef& bit : v.xors.bits) mark(bit.src);
  }
  void mark(Source src) {
    if (src >= rank_) levels_[src - rank_] = 0;
  }
  int level_of(const Value& v) const {
    int level = 0;
    for (const FloorTerm& term : v.floors) level = std::max(level, 1 + level_of(term.src));
    for (const BitRef& bit : v.xors.bits) level = std::max(level, 1 + level_of(bit.src));
    return level;
  }
  int level_of(Source src) const { return src < rank_ ? -1 : levels_[src - rank_]; }

  void number_level(int level) {
    std::vector<std::pair<Value, std::size_t>> members;
    for (std::size_t j = 0; j < inner_.size(); ++j) {
      if (levels_[j] == level) members.emplace_back(renumber(inner_[j], new_of_), j);
    }
    std::sort(members.begin(), members.end(),
              [](const auto& a, const auto& b) { return precedes(a.first, b.first); });
    for (auto& [value, j] : members) {
      new_of_[rank_ + j] = static_cast<Source>(rank_ + numbered_.size());
      numbered_.push_back(std::move(value));
    }
  }

  std::size_t rank_;
  const std::vector<Value>& inner_;
  std::vector<int> levels_;  // -1: not needed
  std::vector<Source> new_of_;
  std::vector<Value> numbered_;
};

}  // namespace

Numbering number_inner(const Value& out, const std::vector<Value>& inner, std::size_t rank) {
  return Numberer(rank, inner).number(out);
}

}  // namespace tileglot::map
