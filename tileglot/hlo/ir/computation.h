// SPDX-License-Identifier: Apache-2.0
// computation.h: a function of HLO: parameters, instructions, one root.
//
// What     A Computation has a name, its parameters by number, its root, and the ends of the list
//          of its instructions (module.instructions(id)), in which definitions come before uses.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"

namespace tileglot::hlo {

struct Computation {
  std::string_view name = {};
  std::string_view execution_thread = {};  ///< empty: the main one
  std::vector<InstructionId> parameters = {};
  std::optional<InstructionId> root = {};  ///< nothing only during construction
  std::optional<InstructionId> first = {};
  std::optional<InstructionId> last = {};
  std::size_t instruction_count = 0;
  core::Span place = {};
};

}  // namespace tileglot::hlo
