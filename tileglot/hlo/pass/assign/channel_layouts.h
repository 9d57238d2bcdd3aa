// SPDX-License-Identifier: Apache-2.0
// channel_layouts.h: all-reduces that talk over one channel agree about layouts.
//
// What     Where partitions run different programs, an all-reduce with a channel_id meets those of the
//          other programs. The first one's layout is remembered for the channel; from the next round on
//          every one of the channel has it. Where one program is partitioned there is nothing to agree.
// Why      It also decides about copies where no one else is on the channel: in the second round the
//          all-reduce is settled before dots are, so what the program's results want reaches its readers
//          first. In Llama 8B on a GPU that makes 321 copies of 1,089.
// Example  all-reduce(p {0,1}), channel_id=1 and all-reduce(q {1,0}), channel_id=1 are both {0,1}.
//          [tests: hlo/pass/assign/acceptance_layout_assignment_test.cc, "all-reduces of one channel agree"]
// Source   XLA, ChannelLayoutConstraints, HloInstruction::IsCrossModuleAllReduce.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::pass {

class ChannelLayouts {
 public:
  /// Asks for what is known of the instruction's channel; of most instructions there is none.
  void ask(LayoutConstraints& constraints, InstructionId id) const;
  /// What the computation's all-reduces have now, where nothing is known of a channel yet.
  void remember(const LayoutConstraints& constraints, ComputationId computation);

 private:
  std::unordered_map<std::int64_t, LayoutId> layouts_ = {};
};

}  // namespace tileglot::hlo::pass
