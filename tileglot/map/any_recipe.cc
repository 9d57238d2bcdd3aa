// SPDX-License-Identifier: Apache-2.0
// any_recipe.cc: runs, builds, prints and simplifies recipes.
#include "tileglot/map/any_recipe.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"

namespace tileglot::map {
namespace {

std::int64_t bit_of(std::int64_t number, std::int64_t i) { return (number >> i) & 1; }

std::int64_t multiplied(const F2Rows& rows, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  std::uint64_t result = bits;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto bit = static_cast<std::uint64_t>(std::popcount(bits & rows[i]) & 1);
    result = (result & ~(std::uint64_t{1} << i)) | (bit << i);
  }
  return static_cast<std::int64_t>(result);
}

Value built(MapBuilder& builder, const Stage& stage, std::span<const Value> numbers) {
  switch (stage.kind) {
    case Stage::Kind::kFloorDiv:
      return builder.floor_div(numbers[stage.operands[0].number], stage.constant);
    case Stage::Kind::kMod: return builder.mod(numbers[stage.operands[0].number], stage.constant);
    case Stage::Kind::kMatrix:
      return builder.apply_f2(numbers[stage.operands[0].number], stage.rows);
    case Stage::Kind::kParity: {
      Parity parity{stage.constant != 0, {}};
      for (const auto& [number, bit] : stage.operands) {
        const Parity one = builder.bit(numbers[number], static_cast<int>(bit));
        parity = builder.exclusive_or(parity, one);
      }
      return builder.as_term(1, parity);
    }
    case Stage::Kind::kSum: break;
  }
  Value sum = builder.constant(stage.constant);
  for (const auto& [number, factor] : stage.operands) {
    sum = builder.add(sum, builder.scale(numbers[number], factor));
  }
  return sum;
}

const char* name_of(Stage::Kind kind) {
  switch (kind) {
    case Stage::Kind::kSum: return "sum";
    case Stage::Kind::kFloorDiv: return "floor_div";
    case Stage::Kind::kMod: return "mod";
    case Stage::Kind::kMatrix: return "matrix";
    case Stage::Kind::kParity: return "parity";
  }
  return "?";
}

void print_stage(std::ostream& out, const Stage& stage, std::size_t rank) {
  out << name_of(stage.kind) << "(" << stage.constant;
  for (const auto& [number, factor] : stage.operands) {
    out << ", ";
    if (stage.kind == Stage::Kind::kSum) out << factor << "*";
    out << (number < rank ? "x" : "s") << (number < rank ? number : number - rank);
    if (stage.kind == Stage::Kind::kParity) out << " bit " << factor;
  }
  for (const std::uint64_t row : stage.rows) out << " row " << row;
  out << ")";
}

bool is_legal(const Stage& stage, std::size_t numbers) {
  const bool divides = stage.kind == Stage::Kind::kFloorDiv || stage.kind == Stage::Kind::kMod;
  if (divides && stage.constant < 1) return false;
  if ((divides || stage.kind == Stage::Kind::kMatrix) && stage.operands.size() != 1) return false;
  return std::all_of(stage.operands.begin(), stage.operands.end(), [&](const auto& operand) {
    return operand.number < numbers &&
           (stage.kind != Stage::Kind::kParity || (operand.factor >= 0 && operand.factor <= 62));
  });
}

/// All numbers of a recipe over its domain.
std::vector<Column> columns_of(const Recipe& recipe) {
  std::vector<Column> columns = coordinate_columns(recipe.extents);
  const auto points = static_cast<std::size_t>(recipe.points());
  for (const Stage& stage : recipe.stages) columns.push_back(evaluate(stage, columns, points));
  return columns;
}

/// True if no matrix is applied to a negative number.
bool is_defined_everywhere(const Recipe& recipe) {
  const std::vector<Column> columns = columns_of(recipe);
  return std::all_of(recipe.stages.begin(), recipe.stages.end(), [&](const Stage& stage) {
    if (stage.kind != Stage::Kind::kMatrix) return true;
    const Column& read = columns[stage.operands[0].number];
    return std::all_of(read.begin(), read.end(), [](std::int64_t v) { return v >= 0; });
  });
}

/// Removes stage j; its readers read `instead`.
Recipe without_stage(const Recipe& recipe, std::size_t j, std::size_t instead) {
  Recipe result = recipe;
  result.stages.erase(result.stages.begin() + static_cast<std::ptrdiff_t>(j));
  const std::size_t gone = recipe.rank() + j;
  for (std::size_t i = j; i < result.stages.size(); ++i) {
    for (Stage::Operand& operand : result.stages[i].operands) {
      if (operand.number == gone) operand.number = instead;
      if (operand.number > gone) --operand.number;
    }
  }
  return result;
}

void add_without_stages(const Recipe& recipe, std::vector<Recipe>& results) {
  for (std::size_t j = 0; recipe.stages.size() > 1 && j < recipe.stages.size(); ++j) {
    for (const Stage::Operand& operand : recipe.stages[j].operands) {
      results.push_back(without_stage(recipe, j, operand.number));
    }
    if (j + 1 == recipe.stages.size()) results.push_back(without_stage(recipe, j, 0));
  }
}

void add_smaller_extents(const Recipe& recipe, std::vector<Recipe>& results) {
  for (std::size_t k = 0; k < recipe.rank(); ++k) {
    for (const std::int64_t extent :
         {std::int64_t{1}, recipe.extents[k] / 2, recipe.extents[k] - 1}) {
      if (extent < 1 || extent >= recipe.extents[k]) continue;
      results.push_back(recipe);
      results.back().extents[k] = extent;
    }
  }
}

std::vector<std::int64_t> towards(std::int64_t from, std::int64_t to) {
  if (from == to) return {};
  std::vector<std::int64_t> values{to};
  for (std::int64_t gap = (from - to) / 2; gap != 0; gap /= 2) values.push_back(from - gap);
  return values;
}

void add_smaller_numbers(const Recipe& recipe, std::size_t j, std::vector<Recipe>& results) {
  const Stage& stage = recipe.stages[j];
  const auto push = [&](auto change) {
    results.push_back(recipe);
    change(results.back().stages[j]);
  };
  const bool divides = stage.kind == Stage::Kind::kFloorDiv || stage.kind == Stage::Kind::kMod;
  for (const std::int64_t value : towards(stage.constant, divides ? 1 : 0)) {
    push([&](Stage& s) { s.constant = value; });
  }
  for (std::size_t i = 0; i < stage.operands.size(); ++i) {
    push([&](Stage& s) { s.operands.erase(s.operands.begin() + static_cast<std::ptrdiff_t>(i)); });
    for (const std::int64_t value : towards(stage.operands[i].factor, 0)) {
      push([&](Stage& s) { s.operands[i].factor = value; });
    }
  }
  for (std::size_t i = 0; i < stage.rows.size(); ++i) {
    const std::uint64_t unchanged = std::uint64_t{1} << i;
    if (stage.rows[i] != unchanged) push([&](Stage& s) { s.rows[i] = unchanged; });
  }
  if (!stage.rows.empty()) push([](Stage& s) { s.rows.pop_back(); });
}

template <class F>
Column mapped(const Column& read, const F& f) {
  Column result;
  result.reserve(read.size());
  for (const std::int64_t number : read) result.push_back(f(number));
  return result;
}

}  // namespace

