// SPDX-License-Identifier: Apache-2.0
// any_map.cc: writes random recipes stage by stage, the way notations stack layouts.
#include "tileglot/map/any_map.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/any_dice.h"
#include "tileglot/map/any_route.h"

namespace tileglot::map {
namespace {

using Operand = Stage::Operand;

constexpr int kTries = 12;  ///< attempts at one map before another kind is accepted

std::int64_t rounded(std::int64_t n, bool powers_of_two) {
  return powers_of_two ? static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(n)))
                       : n;
}

std::vector<std::int64_t> some_extents(const RecipeOptions& options, Dice& dice) {
  if (!options.extents.empty()) return options.extents;
  std::vector<std::int64_t> extents;
  const std::int64_t points = dice.between(options.min_points, options.max_points);
  std::int64_t rest = rounded(points, options.powers_of_two);
  const std::size_t rank = 1 + dice.below(options.max_rank);
  for (std::size_t k = 1; k < rank; ++k) {
    const std::int64_t extent =
        rounded(dice.between(1, std::min<std::int64_t>(rest, 24)), options.powers_of_two);
    if (rest / extent * extent < options.min_points && rest % extent != 0) continue;
    extents.push_back(extent);
    rest /= extent;
  }
  extents.push_back(rest);
  dice.shuffle(extents);
  return extents;
}

/// A number made so far, in [0, extent) if it is used as a digit.
struct Part {
  std::size_t number = 0;
  std::int64_t extent = 1;
};

class Writer {
 public:
  Writer(const RecipeOptions& options, MapKind kind, Dice& dice)
      : powers_of_two_(options.powers_of_two), kind_(kind), dice_(dice) {
    recipe_.extents = some_extents(options, dice);
    columns_ = coordinate_columns(recipe_.extents);
  }

  Recipe written() {
    std::size_t v =
        dice_.one_in(kind_ == MapKind::kXor ? 2 : 12) ? linear() : strided(tiled(coordinate()));
    if (kind_ == MapKind::kXor) v = exclusive(v);
    if (kind_ == MapKind::kDeep) v = carried(v);
    for (std::size_t more = dice_.below(3); more > 0; --more) v = finished(v);
    push({Stage::Kind::kSum, {{v, 1}}, 0, {}});
    return std::move(recipe_);
  }

 private:
  std::size_t push(Stage stage) {
    columns_.push_back(evaluate(stage, columns_, static_cast<std::size_t>(recipe_.points())));
    recipe_.stages.push_back(std::move(stage));
    return recipe_.rank() + recipe_.stages.size() - 1;
  }
  std::size_t sum(std::vector<Operand> operands, std::int64_t constant) {
    return push({Stage::Kind::kSum, std::move(operands), constant, {}});
  }
  std::size_t floor_div(std::size_t number, std::int64_t d) {
    return push({Stage::Kind::kFloorDiv, {{number, 1}}, d, {}});
  }
  std::size_t mod(std::size_t number, std::int64_t r) {
    return push({Stage::Kind::kMod, {{number, 1}}, r, {}});
  }

  std::int64_t smallest(std::size_t number) const {
    return *std::min_element(columns_[number].begin(), columns_[number].end());
  }
  std::int64_t largest(std::size_t number) const {
    return *std::max_element(columns_[number].begin(), columns_[number].end());
  }

  std::vector<Part> coordinate() const {
    std::vector<Part> parts;
    parts.reserve(recipe_.rank());
    for (std::size_t k = 0; k < recipe_.rank(); ++k) parts.push_back({k, recipe_.extents[k]});
    return parts;
  }

  std::int64_t some_divisor(std::int64_t extent) {
    if (powers_of_two_) return std::int64_t{1} << dice_.below(5);
    if (extent > 1 && dice_.one_in(2)) {  // a divisor of extent
      for (int tries = 0; tries < 8; ++tries) {
        const std::int64_t d = dice_.between(1, std::min<std::int64_t>(extent, 16));
        if (extent % d == 0) return d;
      }
    }
    return dice_.between(1, 9);
  }

  /// Tiles: some parts are cut in two, some are joined (`*`), in any order.
  std::vector<Part> tiled(std::vector<Part> parts) {
    for (std::size_t cuts = dice_.below(5); cuts > 0; --cuts) {
      const bool joins = kind_ == MapKind::kDeep ? dice_.one_in(2) : dice_.one_in(8);
      if (joins && parts.size() >= 2) {
        join(parts);
      } else {
        cut(parts);
      }
    }
    if (kind_ == MapKind::kPlain && dice_.one_in(6)) overlap(parts);
    return parts;
  }

  void join(std::vector<Part>& parts) {
    dice_.shuffle(parts);
    const Part major = parts.back();
    parts.pop_back();
    Part& minor = parts.back();
    minor = {sum({{major.number, minor.extent}, {minor.number, 1}}, 0),
             major.extent * minor.extent};
  }

  void cut(std::vector<Part>& parts) {
    Part& part = parts[dice_.below(parts.size())];
    const std::int64_t d = some_divisor(part.extent);
    const Part inside{mod(part.number, d), std::min(d, part.extent)};
    part = {floor_div(part.number, d), core::ceil_div(part.extent, d)};
    parts.push_back(inside);
  }

