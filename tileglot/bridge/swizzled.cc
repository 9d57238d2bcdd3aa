// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/swizzled.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/detail/leaves.h"
#include "tileglot/bridge/detail/not_swizzled.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/text/composed_evaluator.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;

constexpr int kMaxBits = 16;  // of the swizzles that are tried
/// Of an offset; fewer where the map contains no xor, since a bit of a sum can also be a floor.
constexpr int kMaxOffsetBits = 40;
constexpr int kMaxOffsetBitsOfFloors = 16;
constexpr std::int64_t kProbes = 64;

/// A map whose offsets are swizzled once more.
class Unswizzled {
 public:
  Unswizzled(const map::IndexMap& map, cute::Swizzle s)
      : map_(map), s_(s), x_(map.rank(), 0), first_(at_origin()) {}

  std::int64_t first() const { return first_; }
  /// The distance from the first element to the one at `x` along dimension k.
  std::int64_t step(std::size_t k, std::int64_t x) {
    x_[k] = x;
    const std::int64_t distance = at_origin() - first_;
    x_[k] = 0;
    return distance;
  }

 private:
  std::int64_t at_origin() const { return apply(s_, map_(x_)); }

  const map::IndexMap& map_;
  cute::Swizzle s_;
  map::Coordinate x_;
  std::int64_t first_;
};

/// How many steps of `unit` along dimension k move equally far: the first count that does not,
/// found among powers of two and then by bisection.
std::int64_t run_length(Unswizzled& offsets, std::size_t k, std::int64_t unit, std::int64_t limit) {
  const std::int64_t stride = offsets.step(k, unit);
  const auto is_in_run = [&](std::int64_t count) {
    const core::Checked expected = core::checked_mul(count, stride);
    return expected && offsets.step(k, count * unit) == *expected;
  };
  std::int64_t inside = 1;
  while (inside <= (limit - 1) / 2 && is_in_run(2 * inside)) inside *= 2;
  std::int64_t outside = std::min(2 * inside, limit);
  while (outside - inside > 1) {
    const std::int64_t middle = inside + (outside - inside) / 2;
    (is_in_run(middle) ? inside : outside) = middle;
  }
  return outside;
}

/// Leaves along dimension k; std::nullopt where its runs do not fill it.
std::optional<std::vector<Leaf>> leaves_along(Unswizzled& offsets, std::size_t k,
                                              std::int64_t extent) {
  std::vector<Leaf> leaves;
  for (std::int64_t unit = 1; unit < extent;) {
    const std::int64_t run = run_length(offsets, k, unit, extent / unit);
    if (run < 2 || extent % (unit * run) != 0) return std::nullopt;
    leaves.push_back({run, offsets.step(k, unit)});
    unit *= run;
  }
  if (leaves.empty()) leaves.push_back({extent, 0});
  return leaves;
}

/// The composed layout that remains when the swizzle is removed from the map, if there is one.
std::optional<cute::ComposedLayout> behind(const map::IndexMap& map, cute::Swizzle s) {
  Unswizzled offsets(map, s);
  std::vector<std::vector<Leaf>> modes;
  for (std::size_t k = 0; k < map.rank(); ++k) {
    auto leaves = leaves_along(offsets, k, map.extent(k));
    if (!leaves) return std::nullopt;
    modes.push_back(*std::move(leaves));
  }
  const auto layout = layout_of(modes);
  if (!layout) return std::nullopt;
  return cute::ComposedLayout{s, cute::Integer(offsets.first()), *layout};
}

/// Compares at some coordinates before the maps are compared: most swizzles fail here.
bool agrees_at_probes(const map::IndexMap& map, const cute::ComposedLayout& composed) {
  const auto evaluator = cute::ComposedEvaluator::of(composed);
  if (!evaluator) return false;
  map::Coordinate x(map.rank(), 0);
  std::uint64_t random = 1;
  for (std::int64_t probe = 0; probe < kProbes; ++probe) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      x[k] = static_cast<std::int64_t>((random >> 33U) % static_cast<std::uint64_t>(map.extent(k)));
    }
    if (evaluator->offset(x) != map(x)) return false;
  }
  return true;
}

bool is_map_of(const map::IndexMap& map, const cute::ComposedLayout& composed) {
  const auto again = to_map(composed);
  if (!again) return false;
  const auto same = map::is_equal(map, *again);
  return same && *same;
}

/// The swizzles that could be in a map: none changes bits that no offset has.
std::vector<cute::Swizzle> candidates(const map::IndexMap& map) {
  std::vector<cute::Swizzle> all = {cute::Swizzle{}};
  const int width = map.codomain_size() > 1 ? core::log2_floor(map.codomain_size() - 1) + 1 : 0;
  const int limit = map.out().xors.rows.empty() ? kMaxOffsetBitsOfFloors : kMaxOffsetBits;
  if (map.is_plain() || width > limit) return all;
  for (int bits = 1; bits <= std::min(width, kMaxBits); ++bits) {
    for (int distance = bits; bits + distance <= width; ++distance) {
      for (int base = 0; bits + base + distance <= width; ++base) {
        all.push_back({bits, base, distance});
        all.push_back({bits, base, -distance});
      }
    }
  }
  return all;
}

/// The vectors explain more than the error of the strides.
core::Error refusal_of(const map::IndexMap& map, const core::Error& of_strides) {
  if (map.is_plain()) return of_strides;
  const auto layout = to_linear(map);
  return layout ? why_not_swizzled(*layout) : of_strides;
}

}  // namespace

core::Result<cute::CuteLayout> to_any_cute(const map::IndexMap& map) {
  const auto plain = to_cute(map);
  if (plain) return cute::CuteLayout(*plain);
  const bool may_be_swizzled = map.size() > 0 && (map.out().base != 0 || !map.is_plain());
  if (!may_be_swizzled) return core::fail(plain.error());
  for (const cute::Swizzle s : candidates(map)) {
    const auto composed = behind(map, s);
    if (composed && agrees_at_probes(map, *composed) && is_map_of(map, *composed)) {
      return cute::CuteLayout(*composed);
    }
  }
  return core::fail(refusal_of(map, plain.error()));
}

}  // namespace tileglot::bridge