std::vector<Column> coordinate_columns(std::span<const std::int64_t> extents) {
  std::vector<Column> columns(extents.size());
  for_each_coordinate(extents, [&](const Coordinate& x) {
    for (std::size_t k = 0; k < x.size(); ++k) columns[k].push_back(x[k]);
  });
  return columns;
}

Column evaluate(const Stage& stage, std::span<const Column> columns, std::size_t points) {
  const auto read = [&]() -> const Column& { return columns[stage.operands[0].number]; };
  switch (stage.kind) {
    case Stage::Kind::kFloorDiv:
      return mapped(read(), [&](std::int64_t v) { return core::floor_div(v, stage.constant); });
    case Stage::Kind::kMod:
      return mapped(read(), [&](std::int64_t v) { return core::floor_mod(v, stage.constant); });
    case Stage::Kind::kMatrix:
      return mapped(read(), [&](std::int64_t v) { return multiplied(stage.rows, v); });
    case Stage::Kind::kParity: {
      Column parity(points, stage.constant != 0 ? 1 : 0);
      for (const auto& [number, bit] : stage.operands) {
        for (std::size_t i = 0; i < points; ++i) parity[i] ^= bit_of(columns[number][i], bit);
      }
      return parity;
    }
    case Stage::Kind::kSum: break;
  }
  Column sum(points, stage.constant);
  for (const auto& [number, factor] : stage.operands) {
    for (std::size_t i = 0; i < points; ++i) sum[i] += factor * columns[number][i];
  }
  return sum;
}

