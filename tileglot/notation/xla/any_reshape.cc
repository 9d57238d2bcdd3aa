// SPDX-License-Identifier: Apache-2.0
// any_reshape.cc: random pairs of arrays of one size, for laws of bitcasts.
#include "tileglot/notation/xla/any_reshape.h"

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/any_permutation.h"
#include "tileglot/notation/xla/align_layouts.h"
#include "tileglot/notation/xla/any_shape.h"
#include "tileglot/notation/xla/evaluate.h"
#include "tileglot/notation/xla/for_each_index.h"
#include "tileglot/notation/xla/layout.h"
#include "tileglot/notation/xla/permute_dimensions.h"
#include "tileglot/notation/xla/primitive_type.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr ShapeOptions kSmall{
    .max_elements = 256, .max_rank = 4, .max_tiles = 2, .attributes = false};
constexpr std::size_t kMaxRankOfOut = 5;

std::int64_t between(std::int64_t low, std::int64_t high) {
  return *rc::gen::resize(1000, rc::gen::inRange<std::int64_t>(low, high + 1));
}

bool one_in(std::int64_t n) { return between(1, n) == n; }

std::int64_t some_divisor(std::int64_t bound) {
  Numbers divisors;
  for (std::int64_t d = 1; d <= bound; ++d) {
    if (bound % d == 0) divisors.push_back(d);
  }
  return divisors[static_cast<std::size_t>(
      between(0, static_cast<std::int64_t>(divisors.size()) - 1))];
}

/// A divisor of 1, or the bound itself, makes a dimension of size 1.
void split_one(Numbers& bounds) {
  if (bounds.size() >= kMaxRankOfOut) return;
  if (bounds.empty()) {
    bounds.push_back(1);
    return;
  }
  const auto i = static_cast<std::size_t>(between(0, static_cast<std::int64_t>(bounds.size()) - 1));
  const std::int64_t major = some_divisor(bounds[i]);
  bounds[i] /= major;
  bounds.insert(bounds.begin() + static_cast<std::ptrdiff_t>(i), major);
}

void join_two(Numbers& bounds) {
  if (bounds.size() < 2) return;
  const auto i = static_cast<std::size_t>(between(0, static_cast<std::int64_t>(bounds.size()) - 2));
  bounds[i + 1] *= bounds[i];
  bounds.erase(bounds.begin() + static_cast<std::ptrdiff_t>(i));
}

std::vector<Dimension> some_dimensions_like(const Shape& in) {
  Numbers bounds;
  for (const Dimension& dimension : in.dimensions) bounds.push_back(*dimension.bound);
  for (std::int64_t left = between(0, 4); left > 0; --left) {
    one_in(2) ? split_one(bounds) : join_two(bounds);
  }
  std::vector<Dimension> dimensions;
  for (const std::int64_t bound : bounds) dimensions.push_back({.bound = bound});
  return dimensions;
}

Layout some_order(std::size_t rank) {
  const auto order = *core::any_permutation(static_cast<std::int64_t>(rank));
  return {.minor_to_major = {order.begin(), order.end()}};
}

/// Where there is a layout that makes it a bitcast, it is drawn often.
Layout some_layout_like(const Shape& in, const Shape& out) {
  Shape untiled = in;
  untiled.layout->tiles.clear();
  const auto aligned = align_layouts(untiled, out);
  const bool takes_it = one_in(4) ? false : aligned && *aligned;
  Layout layout = takes_it ? *(*aligned)->layout : some_order(rank(out));
  if (!one_in(6)) layout.tiles = in.layout->tiles;
  return layout;
}

/// Tiles may make it too large for 64 bits; then it has none.
void drop_tiles_that_do_not_fit(Shape& array) {
  const auto evaluator = Evaluator::of(array);
  if (!evaluator || evaluator->physical_size() > 1 << 20) array.layout->tiles.clear();
}

std::int64_t some_power(std::int64_t least, std::int64_t most) {
  return std::int64_t{1} << between(least, most);
}

/// Powers of two in tiles of powers of two pad nothing: only the places tell the layouts apart.
Shape some_powers() {
  Shape shape{.type = PrimitiveType::kS8, .dimensions = {{.bound = some_power(2, 6)}}};
  shape.layout = descending_layout(1);
  shape.layout->tiles.push_back({.entries = {some_power(0, 2)}});
  shape.layout->tiles.push_back({.entries = {some_power(0, 1), some_power(0, 1)}});
  return shape;
}

ReshapePair some_reshape() {
  const bool has_powers = one_in(8);
  ReshapePair pair{.in = has_powers ? some_powers() : *any_shape(kSmall)};
  pair.out = {.type = pair.in.type, .dimensions = some_dimensions_like(pair.in)};
  pair.out.layout = some_layout_like(pair.in, pair.out);
  if (has_powers && one_in(2)) pair.out.layout->tiles.clear();
  drop_tiles_that_do_not_fit(pair.out);
  return pair;
}

ReshapePair some_transpose() {
  ReshapePair pair{.in = *any_shape(kSmall)};
  const auto p = *core::any_permutation(static_cast<std::int64_t>(rank(pair.in)));
  pair.out = *permute_dimensions(p, pair.in);
  if (one_in(4)) pair.out.layout->minor_to_major = some_order(rank(pair.out)).minor_to_major;
  if (one_in(6)) pair.out.layout->tiles.clear();
  drop_tiles_that_do_not_fit(pair.out);
  return pair;
}

Numbers offsets_of(const Evaluator& evaluator) {
  Numbers offsets;
  for_each_index(evaluator.extents(), [&](std::span<const std::int64_t> index) {
    offsets.push_back(evaluator.offset(index));
    return true;
  });
  return offsets;
}

}  // namespace

rc::Gen<ReshapePair> any_reshape() { return rc::gen::exec(some_reshape); }

rc::Gen<ReshapePair> any_transpose() { return rc::gen::exec(some_transpose); }

bool has_tiles(const Shape& array) { return array.layout && !array.layout->tiles.empty(); }

bool same_places_by_trying(const Shape& a, const Shape& b) {
  const auto left = Evaluator::of(a);
  const auto right = Evaluator::of(b);
  return left && right && left->physical_size() == right->physical_size() &&
         offsets_of(*left) == offsets_of(*right);
}

}  // namespace tileglot::notation::xla
