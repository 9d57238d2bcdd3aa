// SPDX-License-Identifier: Apache-2.0
// agreements.h: of which instructions it is known that their operands, or their results, lie alike.
//
// What     remember(id, layout, priority) says that all arrays of the layout's rank that an instruction
//          reads (or, in another table, makes) were asked for the layout by a mandatory wish. As long as
//          holds(..) says so, a wish of the same order and no higher priority would be refused or change
//          nothing by every one of them, so nobody need be asked again. changed(..) must be told of each
//          of them that gets a layout.
// Why      A concatenate of 32,000 operands that each ask the other 31,999 would ask a billion times.
// Example  Remembered {1,0} with priority 1 holds for {1,0:E(4)} with priority 0; not with priority 2, not
//          for {0,1}, and not after one of them became {0,1}.
//          [tests: hlo/pass/constraints/agreements_test.cc, "an agreement holds until one of them changes"]
#pragma once

#include <cstdint>
#include <unordered_map>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::pass {

class Agreements {
 public:
  /// The table must live as long.
  explicit Agreements(const LayoutTable& layouts) : layouts_(layouts) {}

  void clear() { agreements_.clear(); }
  bool holds(InstructionId id, LayoutId layout, int priority) const;
  void remember(InstructionId id, LayoutId layout, int priority);
  void changed(InstructionId id, LayoutId layout);

 private:
  struct Agreement {
    LayoutId layout = {};
    int priority = 0;
  };

  /// Arrays of different ranks do not touch one another.
  std::uint64_t key_of(InstructionId id, LayoutId layout) const;

  const LayoutTable& layouts_;
  std::unordered_map<std::uint64_t, Agreement> agreements_ = {};
};

}  // namespace tileglot::hlo::pass
