// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/leaves.h"

#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;

using Tuple = core::Outcome<core::IntTuple>;

template <class Project>
Tuple mode_tuple(const std::vector<Leaf>& leaves, Project project) {
  if (leaves.size() == 1) return core::IntTuple(core::Integer(project(leaves[0])));
  Tuple tuple = core::IntTuple{};
  for (const Leaf& leaf : leaves) {
    if (tuple) tuple = core::append(*tuple, core::IntTuple(core::Integer(project(leaf))));
  }
  return tuple;
}

template <class Project>
Tuple tuple_of_modes(const std::vector<std::vector<Leaf>>& modes, Project project) {
  if (modes.size() == 1 && modes[0].size() == 1) return mode_tuple(modes[0], project);
  Tuple tuple = core::IntTuple{};
  for (const std::vector<Leaf>& leaves : modes) {
    const Tuple mode = mode_tuple(leaves, project);
    if (!mode) return mode;
    if (tuple) tuple = core::append(*tuple, *mode);
  }
  return tuple;
}

}  // namespace

std::vector<Leaf> leaves_of(const cute::Layout<>& mode) {
  std::vector<Leaf> leaves;
  for (int slot = 0; slot < mode.shape.slots; ++slot) {
    if (mode.shape.is_empty(slot)) continue;
    leaves.push_back({mode.shape.at(slot).value, mode.stride.at(slot).value});
  }
  return leaves;
}

core::Result<cute::Layout<>> layout_of(const std::vector<std::vector<Leaf>>& modes) {
  TILEGLOT_TRY(shape, cute::to_result(tuple_of_modes(modes, [](Leaf l) { return l.extent; })));
  TILEGLOT_TRY(stride, cute::to_result(tuple_of_modes(modes, [](Leaf l) { return l.stride; })));
  return cute::to_result(cute::make_layout(shape, stride));
}

}  // namespace tileglot::bridge
