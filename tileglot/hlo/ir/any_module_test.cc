// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/any_module.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <set>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {
namespace {

TEST(AnyModule, ModulesHaveWhatTheyWereAskedFor) {
  std::set<Opcode> seen;
  core::check_law("hlo_any_module_is_varied", 2000, [&seen] {
    const Module module = any_module({.random_layouts = true});
    RC_ASSERT(module.has_entry());
    for (const ComputationId c : module.computations()) {
      for (const InstructionId i : module.instructions(c)) {
        seen.insert(module[i].opcode);
        const auto& shape = module.shape_of(i);
        if (!is_array(shape)) continue;
        std::int64_t count = 1;
        for (const auto& dimension : shape.dimensions) count *= *dimension.bound;
        RC_ASSERT(count <= 256);
        RC_ASSERT(shape.layout.has_value());
      }
    }
  });
  for (const Opcode opcode :
       {Opcode::kBroadcast, Opcode::kReshape, Opcode::kTranspose, Opcode::kSlice, Opcode::kPad,
        Opcode::kConcatenate, Opcode::kReduce, Opcode::kDot, Opcode::kConvolution, Opcode::kTuple,
        Opcode::kSelect, Opcode::kWhile, Opcode::kConditional, Opcode::kCall, Opcode::kFusion}) {
    EXPECT_TRUE(seen.contains(opcode)) << name_of(opcode);
  }
}

}  // namespace
}  // namespace tileglot::hlo
