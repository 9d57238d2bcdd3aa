// SPDX-License-Identifier: Apache-2.0
// any_route.cc: rewrites recipes by identities of integers, of F2 and of bits.
#include "tileglot/map/any_route.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/map/any_dice.h"
#include "tileglot/map/any_recipe.h"

namespace tileglot::map {
namespace {

using Kind = Stage::Kind;
using Operand = Stage::Operand;

/// Copies a recipe stage by stage; each may come out as several stages.
class Rewriter {
 public:
  Rewriter(const Recipe& recipe, Dice& dice) : recipe_(recipe), dice_(dice) {
    result_.extents = recipe.extents;
    for (std::size_t k = 0; k < recipe.rank(); ++k) new_of_.push_back(k);
  }

  Recipe rewritten() {
    if (recipe_.rank() >= 2 && dice_.one_in(3)) join_and_cut();
    const std::size_t surely = dice_.below(recipe_.stages.size());
    for (std::size_t j = 0; j < recipe_.stages.size(); ++j) {
      Stage stage = recipe_.stages[j];
      for (Operand& operand : stage.operands) operand.number = new_of_[operand.number];
      new_of_.push_back(j == surely || dice_.one_in(3) ? rewrite(stage) : push(stage));
    }
    if (new_of_.back() + 1 != next()) sum({{new_of_.back(), 1}}, 0);
    return std::move(result_);
  }

 private:
  std::size_t next() const { return recipe_.rank() + result_.stages.size(); }

  std::size_t push(Stage stage) {
    result_.stages.push_back(std::move(stage));
    return next() - 1;
  }
  std::size_t sum(std::vector<Operand> operands, std::int64_t constant) {
    return push({Kind::kSum, std::move(operands), constant, {}});
  }
  std::size_t floor_div(std::size_t number, std::int64_t d) {
    return push({Kind::kFloorDiv, {{number, 1}}, d, {}});
  }
  std::size_t mod(std::size_t number, std::int64_t r) {
    return push({Kind::kMod, {{number, 1}}, r, {}});
  }

  /// Two dimensions become digits of one number.
  void join_and_cut() {
    const std::size_t k = dice_.below(recipe_.rank() - 1);
    const std::int64_t extent = recipe_.extents[k + 1];
    const std::size_t joined = sum({{k, extent}, {k + 1, 1}}, 0);
    new_of_[k] = floor_div(joined, extent);
    new_of_[k + 1] = mod(joined, extent);
  }

  std::size_t rewrite(const Stage& stage) {
    switch (stage.kind) {
      case Kind::kFloorDiv: return rewrite_floor(stage.operands[0].number, stage.constant);
      case Kind::kMod: return rewrite_mod(stage.operands[0].number, stage.constant);
      case Kind::kMatrix: return rewrite_matrix(stage);
      case Kind::kParity: return rewrite_parity(stage);
      case Kind::kSum: break;
    }
    return rewrite_sum(stage);
  }

  std::size_t rewrite_floor(std::size_t v, std::int64_t d) {
    const std::int64_t k = dice_.between(2, 5);
    switch (dice_.below(4)) {
      case 0:
        if (d % 2 == 0) return floor_div(floor_div(v, 2), d / 2);
        if (d % 3 == 0) return floor_div(floor_div(v, 3), d / 3);
        [[fallthrough]];
      case 1: return floor_div(sum({{v, k}}, dice_.between(0, k - 1)), k * d);
      case 2: return sum({{floor_div(sum({{v, 1}}, k * d), d), 1}}, -k);
      default: return floor_div(sum({{v, 1}, {mod(v, d), -1}}, 0), d);
    }
  }

  std::size_t rewrite_mod(std::size_t v, std::int64_t r) {
    const std::int64_t k = dice_.between(2, 4);
    switch (dice_.below(3)) {
      case 0: return sum({{v, 1}, {floor_div(v, r), -r}}, 0);
      case 1: return mod(mod(v, r * k), r);
      default: return mod(sum({{v, 1}}, dice_.one_in(2) ? k * r : -k * r), r);
    }
  }