  /// Floors of one dimension that do not nest.
  void overlap(std::vector<Part>& parts) {
    const std::size_t k = dice_.below(recipe_.rank());
    for (int i = 0; i < 2; ++i) {
      const std::int64_t d = some_divisor(recipe_.extents[k]);
      parts.push_back({floor_div(k, d), core::ceil_div(recipe_.extents[k], d)});
    }
  }

  /// Strides for the parts: mostly compact in some order, with gaps, broadcast and negative ones.
  std::size_t strided(std::vector<Part> parts) {
    dice_.shuffle(parts);
    const bool compact = dice_.one_in(2);
    std::int64_t running = 1;
    std::vector<Operand> terms;
    for (const Part& part : parts) {
      std::int64_t stride = running;
      if (!compact && dice_.one_in(5)) running += dice_.between(0, 5);
      if (!compact && dice_.one_in(4)) stride = dice_.between(-9, 20);
      if (!compact && dice_.one_in(12)) stride = 0;
      if (!compact && dice_.one_in(8)) stride = -stride;
      terms.push_back({part.number, stride});
      running *= part.extent;
    }
    return sum(terms, dice_.one_in(4) ? dice_.between(-5, 9) : 0);
  }

  /// Every output bit is the xor of some bits of the coordinate.
  std::size_t linear() {
    std::vector<Operand> terms;
    const std::size_t bits = 1 + dice_.below(7);
    terms.reserve(bits);
    for (std::size_t b = 0; b < bits; ++b) {
      terms.push_back({parity(1 + dice_.below(3)), std::int64_t{1} << b});
    }
    return sum(terms, 0);
  }

  std::size_t parity(std::size_t bits) {
    Stage stage{Stage::Kind::kParity, {}, dice_.one_in(8) ? 1 : 0, {}};
    for (std::size_t i = 0; i < bits; ++i) {
      const std::size_t k = dice_.below(recipe_.rank());
      stage.operands.push_back({k, dice_.between(0, core::log2_floor(recipe_.extents[k]))});
    }
    return push(stage);
  }

  std::size_t raised(std::size_t v) {
    const std::int64_t least = smallest(v);
    return least >= 0 ? v : sum({{v, 1}}, -least);
  }

  F2Rows some_rows() {
    F2Rows rows;
    const std::size_t width = 2 + dice_.below(6);
    for (std::size_t i = 0; i < width; ++i) rows.push_back(std::uint64_t{1} << i);
    if (dice_.one_in(3)) {  // any matrix
      for (std::uint64_t& row : rows) {
        if (dice_.one_in(2)) row ^= dice_.next() % (std::uint64_t{1} << width);
      }
      return rows;
    }
    const std::size_t shift = 1 + dice_.below(width - 1);
    const bool up = dice_.one_in(4);
    for (std::size_t i = 0; i + shift < width; ++i) {
      if (dice_.one_in(5)) continue;
      rows[up ? i + shift : i] ^= std::uint64_t{1} << (up ? i : i + shift);
    }
    return rows;
  }

  std::size_t swizzled(std::size_t v) {
    return push({Stage::Kind::kMatrix, {{raised(v), 1}}, 0, some_rows()});
  }

  std::size_t exclusive(std::size_t v) {
    if (dice_.one_in(3))
      return sum({{v, 1}, {parity(2 + dice_.below(2)), dice_.between(-6, 12)}}, 0);
    return swizzled(v);
  }

  std::size_t padded(std::size_t v) {
    return sum({{v, 1}, {floor_div(v, some_divisor(largest(v))), dice_.between(-2, 6)}}, 0);
  }

  /// A layout of several modes read at the number v, which may carry an offset.
  std::size_t read_through(std::size_t v) {
    std::size_t index = sum({{raised(v), 1}}, dice_.one_in(2) ? dice_.between(0, 7) : 0);
    std::vector<Part> parts;
    for (std::size_t modes = 1 + dice_.below(2); modes > 0; --modes) {
      const std::int64_t extent = 1 + some_divisor(largest(index));
      const std::int64_t used = powers_of_two_ ? 2 * (extent - 1) : extent;
      parts.push_back({mod(index, used), used});
      index = floor_div(index, used);
    }
    parts.push_back({index, largest(index) + 1});
    return strided(parts);
  }

  std::size_t carried(std::size_t v) {
    switch (dice_.below(4)) {
      case 0: return mod(v, 1 + some_divisor(largest(v)) * some_divisor(largest(v)));
      case 1: return floor_div(sum({{v, 1}}, dice_.between(-4, 4)), some_divisor(largest(v)));
      case 2: return padded(sum({{v, 1}}, dice_.between(-4, 4)));
      default: return read_through(v);
    }
  }

  /// One more stage of any sort that keeps the kind.
  std::size_t finished(std::size_t v) {
    switch (dice_.below(kind_ == MapKind::kPlain ? 2 : 5)) {
      case 0: return sum({{v, dice_.between(-2, 3)}}, dice_.between(-9, 9));
      case 1: return sum({{v, 1}, {dice_.below(recipe_.rank()), dice_.between(-3, 3)}}, 0);
      case 2: return padded(v);
      case 3: return exclusive(v);
      default: return kind_ == MapKind::kDeep ? carried(v) : swizzled(v);
    }
  }

