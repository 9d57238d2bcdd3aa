// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/checkpoint/reshard/detail/matched_rules.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/rules.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace mesh = notation::mesh;

core::Error no_axis(const Stage& stage, const mesh::Mesh& grid) {
  return {{.code = "reshard.stage",
           .message = fmt::format("on '{}', and the mesh has no such axis", stage.axis),
           .help = mesh::axes_in_words(grid)}};
}

core::Error axis_cuts(const Stage& stage) {
  return {{.code = "reshard.stage",
           .message = fmt::format("axis '{}' cuts the array, and its stages are to be on it too",
                                  stage.axis),
           .help = "an axis holds either tiles or stages"}};
}

core::Error outside(const Stage& stage, std::int64_t size) {
  return {{.code = "reshard.stage",
           .message =
               fmt::format("stage {} of axis '{}', which has {}", stage.number, stage.axis, size),
           .help = "change the factor or the divisor after on, so that stages count from 0"}};
}

}  // namespace

core::Result<std::optional<Stage>> stage_of(const mesh::Rules& rules, const ArrayRules& found) {
  if (!found.place) return std::nullopt;
  const mesh::Rule& rule = rules.rules[found.place->rule];
  TILEGLOT_TRY(number, mesh::place_of(rule, *found.place));
  return Stage{.axis = rule.place->axis, .number = number};
}

std::string print(const std::optional<Stage>& stage) {
  if (!stage) return "every stage";
  return fmt::format("stage {} of '{}'", stage->number, stage->axis);
}

core::Result<Copies> copies_of(const std::optional<Stage>& stage, const mesh::MeshCut& cut) {
  Copies copies{.all = mesh::copy_count(cut.cut, cut.mesh)};
  if (!stage) return copies;
  const auto axis = mesh::axis_named(cut.mesh, stage->axis);
  if (!axis) return core::fail(no_axis(*stage, cut.mesh));
  const std::vector<std::size_t> axes = mesh::copy_axes(cut.cut, cut.mesh);
  const auto at = std::ranges::find(axes, *axis);
  if (at == axes.end()) return core::fail(axis_cuts(*stage));
  copies.size = cut.mesh.axes[*axis].size;
  if (stage->number >= copies.size) return core::fail(outside(*stage, copies.size));
  copies.digit = stage->number;
  for (auto faster = at + 1; faster != axes.end(); ++faster)
    copies.stride *= cut.mesh.axes[*faster].size;
  return copies;
}

}  // namespace tileglot::checkpoint::reshard
