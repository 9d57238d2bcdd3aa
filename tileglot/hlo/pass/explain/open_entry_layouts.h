// SPDX-License-Identifier: Apache-2.0
// open_entry_layouts.h: which layouts the open arrays of the entry got, and why.
//
// What     open_entry_layouts(module, assignment) lists the leaves of the entry layout that had no
//          layout (AUTO) before the pass: parameters in order, then the result. Scalars are left
//          out.
// Why      A caller that leaves a layout open wants to know which layout was chosen and why.
// Example  (bf16[4096,64,8], bf16[4096,512,8])->bf16[8,64,512] of a batched dot has three; on sm_90
//          parameter 0 is {1,0,2}, because the dot needs matrices.
//          [tests: hlo/pass/explain/open_entry_layouts_test.cc, "each open layout has a reason"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/constraints/decision.h"

namespace tileglot::hlo::pass {

struct OpenEntryLayout {
  std::optional<std::size_t> parameter = {};  ///< nothing: the result
  std::vector<std::int64_t> path = {};        ///< of a tuple's element
  std::string layout = {};                    ///< as it is now
  DecisionId decision = {};
};

std::vector<OpenEntryLayout> open_entry_layouts(const Module& module, const Assignment& assignment);

/// `parameter 0`, `parameter 1 {0,2}`, `the result`.
std::string title_of(const OpenEntryLayout& leaf);

}  // namespace tileglot::hlo::pass