std::int64_t Recipe::points() const {
  std::int64_t product = 1;
  for (const std::int64_t extent : extents) product *= extent;
  return product;
}

std::int64_t Recipe::operator()(std::span<const std::int64_t> x) const {
  std::vector<Column> columns;
  for (const std::int64_t coordinate : x) columns.push_back({coordinate});
  for (const Stage& stage : stages) columns.push_back(evaluate(stage, columns, 1));
  return stages.empty() ? 0 : columns.back().front();
}

core::Result<IndexMap> Recipe::build() const {
  std::vector<Dim> domain;
  domain.reserve(rank());
  for (const std::int64_t extent : extents) domain.push_back({extent, {}});
  MapBuilder builder(std::move(domain));
  std::vector<Value> numbers;
  numbers.reserve(rank() + stages.size());
  for (std::size_t k = 0; k < rank(); ++k) numbers.push_back(builder.dim(k));
  for (const Stage& stage : stages) numbers.push_back(built(builder, stage, numbers));
  const Value out = stages.empty() ? builder.constant(0) : numbers.back();
  const std::int64_t positions = std::max<std::int64_t>(core::saturating_add(out.bound.hi, 1), 1);
  return builder.finish(out, {{positions, "offset"}});
}

IndexMap Recipe::map() const { return build().value(); }

std::ostream& operator<<(std::ostream& out, const Recipe& recipe) {
  out << "on (";
  for (std::size_t k = 0; k < recipe.rank(); ++k) out << (k == 0 ? "" : ",") << recipe.extents[k];
  out << ")";
  for (std::size_t j = 0; j < recipe.stages.size(); ++j) {
    out << "; s" << j << " = ";
    print_stage(out, recipe.stages[j], recipe.rank());
  }
  return out;
}

void for_each_coordinate(std::span<const std::int64_t> extents,
                         const std::function<void(const Coordinate&)>& visit) {
  if (std::any_of(extents.begin(), extents.end(), [](std::int64_t n) { return n <= 0; })) return;
  Coordinate x(extents.size(), 0);
  for (bool more = true; more;) {
    visit(x);
    more = false;
    for (std::size_t k = extents.size(); k-- > 0 && !more;) {
      more = ++x[k] < extents[k];
      if (!more) x[k] = 0;
    }
  }
}

std::vector<std::int64_t> extents_of(const IndexMap& f) {
  std::vector<std::int64_t> extents;
  for (const Dim& dim : f.domain()) extents.push_back(dim.extent);
  return extents;
}

std::vector<std::int64_t> table_of(const Recipe& recipe) {
  if (recipe.stages.empty()) return Column(static_cast<std::size_t>(recipe.points()), 0);
  return columns_of(recipe).back();
}

std::vector<std::int64_t> table_of(const IndexMap& f) {
  Column table;
  for_each_coordinate(extents_of(f), [&](const Coordinate& x) { table.push_back(f(x)); });
  return table;
}

bool is_sound(const Recipe& recipe) {
  for (std::size_t j = 0; j < recipe.stages.size(); ++j) {
    if (!is_legal(recipe.stages[j], recipe.rank() + j)) return false;
  }
  return is_defined_everywhere(recipe) && recipe.build().has_value();
}

std::vector<Recipe> simpler(const Recipe& recipe) {
  std::vector<Recipe> results;
  add_without_stages(recipe, results);
  add_smaller_extents(recipe, results);
  for (std::size_t j = 0; j < recipe.stages.size(); ++j) add_smaller_numbers(recipe, j, results);
  std::erase_if(results, [](const Recipe& r) { return !is_sound(r); });
  return results;
}

}  // namespace tileglot::map