  std::size_t rewrite_sum(const Stage& stage) {
    if (stage.operands.empty()) return push(stage);
    const std::size_t at = dice_.below(stage.operands.size());
    const Operand chosen = stage.operands[at];
    std::vector<Operand> others = stage.operands;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
    const std::int64_t d = dice_.between(2, 9);
    switch (dice_.below(3)) {
      case 0: {  // one term first, the rest later
        const std::size_t first = sum({chosen}, stage.constant);
        others.push_back({first, 1});
        return sum(others, 0);
      }
      case 1:  // a number as its digits
        others.push_back({floor_div(chosen.number, d), chosen.factor * d});
        others.push_back({mod(chosen.number, d), chosen.factor});
        return sum(others, stage.constant);
      default: return floor_div(push(scaled(stage, d)), d);
    }
  }

  static Stage scaled(Stage stage, std::int64_t d) {
    for (Operand& operand : stage.operands) operand.factor *= d;
    stage.constant = stage.constant * d + d - 1;
    return stage;
  }

  /// Bit i ^= bit j first, then the matrix that undoes it; or bit by bit as parities.
  std::size_t rewrite_matrix(const Stage& stage) {
    const std::size_t v = stage.operands[0].number;
    const std::size_t width = stage.rows.size();
    if (width >= 2 && dice_.one_in(2)) {
      const std::size_t i = dice_.below(width);
      const std::size_t j = (i + 1 + dice_.below(width - 1)) % width;
      Stage first{Kind::kMatrix, {{v, 1}}, 0, identity(width)};
      first.rows[i] |= bit(j);
      Stage second = stage;
      for (std::uint64_t& row : second.rows) {
        if ((row & bit(i)) != 0) row ^= bit(j);
      }
      second.operands = {{push(first), 1}};
      return push(second);
    }
    std::vector<Operand> terms{{v, 1}};
    for (std::size_t i = 0; i < width; ++i) {
      if (stage.rows[i] == bit(i)) continue;
      const auto weight = static_cast<std::int64_t>(bit(i));
      terms.push_back({push(parity_of(v, stage.rows[i])), weight});
      terms.push_back({push(parity_of(v, bit(i))), -weight});
    }
    return sum(terms, 0);
  }

  static std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i; }
  static F2Rows identity(std::size_t width) {
    F2Rows rows;
    for (std::size_t i = 0; i < width; ++i) rows.push_back(bit(i));
    return rows;
  }
  static Stage parity_of(std::size_t v, std::uint64_t row) {
    Stage parity{Kind::kParity, {}, 0, {}};
    for (int j = 0; j < 63; ++j) {
      if (((row >> j) & 1U) != 0) parity.operands.push_back({v, j});
    }
    return parity;
  }

  /// The sum of the bits, mod 2.
  std::size_t rewrite_parity(const Stage& stage) {
    std::vector<Operand> bits;
    bits.reserve(stage.operands.size());
    for (const auto& [number, place] : stage.operands) {
      bits.push_back({mod(floor_div(number, std::int64_t{1} << place), 2), 1});
    }
    return mod(sum(bits, stage.constant), 2);
  }

  const Recipe& recipe_;
  Dice& dice_;
  Recipe result_;
  std::vector<std::size_t> new_of_;
};

}  // namespace

Recipe another_route(const Recipe& recipe, Dice& dice) {
  return Rewriter(recipe, dice).rewritten();
}

Recipe nearly(const Recipe& recipe, Dice& dice) {
  Recipe result = recipe;
  Stage& stage = result.stages[dice.below(result.stages.size())];
  const std::int64_t change = dice.one_in(2) ? 1 : -1;
  if (!stage.rows.empty()) {
    stage.rows[dice.below(stage.rows.size())] ^= std::uint64_t{1} << dice.below(stage.rows.size());
  } else if (!stage.operands.empty() && !dice.one_in(3)) {
    stage.operands[dice.below(stage.operands.size())].factor += change;
  } else if (stage.kind == Kind::kParity) {
    stage.constant = 1 - stage.constant;
  } else {
    stage.constant += change;
  }
  return result;
}

}  // namespace tileglot::map
