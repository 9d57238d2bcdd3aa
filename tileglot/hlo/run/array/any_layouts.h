// SPDX-License-Identifier: Apache-2.0
// any_layouts.h: the same module with other layouts, for laws.
//
// What     any_layouts(module, bits) gives arrays other layouts, some tiled, inserts copies where a
//          value is passed on, and turns some transposes into bitcasts: the same function, if
//          layouts are respected.
// Example  [tests: hlo/run/evaluate_law_test.cc, "layouts do not change results"]
#pragma once

#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/random_elements.h"

namespace tileglot::hlo::run {

struct Relaid {
  Module module = {};
  std::vector<InstructionId> copies = {};    ///< from one layout to another
  std::vector<InstructionId> bitcasts = {};  ///< that were transposes
};
Relaid any_layouts(const Module& module, RandomBits& bits);

}  // namespace tileglot::hlo::run
