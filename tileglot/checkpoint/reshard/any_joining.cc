// SPDX-License-Identifier: Apache-2.0
// any_joining.cc: random models with rules that cut, stack and join them, for laws.
#include "tileglot/checkpoint/reshard/any_joining.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/listed_model.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/pattern.h"
#include "tileglot/notation/mesh/rules.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace mesh = notation::mesh;

using mesh::any_between;
using pieces::Extents;

std::size_t any_count(std::size_t low, std::size_t high) {
  return static_cast<std::size_t>(
      any_between(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)));
}

mesh::Words any_words(const mesh::Mesh& grid, std::size_t rank) {
  if (any_between(0, 1) == 0) return *mesh::any_spec(grid, rank);
  return *mesh::any_placements(grid, rank);
}

/// Copies of the tiles of dimension 0; 1 where nothing cuts it.
std::int64_t any_repeat(const mesh::AxisCut& cut, const mesh::Mesh& grid) {
  if (cut.dims.empty() || cut.dims[0].axes.empty() || any_between(0, 1) == 0) return 1;
  const std::int64_t size = grid.axes[cut.dims[0].axes.back()].size;
  const std::int64_t repeat = any_between(1, size);
  return size % repeat == 0 ? repeat : size;
}

Extents any_extents_of(std::size_t rank) {
  Extents extents;
  for (std::size_t k = 0; k < rank; ++k) extents.push_back(any_between(0, 5));
  return extents;
}

/// What all arrays of one rule share.
struct Kind {
  std::string prefix = {};
  bool is_stack = false;
  std::optional<std::size_t> concat = {};
  std::vector<std::string> words = {};  ///< of the arrays that are joined, in the order of the rule
  std::size_t own_words = 0;            ///< so many are a choice; the others have own patterns
  std::size_t dimensions = 0;           ///< of a wanted array
  mesh::AxisCut cut = {};
  std::int64_t repeat = 1;
};

Kind any_kind(char prefix) {
  Kind kind{.prefix = std::string(1, prefix), .is_stack = any_between(0, 1) == 0};
  kind.dimensions = any_count(kind.is_stack ? 1 : 0, 3);
  if (kind.dimensions == 0 || any_between(0, 1) == 0) return kind;
  kind.concat = any_count(0, kind.dimensions - 1);
  kind.words = {"q", "k", "v", "b"};
  for (std::size_t i = 0; i < kind.words.size(); ++i)
    std::swap(kind.words[i], kind.words[any_count(i, kind.words.size() - 1)]);
  kind.words.resize(any_count(1, kind.words.size()));
  kind.own_words = any_count(1, kind.words.size());
  return kind;
}

/// `word` is a word, or a choice of words.
std::string pattern_text(const Kind& kind, const std::string& word) {
  std::string text = kind.prefix + ".l{l}";
  if (!word.empty()) text += "." + word;
  return kind.is_stack ? text + ".{e}" : text;
}

/// One word in braces would be a capture.
std::string choice_of(const std::vector<std::string>& words) {
  return words.size() == 1 ? words[0] : fmt::format("{{{}}}", fmt::join(words, ","));
}

std::vector<mesh::Pattern> patterns_of(const Kind& kind) {
  if (!kind.concat) return {*mesh::parse_pattern(pattern_text(kind, ""))};
  const auto end_own = kind.words.begin() + static_cast<std::ptrdiff_t>(kind.own_words);
  const std::string choice = choice_of({kind.words.begin(), end_own});
  std::vector<mesh::Pattern> patterns = {*mesh::parse_pattern(pattern_text(kind, choice))};
  for (auto word = end_own; word != kind.words.end(); ++word)
    patterns.push_back(*mesh::parse_pattern(pattern_text(kind, *word)));
  return patterns;
}

mesh::Rule rule_of(Kind& kind, const mesh::Mesh& grid) {
  mesh::Rule rule{.patterns = patterns_of(kind),
                  .target = *mesh::parse_pattern(kind.prefix + ".{l}"),
                  .words = any_words(grid, kind.dimensions)};
  if (kind.is_stack) rule.stack = "e";
  if (kind.concat) rule.concat = static_cast<std::int64_t>(*kind.concat);
  kind.cut = mesh::cut_on(*rule.words, grid, kind.dimensions)->cut;
  kind.repeat = any_repeat(kind.cut, grid);
  rule.repeat = kind.repeat;
  return rule;
}

DrawnOperand operand_of(const Kind& kind, std::int64_t layer, const std::string& word,
                        Extents extents) {
  std::string name = fmt::format("{}.l{}", kind.prefix, layer);
  if (!word.empty()) name += "." + word;
  DrawnOperand operand{.names = {name}, .extents = std::move(extents)};
  if (!kind.is_stack) return operand;
  operand.names.clear();
  for (std::int64_t e = 0; e < operand.extents[0]; ++e)
    operand.names.push_back(fmt::format("{}.{}", name, e));
  return operand;
}

