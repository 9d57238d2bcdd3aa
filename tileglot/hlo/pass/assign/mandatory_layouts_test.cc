// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo::pass {
namespace {

class Noted {
 public:
  Noted(std::string_view text, std::string_view policy)
      : policy_(policy_named(policy)), module_(parsed_module(text)) {
    decided_ = *decide_layouts(module_, *policy_, &mandatory_);
  }

  std::string value(std::string_view name) const {
    const Problem& problem = *decided_.assignment.problem;
    return text(mandatory_.values[index_of(problem.values().place(id(name), 0))]);
  }

  std::string operand(std::string_view name, std::size_t number) const {
    const OperandId operand = decided_.assignment.problem->operand(id(name), number);
    const LeafLayouts& leaves = mandatory_.operands[index_of(operand)];
    return leaves.empty() ? "open" : text(leaves[0]);
  }

 private:
  std::string text(const std::optional<LayoutId>& layout) const {
    const LayoutTable& layouts = decided_.assignment.problem->layouts();
    return layout ? notation::xla::print(layouts.at(*layout)) : "open";
  }

  InstructionId id(std::string_view name) const { return named(module_, name); }

  std::unique_ptr<LayoutPolicy> policy_;
  Module module_;
  MandatoryLayouts mandatory_ = {};
  UnwrittenAssignment decided_ = {};
};

constexpr std::string_view kModule = R"(
HloModule m, entry_computation_layout={(f32[4,6]{0,1}, f32[4,6])->f32[4,6]}
ENTRY e {
  p = f32[4,6] parameter(0)
  q = f32[4,6] parameter(1)
  a = f32[4,6] add(p, q)
  ROOT n = f32[4,6] negate(a)
})";

TEST(MandatoryLayouts, WhatAPlatformNeedsIsNotedNotWhatSpreads) {
  const Noted generic(kModule, "generic");
  EXPECT_EQ(generic.value("p"), "{0,1}");
  EXPECT_EQ(generic.value("q"), "open");
  EXPECT_EQ(generic.value("a"), "open");
  EXPECT_EQ(generic.operand("a", 0), "open");
  const Noted cpu(kModule, "cpu");
  EXPECT_EQ(cpu.operand("a", 1), "{1,0}");
  EXPECT_EQ(cpu.value("a"), "open");
}

}  // namespace
}  // namespace tileglot::hlo::pass
