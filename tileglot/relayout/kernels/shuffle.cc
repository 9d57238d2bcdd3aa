// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/shuffle.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/kernels/detail/shuffle_pass.h"

namespace tileglot::relayout::kernels {
namespace {

using detail::kNoPlace;
using detail::kShuffleBlock;
using detail::kShuffleVector;
using detail::ShuffleKernels;
using detail::ShufflePass;
using detail::ShuffleVector;
using detail::ShuffleWindow;

/// If a vector is made of more windows, two passes may cost less.
constexpr std::int64_t kManyWindows = 9;
constexpr std::int64_t kManyWindowsOfBlock = 6;
/// What one vector costs besides its windows, in windows.
constexpr std::int64_t kVectorCost = 2;
/// A tile's tables stay in the first cache.
constexpr std::int64_t kMostTileBytes = 2048;
/// This many columns of a line are contiguous between two passes.
constexpr std::array<std::int64_t, 3> kColumnBytes = {8, 4, 16};

/// The source offsets of a loop's entries; the entries of all loops, one loop after another, make
/// the box.
using Entries = std::vector<std::int32_t>;
using Box = std::vector<Entries>;

Entries entries_of(std::int64_t count, std::int64_t step) {
  Entries entries(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = static_cast<std::int32_t>(static_cast<std::int64_t>(i) * step);
  return entries;
}

std::int64_t units_of(const Box& box) {
  std::int64_t units = 1;
  for (const Entries& entries : box) units *= std::ssize(entries);
  return units;
}

/// Offset of every combination, the first loop fastest.
Entries offsets_of(const Box& box) {
  Entries offsets{0};
  offsets.reserve(static_cast<std::size_t>(units_of(box)));
  for (const Entries& entries : box) {
    const std::size_t inner = offsets.size();
    for (std::size_t i = 1; i < entries.size(); ++i) {
      for (std::size_t k = 0; k < inner; ++k) offsets.push_back(offsets[k] + entries[i]);
    }
  }
  return offsets;
}

/// True if every part of `count` entries has the layout of the first.
bool has_parts(const Entries& entries, std::size_t count) {
  if (entries.size() % count != 0) return false;
  for (std::size_t i = count; i < entries.size(); ++i) {
    if (entries[i] != entries[i - i % count] + entries[i % count]) return false;
  }
  return true;
}

/// The fraction of a tile's vectors that the tile's own bytes fill.
double filling(std::int64_t tile_bytes, std::int64_t vector_bytes) {
  const std::int64_t vectors = core::ceil_div(tile_bytes, vector_bytes);
  return static_cast<double>(tile_bytes) / static_cast<double>(vectors * vector_bytes);
}

/// How many loops are a tile, and how much of the one after them.
struct TileCut {
  std::size_t loops = 0;
  std::size_t count = 1;
  double filling = 0;
};

/// The smallest tile that fills its vectors, or the one that comes closest.
TileCut tile_cut(const Box& box, std::int64_t unit_bytes, std::int64_t vector_bytes) {
  constexpr double kWell = 0.93;
  constexpr double kBetter = 0.02;
  TileCut best;
  std::int64_t bytes = unit_bytes;
  for (std::size_t i = 0; i < box.size(); bytes *= std::ssize(box[i]), ++i) {
    for (std::size_t count = i == 0 ? 1 : 2; count <= box[i].size(); ++count) {
      const std::int64_t all = bytes * static_cast<std::int64_t>(count);
      if (best.filling > 0 && all > kMostTileBytes) return best;
      const double filled = filling(all, vector_bytes);
      if (filled <= best.filling + kBetter || !has_parts(box[i], count)) continue;
      best = {i, count, filled};
      if (best.filling > kWell) return best;
    }
  }
  return best;
}

void set_blocks(ShuffleVector& vector) {
  for (ShuffleWindow& window : vector.windows) {
    for (std::size_t i = 0; i < window.block.size(); ++i)
      window.block[i] = (window.bytes >> i & 1) != 0 ? vector.places[i] : kNoPlace;
  }
}

/// Builds windows, each starting at the first byte without one.
ShuffleVector vector_of(std::span<const std::int32_t> units, std::int64_t unit_bytes,
                        std::int64_t vector_bytes) {
  ShuffleVector vector;
  std::vector<std::pair<std::int32_t, std::size_t>> order;
  order.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) order.emplace_back(units[i], i);
  std::sort(order.begin(), order.end());
  for (const auto& [from, i] : order) {
    std::vector<ShuffleWindow>& windows = vector.windows;
    if (windows.empty() || from + unit_bytes > windows.back().offset + vector_bytes)
      windows.push_back({from, 0});
    for (std::int64_t b = 0; b < unit_bytes; ++b) {
      const auto at = i * static_cast<std::size_t>(unit_bytes) + static_cast<std::size_t>(b);
      windows.back().bytes |= std::uint64_t{1} << at;
      vector.places[at] = static_cast<std::uint8_t>(from - windows.back().offset + b);
    }
  }
  if (vector_bytes == kShuffleBlock) set_blocks(vector);
  return vector;
}

std::vector<ShuffleVector> vectors_of(std::span<const std::int32_t> units, std::int64_t unit_bytes,
                                      std::int64_t vector_bytes) {
  const auto each = static_cast<std::size_t>(vector_bytes / unit_bytes);
  std::vector<ShuffleVector> vectors;
  vectors.reserve(units.size() / each + 1);
  for (; units.size() > each; units = units.subspan(each))
    vectors.push_back(vector_of(units.first(each), unit_bytes, vector_bytes));
  vectors.push_back(vector_of(units, unit_bytes, vector_bytes));
  return vectors;
}

/// The loops of the box that are a tile, and the remaining ones: the loop that is cut is in both.
struct Cut {
  Box tile;
  Box rest;
};

Cut cut_box(const Box& box, const TileCut& where) {
  const auto at = box.begin() + static_cast<std::ptrdiff_t>(where.loops);
  Cut cut{Box(box.begin(), at), Box(at, box.end())};
  if (cut.rest.empty()) return cut;
  const Entries whole = std::move(cut.rest.front());
  cut.tile.emplace_back(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(where.count));
  cut.rest.front().clear();
  for (std::size_t i = 0; i < whole.size(); i += where.count) cut.rest.front().push_back(whole[i]);
  return cut;
}

/// Vectors whose units are all in windows of their own cost as much as the units.
bool is_worth_vectors(const ShufflePass& pass) { return pass.windows() < std::ssize(pass.units); }

ShufflePass pass_of(const Box& box, std::int64_t unit_bytes, const ShuffleKernels& kernels) {
  const Cut cut = cut_box(box, tile_cut(box, unit_bytes, kernels.vector_bytes));
  ShufflePass pass{.unit_bytes = unit_bytes,
                   .tile_bytes = units_of(cut.tile) * unit_bytes,
                   .starts = offsets_of(cut.rest),
                   .units = offsets_of(cut.tile)};
  pass.vectors = vectors_of(pass.units, unit_bytes, kernels.vector_bytes);
  pass.vector_bytes = kernels.vector_bytes;
  const bool by_vectors = kernels.by_vectors != nullptr && is_worth_vectors(pass);
  pass.run = by_vectors ? kernels.by_vectors : kernels.by_units;
  return pass;
}

std::int64_t cost_of(const ShufflePass& pass) {
  return (pass.windows() + kVectorCost * std::ssize(pass.vectors)) * std::ssize(pass.starts);
}

std::int64_t cost_of(std::span<const ShufflePass> passes) {
  std::int64_t cost = 0;
  for (const ShufflePass& pass : passes) cost += cost_of(pass);
  return cost;
}

/// A part of a loop: entry i of the loop is entry i / before % count of it.
struct Digit {
  std::int64_t count;
  std::int64_t source;  ///< its step
  std::size_t loop;     ///< its number in the target's order
  std::int64_t before;
  std::int64_t between = 0;  ///< its step between two passes
};

/// The number of entries near `wanted` that leaves the smallest remainder when a loop is cut into
/// parts.
std::int64_t part_of(std::int64_t count, std::int64_t wanted) {
  if (2 * count <= 3 * wanted) return count;
  std::int64_t best = wanted;
  for (std::int64_t part = wanted / 2 + 1; 2 * part <= 3 * wanted; ++part) {
    if (core::ceil_div(count, part) * part < core::ceil_div(count, best) * best) best = part;
  }
  return best;
}

/// Moves digits of about `units` units to the end of `line`; cuts the last of them.
void take_digits(std::vector<Digit>& from, std::int64_t units, std::vector<Digit>& line) {
  while (units > 1 && !from.empty()) {
    Digit& next = from.front();
    const std::int64_t part = part_of(next.count, units);
    units /= part;
    line.push_back({part, next.source, next.loop, next.before});
    next = {core::ceil_div(next.count, part), next.source * part, next.loop, next.before * part};
    if (next.count == 1) from.erase(from.begin());
  }
}

std::int64_t units_of(std::span<const Digit> digits) {
  std::int64_t units = 1;
  for (const Digit& digit : digits) units *= digit.count;
  return units;
}

/// Digits in an order whose lines hold some columns of some rows: innermost first.
std::vector<Digit> between_order(std::span<const ShuffleLoop> loops, std::int64_t unit_bytes,
                                 std::int64_t column_bytes, std::int64_t vector_bytes) {
  std::vector<Digit> rest;
  for (const ShuffleLoop& loop : loops) {
    if (loop.count > 1) rest.push_back({loop.count, loop.step, rest.size(), 1});
  }
  std::vector<Digit> order;
  take_digits(rest, column_bytes / unit_bytes, order);
  std::sort(rest.begin(), rest.end(), [](const Digit& a, const Digit& b) {
    return std::pair(a.source, a.loop) < std::pair(b.source, b.loop);
  });
  take_digits(rest, vector_bytes / unit_bytes / units_of(order), order);
  std::sort(rest.begin(), rest.end(),
            [](const Digit& a, const Digit& b) { return a.loop < b.loop; });
  order.insert(order.end(), rest.begin(), rest.end());
  std::int64_t step = unit_bytes;
  for (Digit& digit : order) {
    digit.between = step;
    step *= digit.count;
  }
  return order;
}

/// The positions of a loop's entries between two passes: digit by digit.
Entries entries_between(std::int64_t count, std::size_t loop, std::span<const Digit> digits) {
  Entries entries(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t at = 0;
    for (const Digit& digit : digits) {
      if (digit.loop == loop) at += i / digit.before % digit.count * digit.between;
    }
    entries[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(at);
  }
  return entries;
}

/// Loops that no digits fill have entries between the passes without meaning.
std::vector<ShufflePass> two_passes(std::span<const ShuffleLoop> loops, std::int64_t unit_bytes,
                                    std::int64_t column_bytes, const ShuffleKernels& kernels) {
  const std::vector<Digit> digits =
      between_order(loops, unit_bytes, column_bytes, kernels.vector_bytes);
  Box first;
  for (const Digit& digit : digits) first.push_back(entries_of(digit.count, digit.source));
  Box second;
  for (const ShuffleLoop& loop : loops) {
    if (loop.count > 1) second.push_back(entries_between(loop.count, second.size(), digits));
  }
  return {pass_of(first, unit_bytes, kernels), pass_of(second, unit_bytes, kernels)};
}

Box box_of(std::span<const ShuffleLoop> loops) {
  Box box;
  box.reserve(loops.size());
  for (const ShuffleLoop& loop : loops) box.push_back(entries_of(loop.count, loop.step));
  return box;
}

}  // namespace

Shuffle::Shuffle(std::span<const ShuffleLoop> loops, std::int64_t unit_bytes) {
  const ShuffleKernels kernels = detail::shuffle_kernels();
  passes_.push_back(pass_of(box_of(loops), unit_bytes, kernels));
  const std::int64_t many =
      kernels.vector_bytes == kShuffleBlock ? kManyWindowsOfBlock : kManyWindows;
  if (passes_.front().windows() <= many * std::ssize(passes_.front().vectors)) return;
  for (const std::int64_t column_bytes : kColumnBytes) {
    if (column_bytes <= unit_bytes || column_bytes >= kernels.vector_bytes) continue;
    std::vector<ShufflePass> passes = two_passes(loops, unit_bytes, column_bytes, kernels);
    if (cost_of(passes) < cost_of(passes_)) passes_ = std::move(passes);
  }
}

std::int64_t Shuffle::source_bytes() const { return passes_.front().source_bytes(); }

std::int64_t Shuffle::target_bytes() const {
  return std::max(passes_.front().target_bytes(), passes_.back().target_bytes());
}

void Shuffle::run(const std::byte* source, std::byte* target, std::byte* between) const {
  const ShufflePass& first = passes_.front();
  if (passes_.size() == 1) return first.run(first, source, target);
  const ShufflePass& second = passes_.back();
  first.run(first, source, between);
  second.run(second, between, target);
}

bool permutes_vectors() {
  const ShuffleKernels kernels = detail::shuffle_kernels();
  return kernels.by_vectors != nullptr && kernels.vector_bytes == kShuffleVector;
}

}  // namespace tileglot::relayout::kernels
