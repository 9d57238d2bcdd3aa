// SPDX-License-Identifier: Apache-2.0
// copy_causes.h: the inserted copies, grouped by cause.
//
// What     causes_of(module, assignment) groups the copies of one shape between the same orders by
//          the decision next to each of their ends and the one that began its chain.
//          free_layouts(assignment) counts the layouts that no constraint reached.
// Why      A model has hundreds of copies of a handful of causes; bytes say which of them matter.
// Example  [tests: hlo/pass/laws/real_models_test.cc, "every copy of Llama has its cause"]
//          warnings_of(assignment) has a line for each leaf of the result whose requested layout
//          was not honoured.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/constraints/rule.h"

namespace tileglot::hlo::pass {

/// The decision next to a copy and the one that began its chain.
struct Reason {
  Rule nearest = Rule::kRowMajorDefault;
  Rule origin = Rule::kRowMajorDefault;
  friend auto operator<=>(const Reason&, const Reason&) = default;
};

struct CopyCause {
  Reason read = {};
  Reason made = {};
  ShapeId from = {};
  ShapeId to = {};
  std::vector<std::size_t> copies = {};  ///< of Assignment::copies; at least one
  std::int64_t bytes = 0;                ///< written by all of them, each once

  std::int64_t count() const { return static_cast<std::int64_t>(copies.size()); }
};

/// The largest first.
std::vector<CopyCause> causes_of(const Module& module, const Assignment& assignment);

struct FreeLayouts {
  std::int64_t all = 0;   ///< of arrays of rank 2 and more
  std::int64_t free = 0;  ///< that no constraint reached
};

FreeLayouts free_layouts(const Assignment& assignment);

/// Each line ended; empty where every request was honoured.
std::string warnings_of(const Assignment& assignment);

}  // namespace tileglot::hlo::pass
