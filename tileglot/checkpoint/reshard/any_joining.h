// SPDX-License-Identifier: Apache-2.0
// any_joining.h: random models with rules that cut, stack and join them, for laws.
//
// What     any_joining draws meshes of up to 64 ranks, words on them, and arrays of up to three
//          dimensions of 0 to 5 elements. What is drawn is kept beside the rules, so that a law needs
//          neither names nor patterns: each wanted array with its operands in order, the axes that cut
//          it, and its stage.
// Example  a.l1.x.0, a.l1.x.1, a.l1.y.0 and a.l1.y.1 by
//          a.l{l}.{y,x}.{e} -> a.{l} stack {e} concat 1 P('x', None, 'w'): two stacks, that of y first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {

struct DrawnOperand {
  std::vector<std::string> names = {};  ///< of the source; of a stack in the order of its numbers
  pieces::Extents extents = {};         ///< with the dimension of the stack
};

struct DrawnStage {
  std::size_t axis = 0;  ///< of the mesh
  std::int64_t number = 0;
};

struct DrawnArray {
  std::string name = {};
  std::vector<DrawnOperand> operands = {};
  bool is_stack = false;
  std::size_t dim = 0;               ///< of concat
  notation::mesh::AxisCut cut = {};  ///< without `repeat`
  std::int64_t repeat = 1;
  std::optional<DrawnStage> stage = {};
};

struct Joining {
  pieces::PiecedModel model = {};
  notation::mesh::Rules rules = {};
  notation::mesh::Mesh mesh = {};
  std::vector<DrawnArray> arrays = {};
};

Joining any_joining();

/// A mesh, and words that cut an array of some dimensions on it, in one rule that all names match.
struct Cutting {
  notation::mesh::Mesh mesh = {};  ///< of the ranks 0, 1, ..
  notation::mesh::Rules rules = {};
  std::size_t dimensions = 0;
};

Cutting any_cutting();

}  // namespace tileglot::checkpoint::reshard
