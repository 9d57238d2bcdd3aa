// SPDX-License-Identifier: Apache-2.0
// channel_layout_constraints.h: all-reduces that communicate over one channel have the same layout.
//
// What     Where partitions run different programs, an all-reduce with a channel_id meets those of
//          the other programs. The first one's layout is remembered for the channel; from the next
//          round on every all-reduce of the channel has it. A single partitioned program has
//          nothing to agree on.
// Why      It also affects copies where the channel has only one all-reduce: in the second round
//          the all-reduce is settled before dots are, so the layouts that the program's results
//          require reach its readers first. In Llama 8B on a GPU that makes 321 copies of 1,089.
// Example  all-reduce(p {0,1}), channel_id=1 and all-reduce(q {1,0}), channel_id=1 are both {0,1}.
//          [tests: hlo/pass/assign/acceptance_layout_assignment_test.cc, "all-reduces of one
//          channel agree"]
// Source   XLA, ChannelLayoutConstraints, HloInstruction::IsCrossModuleAllReduce.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::pass {

class ChannelLayoutConstraints {
 public:
  /// Requests the layout known for the instruction's channel; most instructions do not have one.
  void request(LayoutConstraints& constraints, InstructionId id) const;
  /// Records the current layouts of the computation's all-reduces, for channels without one so far.
  void remember(const LayoutConstraints& constraints, ComputationId computation);

 private:
  std::unordered_map<std::int64_t, LayoutId> layouts_ = {};
};

}  // namespace tileglot::hlo::pass
