// SPDX-License-Identifier: Apache-2.0
// hlo/entry_advice.h: which layouts of arguments and results to declare otherwise.
//
// What     entry_advice(before, now, ..) proposes other layouts for arrays of the entry: those that
//          they have where all entry layouts are open, and those in which copies of them are read
//          or, of results, made. It groups arrays of one shape with one proposal, assigns layouts
//          with each group declared alone, and with those that save something declared together.
//          Arrays that share memory (input_output_alias) are declared with each other. `declared`
//          is the module of the last.
// Why      The layout of an argument is the caller's to choose, and most copies that a model keeps
//          are made because it was chosen elsewhere.
// Example  [tests: hlo/layout_report_test.cc, "a declared layout that costs a copy is named"]
// Limits   At most kMostGroups groups, and as many as kMostWork allows for the module's size.
// Errors   None: what cannot be assigned is not advised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "tileglot/api/hlo/layout_report.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"

namespace tileglot::api {

inline constexpr std::size_t kMostGroups = 20;
/// Instructions, over all assignments of groups, as XLA does it and optimal.
inline constexpr std::size_t kMostWork = 300'000;
inline constexpr std::size_t kMostOptimalWork = 40'000;

/// One more assignment of a module, and what it costs.
struct TriedLayouts {
  std::unique_ptr<hlo::Module> module = {};
  AssignedLayouts assigned = {};
  hlo::pass::LayoutCost cost = {};

  std::int64_t moved_bytes() const { return cost.bytes(); }
};

/// Without a solver of integer programs.
core::Result<TriedLayouts> tried_layouts(const hlo::Module& before,
                                         const ReportedStrategy& strategy);

struct AdvisedLayouts {
  EntryAdvice advice = {};
  std::optional<TriedLayouts> declared = {};  ///< nothing: nothing is advised
};

/// `cost` is that of `now`.
AdvisedLayouts entry_advice(const hlo::Module& before, const AssignedModule& now,
                            const ReportedStrategy& strategy, const hlo::pass::LayoutCost& cost);

}  // namespace tileglot::api
