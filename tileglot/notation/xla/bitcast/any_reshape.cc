// SPDX-License-Identifier: Apache-2.0
// any_reshape.cc: random pairs of arrays of one size, for laws of bitcasts.
#include "tileglot/notation/xla/bitcast/any_reshape.h"

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/any_permutation.h"
#include "tileglot/notation/xla/bitcast/align_layouts.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/for_each_index.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/notation/xla/validate/validate.h"

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

/// A layout that makes the reshape a bitcast is drawn often, if there is one.
Layout some_layout_like(const Shape& in, const Shape& out) {
  Shape untiled = in;
  untiled.layout->tiles.clear();
  const auto aligned = align_layouts(untiled, out);
  const bool takes_it = one_in(4) ? false : aligned && *aligned;
  Layout layout = takes_it ? *(*aligned)->layout : some_order(rank(out));
  if (!one_in(6)) layout.tiles = in.layout->tiles;
  return layout;
}

/// Tiles may make the array too large for 64 bits; then they are dropped.
void drop_tiles_that_do_not_fit(Shape& array) {
  const auto evaluator = Evaluator::of(array);
  if (!evaluator || evaluator->physical_size() > 1 << 20) array.layout->tiles.clear();
}

/// In another order a cut may be outside its dimension.
void drop_splits_that_do_not_fit(Shape& array) {
  if (!validate(array)) array.layout->split_configs.clear();
}

std::int64_t some_power(std::int64_t least, std::int64_t most) {
  return std::int64_t{1} << between(least, most);
}

/// Powers of two in tiles of powers of two pad nothing: only the offsets distinguish the layouts.
Shape some_powers() {
  Shape shape{.type = PrimitiveType::kS8, .dimensions = {{.bound = some_power(2, 6)}}};
  shape.layout = descending_layout(1);
  shape.layout->tiles.push_back({.entries = {some_power(0, 2)}});
  shape.layout->tiles.push_back({.entries = {some_power(0, 1), some_power(0, 1)}});
  return shape;
}

/// The stride of a physical dimension, in untiled order.
std::int64_t stride_of(const Shape& array, std::size_t physical) {
  std::int64_t stride = 1;
  for (std::size_t i = 0; i + 1 + physical < rank(array); ++i) {
    const auto d = static_cast<std::size_t>(array.layout->minor_to_major[i]);
    stride *= *array.dimensions[d].bound;
  }
  return stride;
}

std::int64_t extent_of(const Shape& array, std::size_t physical) {
  const std::int64_t d = array.layout->minor_to_major[rank(array) - 1 - physical];
  return *array.dimensions[static_cast<std::size_t>(d)].bound;
}

SplitConfig split_at(std::size_t physical, std::int64_t cut) {
  return {.dimension = static_cast<std::int64_t>(physical), .indices = {cut}};
}

void split_somewhere(Shape& array) {
  if (rank(array) == 0) return;
  const auto last = static_cast<std::int64_t>(rank(array)) - 1;
  const auto physical = static_cast<std::size_t>(one_in(2) ? 0 : between(0, last));
  array.layout->split_configs = {split_at(physical, between(0, extent_of(array, physical)))};
}

/// Cuts `out` where the cut of `in` is in memory; the parts are then often the same.
void split_alike(const Shape& in, Shape& out) {
  const SplitConfig& split = in.layout->split_configs.front();
  const auto before =
      split.indices.front() * stride_of(in, static_cast<std::size_t>(split.dimension));
  for (std::size_t physical = 0; physical < rank(out); ++physical) {
    const std::int64_t stride = stride_of(out, physical);
    if (before % stride != 0 || before / stride > extent_of(out, physical)) continue;
    out.layout->split_configs = {split_at(physical, before / stride)};
    return;
  }
}

/// Splits some pairs, mostly alike.
void split_both(ReshapePair& pair) {
  if (!one_in(3)) return;
  split_somewhere(pair.in);
  if (pair.in.layout->split_configs.empty() || one_in(4)) {
    split_somewhere(pair.out);
  } else {
    split_alike(pair.in, pair.out);
  }
}

void align_tails(ReshapePair& pair) {
  if (!one_in(4)) return;
  pair.in.layout->tail_padding_alignment = between(1, 8);
  pair.out.layout->tail_padding_alignment =
      one_in(3) ? between(1, 8) : pair.in.layout->tail_padding_alignment;
}

ReshapePair some_reshape() {
  const bool has_powers = one_in(8);
  ReshapePair pair{.in = has_powers ? some_powers() : *any_shape(kSmall)};
  pair.out = {.type = pair.in.type, .dimensions = some_dimensions_like(pair.in)};
  pair.out.layout = some_layout_like(pair.in, pair.out);
  if (has_powers && one_in(2)) pair.out.layout->tiles.clear();
  drop_tiles_that_do_not_fit(pair.out);
  split_both(pair);
  align_tails(pair);
  return pair;
}

ReshapePair some_transpose() {
  ReshapePair pair{.in = *any_shape(kSmall)};
  if (one_in(4)) split_somewhere(pair.in);
  const auto p = *core::any_permutation(static_cast<std::int64_t>(rank(pair.in)));
  pair.out = *permute_dimensions(p, pair.in);
  if (one_in(4)) pair.out.layout->minor_to_major = some_order(rank(pair.out)).minor_to_major;
  drop_splits_that_do_not_fit(pair.out);
  if (one_in(6)) pair.out.layout->tiles.clear();
  drop_tiles_that_do_not_fit(pair.out);
  return pair;
}

std::vector<SplitAddress> addresses_of(const SplitEvaluator& evaluator) {
  std::vector<SplitAddress> addresses;
  for_each_index(evaluator.extents(), [&](std::span<const std::int64_t> index) {
    addresses.push_back(evaluator.address(index));
    return true;
  });
  return addresses;
}

}  // namespace

rc::Gen<ReshapePair> any_reshape() { return rc::gen::exec(some_reshape); }

rc::Gen<ReshapePair> any_transpose() { return rc::gen::exec(some_transpose); }

bool has_tiles(const Shape& array) { return array.layout && !array.layout->tiles.empty(); }

bool same_addresses_by_trying(const Shape& a, const Shape& b) {
  const auto left = SplitEvaluator::of(a);
  const auto right = SplitEvaluator::of(b);
  return left && right && left->parts() == right->parts() &&
         owned_elements(a) == owned_elements(b) && addresses_of(*left) == addresses_of(*right);
}

}  // namespace tileglot::notation::xla
