// SPDX-License-Identifier: Apache-2.0
// Names against their definitions: ranks are split into groups in every way, and each group is looked
// at element by element.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/spread.h"
#include "tileglot/relayout/reshard/pattern.h"
#include "tileglot/relayout/reshard/pattern_definitions.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

using Kind = PatternKind;
using Extents = std::vector<std::int64_t>;

/// Tiles of a mesh of 4, 6 or 8 ranks, or of fewer, whose axes come in any order.
placement::Spread any_mesh_spread(const Extents& extents) {
  const auto axes =
      *rc::gen::elementOf(std::vector<Extents>{{2, 2}, {2, 3}, {2, 2, 2}, {2, 2, 2}, {4}});
  std::vector<placement::Digit> digits;
  std::int64_t stride = *rc::gen::element<std::int64_t>(1, 1, 1, 2);
  for (const std::int64_t axis : axes) {
    digits.push_back({axis, stride});
    stride *= axis;
  }
  // Some axes are left out: their other ranks have nothing.
  if (*rc::gen::inRange(0, 3) == 0) digits.resize(*rc::gen::inRange<std::size_t>(0, digits.size()));
  for (std::size_t i = digits.size(); i > 1; --i)
    std::swap(digits[i - 1], digits[*rc::gen::inRange<std::size_t>(0, i)]);
  std::vector<std::int64_t> tiles(extents.size(), 1);
  std::int64_t copies = 1;
  std::vector<std::vector<placement::Digit>> of_dim(extents.size() + 1);
  for (const placement::Digit& digit : digits) {
    const auto dim = *rc::gen::inRange<std::size_t>(0, extents.size() + 1);
    (dim < extents.size() ? tiles[dim] : copies) *= digit.count;
    of_dim[dim].push_back(digit);
  }
  digits.clear();
  for (const auto& dim : of_dim) digits.insert(digits.end(), dim.begin(), dim.end());
  std::vector<placement::Cuts> cuts;
  cuts.reserve(extents.size());
  for (std::size_t k = 0; k < extents.size(); ++k)
    cuts.push_back(*placement::Cuts::even(extents[k], tiles[k]));
  return *placement::Spread::of(std::move(cuts), copies, *placement::Places::of_digits(digits));
}

/// Some leave the last tile shorter.
Extents any_mesh_extents() {
  return *rc::gen::elementOf(std::vector<Extents>{
      {8}, {12}, {4, 4}, {8, 8}, {2, 12}, {8, 6}, {4, 4, 4}, {7, 4}, {7}, {15}, {11, 7}, {7, 15}});
}

Resharding of(placement::Side source, placement::Side target) {
  Resharding resharding;
  RC_ASSERT(resharding.add({.source = std::move(source), .target = std::move(target)}).has_value());
  return resharding;
}

/// Rows, all or one rank's whole to columns on some of 8 ranks each, or any pair.
Resharding any_mesh_pair() {
  if (*rc::gen::inRange(0, 3) > 0) {
    const Extents extents = any_mesh_extents();
    return of(any_mesh_spread(extents), any_mesh_spread(extents));
  }
  const Extents extents{*rc::gen::element<std::int64_t>(8, 8, 15),
                        *rc::gen::element<std::int64_t>(8, 8, 15)};
  const auto cut = [&](std::int64_t rows, std::int64_t columns, std::int64_t ranks) {
    std::vector<placement::Digit> digits{{2, 1}, {2, 2}, {2, 4}};
    if (*rc::gen::arbitrary<bool>()) std::ranges::reverse(digits);
    if (ranks == 1) digits.clear();
    return *placement::Spread::of(
        {*placement::Cuts::even(extents[0], rows), *placement::Cuts::even(extents[1], columns)},
        ranks / (rows * columns), *placement::Places::of_digits(digits));
  };
  const std::int64_t rows = *rc::gen::element<std::int64_t>(8, 8, 1);
  const std::int64_t columns = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
  const std::int64_t ranks = rows == 8 ? 8 : *rc::gen::element<std::int64_t>(1, 8);
  return of(cut(rows, 1, ranks), cut(1, columns, 8));
}

TEST(PatternLaw, AMeshHasTheFirstNameThatFits) {
  std::map<std::pair<Kind, Parts>, int> found;
  core::check_law("a_mesh_has_the_first_name_that_fits", 60000, [&] {
    const Resharding resharding = any_mesh_pair();
    const Definitions definitions(resharding);
    const Pattern pattern = patterns_of(resharding).front().pattern;
    ++found[{pattern.kind, pattern.parts}];
    const Pattern first = definitions.first();
    RC_ASSERT(static_cast<int>(pattern.kind) == static_cast<int>(first.kind));
    RC_ASSERT(static_cast<int>(pattern.parts) == static_cast<int>(first.parts));
    RC_ASSERT(definitions.holds(pattern));
  });
  for (int kind = 1; kind <= static_cast<int>(Kind::kIrregular); ++kind)
    EXPECT_GT((found[{static_cast<Kind>(kind), Parts::kEqual}]), core::law_minimum(50)) << kind;
  for (const Kind kind : {Kind::kScatter, Kind::kGather, Kind::kAllGather, Kind::kAllToAll,
                          Kind::kAllToAllThenAllGather})
    EXPECT_GT((found[{kind, Parts::kUneven}]), core::law_minimum(50)) << static_cast<int>(kind);
}

TEST(PatternLaw, WhatIsNamedIsWhatTheNameMeans) {
  core::check_law("what_is_named_is_what_the_name_means", 20000, [] {
    const auto extents = placement::any_extents(3, 6);
    const Resharding resharding =
        of(placement::any_side(extents, 6), placement::any_side(extents, 6));
    const NamedShare share = patterns_of(resharding).front();
    RC_ASSERT(Definitions(resharding).holds(share.pattern));
    std::int64_t bound = 0;
    for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) bound += resharding.bound(rank);
    RC_ASSERT(share.moved_bits == bound);
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
