// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/random_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <utility>

#include "tileglot/relayout/bench/statistics.h"

namespace tileglot::relayout::bench {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::size_t kMaxRank = 5;
/// The extra groups of pairs are as slow to check as they are to move.
constexpr std::int64_t kMaxBytesApart = std::int64_t{16} << 20;

struct Type {
  std::string_view name;
  int bits;
};

constexpr Type kTypes[] = {{"u8", 8}, {"bf16", 16}, {"f32", 32}, {"f64", 64}, {"c128", 128}};
constexpr Type kSmallTypes[] = {{"u4", 4}, {"u2", 2}};

/// The same on all platforms, unlike the distributions of the standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : numbers_(seed), order_(seed) {}

  /// From lo to hi, both inclusive.
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(numbers_() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  /// 0 to 1.
  double share() { return static_cast<double>(numbers_() >> 11U) * 0x1p-53; }
  bool once_in(std::int64_t times) { return between(1, times) == 1; }
  template <std::size_t N>
  Type one_of(const Type (&types)[N]) {
    return types[static_cast<std::size_t>(between(0, N - 1))];
  }
  Numbers permutation(std::size_t rank) {
    Numbers numbers;
    for (const std::size_t k : order_.shuffled(rank)) {
      numbers.push_back(static_cast<std::int64_t>(k));
    }
    return numbers;
  }

 private:
  std::mt19937_64 numbers_;
  Order order_;
};

/// One side: physical order, and tiles of the minor dimensions.
struct Side {
  Numbers minor_to_major = {};
  std::vector<Numbers> tiles = {};  ///< major entry first, as they are written
  bool fused = false;

  /// The dimension of entry i of the first tile.
  std::size_t dim_of(std::size_t i) const {
    return static_cast<std::size_t>(minor_to_major[tiles[0].size() - 1 - i]);
  }
};

struct Pair {
  Type type = {};
  Numbers extents = {};
  Side source = {};
  Side target = {};
};

/// Sets the largest extent so that there are `elements` elements in total.
void fit_largest(Numbers& extents, double elements) {
  std::int64_t& largest = *std::max_element(extents.begin(), extents.end());
  double others = 1;
  for (const std::int64_t extent : extents) others *= static_cast<double>(extent);
  others /= static_cast<double>(largest);
  largest = static_cast<std::int64_t>(std::ceil(elements / others)) | 1;
}

/// Uneven shares of a number of elements, none a power of two or of ten.
Numbers draw_extents(Draw& draw, std::size_t rank, double elements) {
  Numbers weights;
  for (std::size_t k = 0; k < rank; ++k) weights.push_back(draw.between(20, 60));
  double sum = 0;
  for (const std::int64_t weight : weights) sum += static_cast<double>(weight);
  Numbers extents;
  for (const std::int64_t weight : weights) {
    const double exact = std::pow(elements, static_cast<double>(weight) / sum);
    extents.push_back(std::max<std::int64_t>(3, std::llround(exact) | 1));
  }
  fit_largest(extents, elements);
  return extents;
}

/// base * 2^i, every i equally likely, at most half the extent; 1 where the extent is smaller than
/// base.
std::int64_t draw_entry(Draw& draw, std::int64_t base, std::int64_t extent, std::int64_t at_most) {
  if (base > extent) return 1;
  std::int64_t largest = 0;
  while ((base << (largest + 2)) <= extent && (base << (largest + 1)) <= at_most) ++largest;
  return base << draw.between(0, largest);
}

/// 2 or 4, a divisor of the outer entry, if that is a power of two above 1; otherwise 1. In a
/// nested pair the other side's entry for the same dimension is then a power of two as well.
std::int64_t draw_inner_entry(Draw& draw, std::int64_t outer) {
  if (outer % 3 == 0 || outer % 2 != 0) return 1;
  return outer % 4 == 0 && draw.once_in(2) ? 4 : 2;
}

/// Two rows or four in a word, sometimes a small block.
Numbers draw_inner_tile(Draw& draw, const Numbers& outer) {
  Numbers inner(outer.size(), 1);
  const std::size_t last = outer.size() - 1;
  if (last > 0) inner[last - 1] = draw_inner_entry(draw, outer[last - 1]);
  if (draw.once_in(3)) inner[last] = draw_inner_entry(draw, outer[last]);
  return inner;
}

void draw_tiles(Draw& draw, const Numbers& extents, const Numbers& bases, Side& side) {
  constexpr std::int64_t kMinor = 256;
  constexpr std::int64_t kOther = 32;
  const std::size_t entries =
      static_cast<std::size_t>(draw.between(1, std::min<std::int64_t>(3, std::ssize(extents))));
  side.tiles.assign(1, Numbers(entries, 1));
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t dim = side.dim_of(i);
    const std::int64_t most = i + 1 == entries ? kMinor : kOther;
    side.tiles[0][i] = draw_entry(draw, bases[dim], extents[dim], most);
  }
  Numbers inner = draw_inner_tile(draw, side.tiles[0]);
  const bool is_block = std::count(inner.begin(), inner.end(), 1) < std::ssize(inner);
  if (is_block && draw.once_in(2)) side.tiles.push_back(std::move(inner));
}

