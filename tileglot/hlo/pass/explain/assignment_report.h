// SPDX-License-Identifier: Apache-2.0
// assignment_report.h: what an assignment did, in one table.
//
// What     report_of(module, assignment, before) has copies and moving transposes before and after,
//          with the bytes that they move in all their runs, the total cost of the layouts and the
//          penalties of reductions apart (layout_cost.h); the loops, with their trips; the entry's leaves
//          that were open or whose request was not honoured, and what decided them; and the
//          inserted copies, grouped by cause, the largest first. A cause is given by the decision
//          at each end of the copy and the one that began its chain.
// Why      A model has hundreds of copies of a handful of causes; bytes say which of them matter.
// Example  module m · 5 instructions · 1 of 4 layouts not required by anything
//                          before        after       change
//            copies             0            1           +1
//            bytes copied     0 B         96 B        +96 B
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "a table of what was done"]
//          The time of a copy is not reported.
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
#include "tileglot/hlo/pass/cost/copied_bytes.h"

namespace tileglot::hlo::pass {

/// The decision next to a copy and the one that began its chain.
struct Reason {
  Rule nearest = Rule::kRowMajorDefault;
  Rule origin = Rule::kRowMajorDefault;
  friend auto operator<=>(const Reason&, const Reason&) = default;
};

/// Copies of one shape between the same orders for the same two reasons.
struct CopyCause {
  Reason read = {};
  Reason made = {};
  ShapeId from = {};
  ShapeId to = {};
  std::size_t first = 0;  ///< of Assignment::copies
  std::int64_t count = 0;
  std::int64_t bytes = 0;  ///< of all of them
};

/// The largest first.
std::vector<CopyCause> causes_of(const Module& module, const Assignment& assignment);

/// `before` is the traffic before the pass.
std::string report_of(const Module& module, const Assignment& assignment, const Traffic& before);

/// A line for each leaf of the result whose requested layout was not honoured; empty if there is
/// none.
std::string warnings_of(const Assignment& assignment);

}  // namespace tileglot::hlo::pass
