// SPDX-License-Identifier: Apache-2.0
// evaluate_law_test.cc: what a module computes does not hang on its layouts, and what they are does.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/run/array/any_layouts.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo::run {
namespace {

constexpr RunOptions kAsBytes{.handover = Handover::kAsBytes};

struct Case {
  Module module;
  std::vector<Elements> inputs;
  RandomBits bits;
};

Case any_case() {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto operations = *rc::gen::inRange<std::size_t>(1, 16);
  RandomBits bits(seed);
  Module module = runnable_module(bits, operations);
  std::vector<Elements> inputs = any_inputs(module, bits);
  return {std::move(module), std::move(inputs), bits};
}

std::string text_of(const Module& module) {
  std::string text;
  for (const InstructionId id : module.instructions(module.entry())) {
    text += std::string(name_of(module[id].opcode)) + " " +
            notation::xla::print(module.shape_of(id)) + "\n";
  }
  return text;
}

void expect_same_with_other_layouts(Case& drawn) {
  const auto before = evaluate(drawn.module, drawn.inputs, kAsBytes);
  ASSERT_TRUE(before) << before.error()->message << "\n" << text_of(drawn.module);
  const Relaid relaid = any_layouts(drawn.module, drawn.bits);
  const auto after = evaluate(relaid.module, drawn.inputs, kAsBytes);
  ASSERT_TRUE(after) << after.error()->message << "\n" << text_of(relaid.module);
  EXPECT_TRUE(same_outputs(*before, *after)) << text_of(relaid.module);
}

TEST(EvaluateLaw, LayoutsDoNotChangeResults) {
  core::check_law("layouts_do_not_change_results", 5000, [] {
    Case drawn = any_case();
    expect_same_with_other_layouts(drawn);
  });
}

/// Its users read the operand by the layout that the copy would have made.
void drop_copy(Module& module, InstructionId copy) { module[copy].opcode = Opcode::kBitcast; }

TEST(EvaluateLaw, ADroppedCopyIsNoticed) {
  int cases = 0;
  int dropped = 0;
  int noticed = 0;
  core::check_law("a_dropped_copy_is_noticed", 2000, [&] {
    Case drawn = any_case();
    Relaid relaid = any_layouts(drawn.module, drawn.bits);
    ++cases;
    if (relaid.copies.empty()) return;
    const auto before = evaluate(relaid.module, drawn.inputs, kAsBytes);
    RC_ASSERT(before.has_value());
    drop_copy(relaid.module, relaid.copies[drawn.bits.next() % relaid.copies.size()]);
    const auto after = evaluate(relaid.module, drawn.inputs, kAsBytes);
    ++dropped;
    // Padding that no array owns any more is noticed too.
    if (!after || !same_outputs(*before, *after)) ++noticed;
  });
  // Not all: some values are used by nothing, have one row, or are the same everywhere.
  EXPECT_GT(dropped * 3, cases);
  EXPECT_GT(noticed * 3, dropped) << noticed << " of " << dropped;
}

TEST(EvaluateLaw, ModulesAreNamedAsTextsNeed) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Module module = runnable_module(RandomBits(seed), 12);
    const auto read = parse_module(print(module));
    ASSERT_TRUE(read) << read.error()->message << print(module);
    EXPECT_TRUE(verify(*read)) << print(module);
  }
}

TEST(EvaluateLaw, EveryOperationOccurs) {
  std::map<std::string, int> modules;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Module module = runnable_module(RandomBits(seed), 12);
    std::map<std::string, int> here;
    for (const ComputationId c : module.computations()) {
      for (const InstructionId id : module.instructions(c)) {
        ++here[std::string(name_of(module[id].opcode))];
      }
    }
    for (const auto& [name, count] : here) ++modules[name];
  }
  for (const char* name : {"transpose",     "reshape",       "reduce",
                           "dot",           "convolution",   "while",
                           "conditional",   "call",          "gather",
                           "scatter",       "sort",          "pad",
                           "slice",         "concatenate",   "reverse",
                           "reduce-window", "dynamic-slice", "dynamic-update-slice",
                           "clamp",         "select",        "compare",
                           "convert"}) {
    EXPECT_GE(modules[name], 10) << name;
  }
}

}  // namespace
}  // namespace tileglot::hlo::run