/// Makes every extent a multiple of each tile's entry over it.
void make_dividing(Numbers& extents, const Side& side) {
  if (side.tiles.empty()) return;
  for (std::size_t i = 0; i < side.tiles[0].size(); ++i) {
    std::int64_t& extent = extents[side.dim_of(i)];
    const std::int64_t entry = side.tiles[0][i];
    extent = (extent + entry - 1) / entry * entry;
  }
}

std::string tile_text(const Numbers& tile, bool fused) {
  return fmt::format("({}{})", fused ? "*," : "", fmt::join(tile, ","));
}

std::string text_of(const Pair& pair, const Side& side) {
  std::string text = fmt::format("{}[{}]{{{}", pair.type.name, fmt::join(pair.extents, ","),
                                 fmt::join(side.minor_to_major, ","));
  for (std::size_t i = 0; i < side.tiles.size(); ++i) {
    text += (i == 0 ? ":T" : "") + tile_text(side.tiles[i], side.fused && i == 0);
  }
  return text + "}";
}

class Pairs {
 public:
  explicit Pairs(const RandomOptions& options) : options_(options), draw_(options.seed) {}

  Case next(std::string_view group, std::int64_t number) {
    const Pair pair = draw_pair(group);
    return {.name = fmt::format("random_{}", number),
            .source = text_of(pair, pair.source),
            .target = text_of(pair, pair.target),
            .element_bits = pair.type.bits,
            .goal = {.group = group},
            .list = List::kRandom};
  }

 private:
  double draw_bytes(bool apart) {
    // Tiles that have to divide make extents larger.
    constexpr double kRoom = 0.45;
    const std::int64_t most =
        apart ? std::min(options_.max_bytes, kMaxBytesApart) : options_.max_bytes;
    const auto lo = static_cast<double>(options_.min_bytes);
    const double hi = std::max(kRoom * static_cast<double>(most), lo);
    return lo * std::pow(hi / lo, draw_.share());
  }

  Pair draw_pair(std::string_view group) {
    Pair pair{.type = group == kSubByte ? draw_.one_of(kSmallTypes) : draw_.one_of(kTypes)};
    const std::int64_t least = group == kFused ? 3 : 2;
    const auto rank = static_cast<std::size_t>(draw_.between(least, kMaxRank));
    pair.extents = draw_extents(draw_, rank, draw_bytes(group != kNested) * 8 / pair.type.bits);
    pair.source.minor_to_major = draw_.permutation(rank);
    pair.target.minor_to_major = draw_.permutation(rank);
    if (group == kFused) {
      draw_fused(pair);
    } else if (group == kNotDividing) {
      draw_not_dividing(pair);
    } else {
      draw_nested(pair);
    }
    return pair;
  }

  /// Along each dimension one odd number and powers of two: each entry divides the larger ones.
  void draw_nested(Pair& pair) {
    Numbers bases;
    for (std::size_t k = 0; k < pair.extents.size(); ++k) {
      bases.push_back(draw_.once_in(4) ? 3 : 2);
    }
    const std::int64_t sides = draw_.between(0, 7);  // neither in 1 of 8, both in 3
    if (sides % 2 == 1 || sides == 6) draw_tiles(draw_, pair.extents, bases, pair.source);
    if (sides >= 2 && sides != 3) draw_tiles(draw_, pair.extents, bases, pair.target);
    if (draw_.once_in(2)) {
      make_dividing(pair.extents, pair.source);
      make_dividing(pair.extents, pair.target);
    }
  }

  /// The minor dimension of both sides is the same, with 2^i on one side and 3 * 2^j on the other.
  void draw_not_dividing(Pair& pair) {
    pair.target.minor_to_major = pair.source.minor_to_major;
    draw_tiles(draw_, pair.extents, Numbers(pair.extents.size(), 2), pair.source);
    draw_tiles(draw_, pair.extents, Numbers(pair.extents.size(), 3), pair.target);
  }

  /// One side joins all but the two minor dimensions with the third.
  void draw_fused(Pair& pair) {
    Side& side = draw_.once_in(2) ? pair.source : pair.target;
    side.fused = true;
    side.tiles = {{draw_.between(2, 5), draw_.between(2, 7)}};
  }

  RandomOptions options_;
  Draw draw_;
};

}  // namespace

std::vector<Case> random_pairs(const RandomOptions& options) {
  constexpr std::int64_t kApart = 10;
  Pairs pairs(options);
  std::vector<Case> cases;
  for (const std::string_view group : kRandomGroups) {
    const std::int64_t count =
        group == kNested ? options.count : (options.count + kApart - 1) / kApart;
    for (std::int64_t i = 0; i < count; ++i) cases.push_back(pairs.next(group, std::ssize(cases)));
  }
  return cases;
}

}  // namespace tileglot::relayout::bench