/// Operands differ in the dimension of concat; a stack has at least one array, and sometimes ten.
DrawnArray any_array(const Kind& kind, std::int64_t layer) {
  DrawnArray array{.name = fmt::format("{}.{}", kind.prefix, layer),
                   .is_stack = kind.is_stack,
                   .dim = kind.concat.value_or(0),
                   .cut = kind.cut,
                   .repeat = kind.repeat};
  Extents extents = any_extents_of(kind.dimensions);
  const auto any_stacked = [] { return any_between(0, 9) == 0 ? 11 : any_between(1, 4); };
  if (kind.is_stack) extents[0] = any_stacked();
  const std::vector<std::string> none = {""};
  for (const std::string& word : kind.words.empty() ? none : kind.words) {
    if (kind.concat)
      extents[*kind.concat] =
          kind.is_stack && *kind.concat == 0 ? any_stacked() : any_between(0, 5);
    array.operands.push_back(operand_of(kind, layer, word, extents));
  }
  return array;
}

/// An axis that holds copies, or nothing.
std::optional<std::size_t> any_stage_axis(const Kind& kind, const mesh::Mesh& grid) {
  const std::vector<std::size_t> axes = mesh::copy_axes(kind.cut, grid);
  if (axes.empty() || any_between(0, 1) == 0) return std::nullopt;
  return axes[any_count(0, axes.size() - 1)];
}

/// Stages of the layers 0 .. layers - 1, in the rule itself or in another.
void add_place(const Kind& kind, std::size_t axis, std::int64_t layers, Joining& joining) {
  const std::int64_t stages = joining.mesh.axes[axis].size;
  mesh::PlaceRule place{.axis = joining.mesh.axes[axis].name,
                        .capture = "l",
                        .multiply = any_between(1, stages),
                        .divide = layers};
  for (DrawnArray& array : joining.arrays) {
    if (!array.name.starts_with(kind.prefix)) continue;
    const std::int64_t layer = std::stoll(array.name.substr(2));
    array.stage = DrawnStage{.axis = axis, .number = layer * place.multiply / layers};
  }
  if (any_between(0, 1) == 0) {
    joining.rules.rules.back().place = std::move(place);
    return;
  }
  const bool has_more = kind.is_stack || kind.concat.has_value();
  joining.rules.rules.push_back(
      {.patterns = {*mesh::parse_pattern(kind.prefix + (has_more ? ".l{l}.*" : ".l{l}"))},
       .place = std::move(place)});
}

void add_kind(char prefix, Joining& joining) {
  Kind kind = any_kind(prefix);
  joining.rules.rules.push_back(rule_of(kind, joining.mesh));
  const std::int64_t layers = any_between(1, 3);
  for (std::int64_t layer = 0; layer < layers; ++layer)
    joining.arrays.push_back(any_array(kind, layer));
  if (const auto axis = any_stage_axis(kind, joining.mesh)) add_place(kind, *axis, layers, joining);
}

pieces::PiecedModel model_of(const std::vector<DrawnArray>& arrays) {
  std::vector<ListedArray> listed;
  for (const DrawnArray& array : arrays) {
    for (const DrawnOperand& operand : array.operands) {
      Extents extents = operand.extents;
      if (array.is_stack) extents.erase(extents.begin());
      for (const std::string& name : operand.names) listed.push_back({name, extents});
    }
  }
  return listed_model(std::move(listed));
}

}  // namespace

Joining any_joining() {
  Joining joining{.mesh = *mesh::any_mesh()};
  joining.rules.mesh = joining.mesh;
  const std::size_t kinds = any_count(1, 2);
  for (std::size_t i = 0; i < kinds; ++i) add_kind(static_cast<char>('a' + i), joining);
  joining.model = model_of(joining.arrays);
  return joining;
}

Cutting any_cutting() {
  Cutting cutting{.mesh = *mesh::any_mesh(), .dimensions = any_count(0, 3)};
  // Ranks of files count from 0: lists of devices may leave numbers out.
  if (!cutting.mesh.devices.listed_devices().empty())
    cutting.mesh = *mesh::make_mesh(cutting.mesh.axes);
  const auto everything = *mesh::parse_pattern("*");
  Kind kind{.dimensions = cutting.dimensions};
  mesh::Rule rule{.patterns = {everything}, .words = any_words(cutting.mesh, cutting.dimensions)};
  kind.cut = mesh::cut_on(*rule.words, cutting.mesh, cutting.dimensions)->cut;
  rule.repeat = any_repeat(kind.cut, cutting.mesh);
  cutting.rules = {.mesh = cutting.mesh, .rules = {std::move(rule)}};
  if (const auto axis = any_stage_axis(kind, cutting.mesh)) {
    const std::int64_t stages = cutting.mesh.axes[*axis].size;
    cutting.rules.rules.push_back({.patterns = {*mesh::parse_pattern("l{l}")},
                                   .place = mesh::PlaceRule{.axis = cutting.mesh.axes[*axis].name,
                                                            .capture = "l",
                                                            .multiply = any_between(0, stages),
                                                            .divide = 2}});
  }
  return cutting;
}

}  // namespace tileglot::checkpoint::reshard
