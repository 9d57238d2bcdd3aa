// SPDX-License-Identifier: Apache-2.0
// hlo/layout_report.h: what an assignment of layouts costs, where, why, and what would cost less.
//
// What     layout_report(before, now, ..) measures a module before and after its layouts were
//          assigned: copies, transposes and reshapes, the bytes that they move in all runs, the
//          bytes of padding, and apart from them the reads that reductions may repeat. Under the
//          optimal strategy it measures XLA's layouts beside them, and divides the difference among
//          the arrays whose layouts or copies differ. It lists the copies that are left by their
//          causes, with who requires which order. Last it assigns layouts again for other entry
//          layouts, and says which arrays to declare how, and what that saves.
// Why      A user has to find out which line of a program, or which declared layout, to change.
// Units    Bytes read and written in all runs, but padding in memory. Every figure is that of an
//          assignment that was made, and none is extrapolated.
// Example  p f32[8,128,64]{2,1,0}, given, summed over dimension 1 on sm_90: one copy of p moves
//          524,288 B; parameter 0 declared as {1,2,0} saves all of it.
//          [tests: hlo/layout_report_test.cc, "a declared layout that costs a copy is named"]
// Time     Each group of arrays that could be declared otherwise is one more assignment; large
//          modules have fewer of them tried, and `untried` counts the rest.
// Errors   Those of layout_strategy.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/source_place.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::api {

struct CountAndBytes {
  std::int64_t count = 0;
  std::int64_t bytes = 0;
};

struct LayoutFigures {
  CountAndBytes copies = {};
  CountAndBytes operations = {};  ///< transposes and reshapes that move elements
  std::int64_t padded_bytes = 0;  ///< in all arrays, each once
  CountAndBytes penalties = {};   ///< reductions that may read once more; nothing moves

  std::int64_t moved_bytes() const { return core::saturating_add(copies.bytes, operations.bytes); }
};

/// An array for which two assignments move different amounts.
struct MovedLess {
  std::string what = {};    ///< "parameter 0 (%p)", "%t"
  std::string opcode = {};  ///< of the instruction that makes it
  std::string shape = {};   ///< without layout
  std::string before = {};  ///< its layout under XLA's rules
  std::string after = {};
  std::int64_t before_bytes = 0;
  std::int64_t after_bytes = 0;
  std::int64_t before_made = 0;  ///< of the bytes: by the instruction that makes it
  std::int64_t after_made = 0;
  std::int64_t before_copies = 0;
  std::int64_t after_copies = 0;
  std::vector<std::string> readers = {};  ///< for which copies were made: "%dot (operand 1)"
  hlo::SourcePlace place = {};
};

/// Copies of one shape between the same orders for the same two reasons, in the same loop.
struct KeptCopies {
  std::int64_t count = 0;
  std::int64_t bytes = 0;       ///< of all of them in all runs
  std::int64_t bytes_once = 0;  ///< of one run of each
  std::string shape = {};
  std::string from = {};
  std::string to = {};
  std::optional<std::int64_t> run_bytes = {};  ///< contiguous on both sides
  // An example.
  std::string copy = {};
  std::string value = {};
  std::string reader = {};
  std::string loop = {};  ///< where they are in one: its name and runs
  std::string read_reason = {};
  std::string made_reason = {};
  hlo::SourcePlace value_place = {};
  hlo::SourcePlace reader_place = {};
  bool is_required = false;           ///< no other choice at either end
  std::int64_t gone_if_declared = 0;  ///< bytes of copies that the advice's entry layouts avoid
};

/// A transpose, a reshape or a copy that the module had, and that moves elements.
struct MovingOperation {
  std::string name = {};
  std::string opcode = {};
  std::string from = {};
  std::string to = {};
  std::int64_t bytes = 0;  ///< in all runs
  std::string loop = {};
  hlo::SourcePlace place = {};
};

/// Arrays of the entry with one shape and one layout, which could have another.
struct EntryChange {
  std::vector<std::string> arrays = {};
  std::string shape = {};
  std::string from = {};
  std::string to = {};
  std::optional<std::int64_t> moved_bytes =
      {};  ///< if only these are declared so; nothing: untried
};

struct EntryAdvice {
  bool is_open = false;                   ///< nothing is declared that could be open
  std::int64_t open_bytes = 0;            ///< moved where all entry layouts are open
  std::vector<EntryChange> changes = {};  ///< that save something, the largest saving first
  std::int64_t declared_bytes = 0;        ///< moved where all of these are declared
  std::size_t untried = 0;                ///< groups that were not tried alone
};

struct LayoutReport {
  std::string module = {};
  std::string target = {};
  std::int64_t instructions = 0;
  std::int64_t layouts = 0;       ///< of arrays of rank 2 and more
  std::int64_t free_layouts = 0;  ///< that nothing required, of XLA's
  std::int64_t inserted = 0;      ///< copies, with those that move nothing
  LayoutFigures before = {};
  LayoutFigures xla = {};
  std::optional<LayoutFigures> optimal = {};
  std::string loops = {};                  ///< lines
  Json loop_list = {};                     ///< all of them, as loops_json.h has them
  std::vector<std::string> warnings = {};  ///< requested result layouts that were not honoured
  std::vector<std::string> chosen = {};    ///< open entry layouts and what they became
  std::vector<MovedLess> savings = {};     ///< of the optimal strategy against XLA's layouts
  std::vector<KeptCopies> kept = {};       ///< the largest first
  std::vector<MovingOperation> operations = {};  ///< likewise
  EntryAdvice entry = {};

  const LayoutFigures& now() const { return optimal ? *optimal : xla; }
};

/// A module whose layouts were assigned; the assignment refers to it.
struct AssignedModule {
  const hlo::Module& module;
  const hlo::pass::Assignment& assignment;
  const std::optional<hlo::optimal::OptimalSummary>& summary;
};

struct ReportedStrategy {
  const hlo::pass::LayoutPolicy& policy;
  std::string target = {};
  const StrategyChoice& choice;
};

/// `before`: the module before its layouts were assigned.
core::Result<LayoutReport> layout_report(const hlo::Module& before, const AssignedModule& now,
                                         const ReportedStrategy& strategy);

}  // namespace tileglot::api
