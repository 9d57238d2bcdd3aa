// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/sum_difference.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/map/classes.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/terms.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// g's inner values among f's: equal terms are one value, the others are appended.
class CommonInner {
 public:
  CommonInner(const IndexMap& f, const IndexMap& g) : inner_(f.inner()) {
    for (std::size_t k = 0; k < g.rank(); ++k) number_of_.push_back(static_cast<Source>(k));
    for (const Value& v : g.inner()) number_of_.push_back(place(renumber(v, number_of_), g.rank()));
  }

  /// A value of g in the common numbering.
  Value translate(const Value& v) const { return renumber(v, number_of_); }
  std::vector<Value> take() { return std::move(inner_); }

 private:
  Source place(Value v, std::size_t rank) {
    const auto at = std::find(inner_.begin(), inner_.end(), v);
    const auto j = static_cast<std::size_t>(at - inner_.begin());
    if (at == inner_.end()) inner_.push_back(std::move(v));
    return static_cast<Source>(rank + j);
  }

  std::vector<Value> inner_;
  std::vector<Source> number_of_;
};

/// The terms of a that b does not have.
Value without(const Value& a, const Value& b) {
  Value rest;
  for (const FloorTerm& term : a.floors) {
    if (std::find(b.floors.begin(), b.floors.end(), term) == b.floors.end()) {
      rest.floors.push_back(term);
    }
  }
  for (const ParityRow& row : a.xors.rows) {
    const auto bits = bits_of(a.xors, row);
    const bool shared = std::any_of(b.xors.rows.begin(), b.xors.rows.end(), [&](const auto& other) {
      return other.weight == row.weight && bits_of(b.xors, other) == bits;
    });
    if (!shared) add_parity(rest, row.weight, bits);
  }
  return rest;
}

void clear_unneeded(SumDifference& d) {
  const std::vector<bool> on_left = needed_by(d.left, d.inner, d.rank());
  const std::vector<bool> on_right = needed_by(d.right, d.inner, d.rank());
  for (std::size_t j = 0; j < d.inner.size(); ++j) {
    if (!on_left[j] && !on_right[j]) d.inner[j] = {};
  }
}

}  // namespace

SumDifference subtract(const IndexMap& f, const IndexMap& g) {
  SumDifference d;
  for (const Dim& dim : f.domain()) d.extents.push_back(dim.extent);
  CommonInner common(f, g);
  const Value right = common.translate(g.out());
  d.left = without(f.out(), right);
  d.right = without(right, f.out());
  d.inner = common.take();
  clear_unneeded(d);
  return d;
}

std::vector<DimClass> SumDifference::classes() const {
  DimLinks links(rank());
  links.add(left, inner);
  links.add(right, inner);
  return links.classes();
}

SumDifference SumDifference::part_over(const DimClass& members) const {
  SumDifference part{extents, inner, map::part_over(left, inner, rank(), members),
                     map::part_over(right, inner, rank(), members)};
  clear_unneeded(part);
  return part;
}

Evaluator SumDifference::evaluator() const {
  if (const std::optional<Value> sum = add_scaled(left, right, -1)) return {inner, *sum, rank()};
  // The difference does not fit one value: right becomes the last inner value, which may be used as
  // a whole.
  std::vector<Value> with_right = inner;
  with_right.push_back(right);
  Value sum = left;
  sum.floors.push_back({-1, 1, static_cast<Source>(rank() + inner.size())});
  return {with_right, sum, rank()};
}

}  // namespace tileglot::map