  bool powers_of_two_;
  MapKind kind_;
  Dice& dice_;
  Recipe recipe_;
  std::vector<Column> columns_;  ///< all numbers so far, at each coordinate
};

MapKind kind_of(const IndexMap& f) {
  if (f.is_plain()) return MapKind::kPlain;
  return f.is_xor() ? MapKind::kXor : MapKind::kDeep;
}

MapKind some_kind(const RecipeOptions& options, Dice& dice) {
  if (options.kind != MapKind::kAny) return options.kind;
  if (options.powers_of_two) return dice.one_in(3) ? MapKind::kPlain : MapKind::kXor;
  return std::vector{MapKind::kPlain, MapKind::kXor, MapKind::kDeep}[dice.below(3)];
}

/// A recipe that builds, of the kind that was drawn unless the domain is too small to have one.
Recipe draw(const RecipeOptions& options, Dice& dice) {
  const MapKind kind = some_kind(options, dice);
  for (int tries = 0;; ++tries) {
    Recipe recipe = Writer(options, kind, dice).written();
    const core::Result<IndexMap> map = recipe.build();
    if (!map || (options.powers_of_two && map->is_deep())) continue;
    if (kind_of(*map) == kind) return recipe;
    if (tries >= kTries && options.kind == MapKind::kAny) return recipe;
    if (tries >= 100 * kTries) return recipe;
  }
}

RecipePair draw_pair(const RecipeOptions& options, Dice& dice) {
  const Recipe f = draw(options, dice);
  RecipeOptions same_domain = options;
  same_domain.extents = f.extents;
  for (int tries = 0; tries < kTries; ++tries) {
    const std::size_t sort = dice.below(3);
    if (sort == 2) return {f, draw(same_domain, dice), false};
    Recipe g = sort == 0 ? another_route(f, dice) : nearly(f, dice);
    if (!is_sound(g) || (options.powers_of_two && g.map().is_deep())) continue;
    return {f, std::move(g), sort == 0};
  }
  return {f, f, true};
}

bool is_kept(const RecipePair& pair, const RecipeOptions& options) {
  if (options.powers_of_two && (pair.f.map().is_deep() || pair.g.map().is_deep())) return false;
  return !pair.one_function || table_of(pair.f) == table_of(pair.g);
}

bool has_powers_of_two_only(const Recipe& recipe) {
  return std::all_of(recipe.extents.begin(), recipe.extents.end(), core::is_power_of_two);
}

std::vector<Recipe> shrinks(const Recipe& recipe, const RecipeOptions& options) {
  std::vector<Recipe> results = simpler(recipe);
  std::erase_if(results, [&](const Recipe& r) {
    if (!options.extents.empty() && r.extents != options.extents) return true;
    return options.powers_of_two && (!has_powers_of_two_only(r) || r.map().is_deep());
  });
  return results;
}

std::vector<RecipePair> shrinks(const RecipePair& pair, const RecipeOptions& options) {
  std::vector<RecipePair> results;
  const auto keep = [&](const Recipe& f, const Recipe& g) {
    if (!is_sound(f) || !is_sound(g)) return;
    RecipePair smaller{f, g, pair.one_function};
    if (is_kept(smaller, options)) results.push_back(std::move(smaller));
  };
  for (const Recipe& f : shrinks(pair.f, options)) {
    Recipe g = pair.g;
    g.extents = f.extents;
    keep(f, g);
  }
  for (const Recipe& g : shrinks(pair.g, options)) {
    if (g.extents == pair.f.extents) keep(pair.f, g);
  }
  return results;
}

template <class T, class Draw>
rc::Gen<T> drawn(RecipeOptions options, Draw draw_one) {
  return [options = std::move(options), draw_one](const rc::Random& random, int /*size*/) {
    Dice dice(rc::Random(random).next());
    return rc::shrinkable::shrinkRecur(draw_one(options, dice), [options](const T& value) {
      return rc::seq::fromContainer(shrinks(value, options));
    });
  };
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const RecipePair& pair) {
  return out << "f " << pair.f << "\ng " << pair.g
             << (pair.one_function ? "\n(one function by two routes)" : "");
}

std::ostream& operator<<(std::ostream& out, const Tally& tally) {
  return out << tally.maps() << " maps: " << tally.plain << " plain, " << tally.xors << " xor, "
             << tally.deep << " deep";
}

void Tally::count(const IndexMap& f) {
  if (f.is_plain()) ++plain;
  if (f.is_xor()) ++xors;
  if (f.is_deep()) ++deep;
}

rc::Gen<Recipe> any_recipe(RecipeOptions options) {
  return drawn<Recipe>(std::move(options), draw);
}

rc::Gen<RecipePair> any_recipe_pair(RecipeOptions options) {
  return drawn<RecipePair>(std::move(options), draw_pair);
}

}  // namespace tileglot::map
