// SPDX-License-Identifier: Apache-2.0
// hlo/avoided_copies.h: which copies another assignment of layouts does without.
//
// What     AvoidedCopies(now, cost, other).contains(copy) is true if no reader of the copy has the
//          array copied in the other assignment, and the array is not moved instead when it is made.
// Why      The report says of each copy whether it is gone once other entry layouts are declared.
// Example  A parameter that a dot and a result read in its own order once it is declared in that
//          order. [tests: hlo/layout_report_test.cc, "copies for readers that need none are gone"]
// Errors   None.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "tileglot/api/hlo/entry_advice.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/layout_prices.h"

namespace tileglot::api {

class AvoidedCopies {
 public:
  /// Both are of one module; `now` must outlive it.
  AvoidedCopies(const AssignedModule& now, const hlo::pass::LayoutCost& cost,
                const TriedLayouts& other);

  bool contains(const hlo::pass::InsertedCopy& copy) const;

 private:
  /// Who has an array copied: an operand of an instruction, or the result of a computation.
  struct Reader {
    std::optional<hlo::InstructionId> user = {};
    std::optional<hlo::ComputationId> computation = {};  ///< whose result it is
    std::uint32_t operand = 0;
    std::vector<std::int64_t> path = {};
    friend auto operator<=>(const Reader&, const Reader&) = default;
  };

  static std::vector<Reader> readers_of(const hlo::Module& module,
                                        const hlo::pass::Assignment& assignment,
                                        const hlo::pass::InsertedCopy& copy);

  const AssignedModule& now_;
  hlo::pass::LayoutPrices prices_;
  hlo::pass::LayoutPrices other_;
  std::set<Reader> readers_ = {};  ///< in the other
};

}  // namespace tileglot::api
