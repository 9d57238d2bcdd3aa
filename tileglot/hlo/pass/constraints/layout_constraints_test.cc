// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/layout_constraints.h"

#include <gtest/gtest.h>

#include <memory>

#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {
namespace {

class LayoutConstraintsOf : public testing::Test {
 protected:
  LayoutConstraintsOf()
      : module_(parsed_module("ENTRY e { p = f32[2,3] parameter(0) q = f32[2,3] parameter(1)"
                              " ROOT s = add(p, q) }")),
        policy_(generic_policy()),
        problem_(*Problem::of(module_, *policy_)),
        constraints_(*problem_, log_) {
    constraints_.begin_round(0);
  }

  ValueId value(const char* name) { return problem_->values().place(named(module_, name), 0); }
  const OperandConstraint& operand(std::size_t i) {
    return constraints_.operand(problem_->operand(named(module_, "s"), i));
  }
  void read(std::size_t i, LayoutId layout, bool mandatory, int priority = 0) {
    constraints_.request_operand(named(module_, "s"), i, layout,
                                 {.rule = Rule::kReadAsMade,
                                  .by = named(module_, "s"),
                                  .mandatory = mandatory,
                                  .priority = priority});
  }
  void make(const char* name, LayoutId layout, bool mandatory, int priority = 0) {
    constraints_.request_value(value(name), layout,
                               {.rule = Rule::kMadeAsRead,
                                .by = named(module_, name),
                                .mandatory = mandatory,
                                .priority = priority});
  }
  LayoutId read_as(std::size_t i) {
    return *constraints_.leaves_of(problem_->operand(named(module_, "s"), i))[0];
  }

  Module module_;
  std::unique_ptr<LayoutPolicy> policy_;
  std::unique_ptr<Problem> problem_;
  DecisionLog log_;
  LayoutConstraints constraints_;
  LayoutId rows_ = problem_->layouts().of_minor_to_major({1, 0});
  LayoutId columns_ = problem_->layouts().of_minor_to_major({0, 1});
};

TEST_F(LayoutConstraintsOf, ARequestIsRefusedByWhatIsMandatory) {
  make("p", rows_, true);
  make("p", columns_, false, 9);
  EXPECT_EQ(constraints_.layout_of(value("p")), rows_);
  make("p", columns_, true);
  EXPECT_EQ(constraints_.layout_of(value("p")), columns_);
  const Decision& last = log_.at(constraints_.value(value("p")).decision);
  ASSERT_TRUE(last.displaced);
  EXPECT_EQ(log_.at(*last.displaced).layout, rows_);
}

TEST_F(LayoutConstraintsOf, AStrongerRequestDisplacesAValueThatNobodyMust) {
  make("p", rows_, false, 1);
  make("p", columns_, false, 1);
  EXPECT_EQ(constraints_.layout_of(value("p")), rows_);
  make("p", columns_, false, 2);
  EXPECT_EQ(constraints_.layout_of(value("p")), columns_);
}

TEST_F(LayoutConstraintsOf, RequestsDoNotChaseOneAnother) {
  make("p", rows_, false, 0);
  for (int i = 1; i < 20; ++i) make("p", i % 2 == 0 ? rows_ : columns_, false, i);
  EXPECT_EQ(constraints_.value(value("p")).changes, 3);
}

TEST_F(LayoutConstraintsOf, OnlyAMandatoryRequestDisplacesHowAnOperandIsRead) {
  read(0, rows_, false);
  read(0, columns_, false, 5);
  EXPECT_EQ(read_as(0), rows_);
  read(0, columns_, true);
  EXPECT_EQ(read_as(0), columns_);
  EXPECT_TRUE(operand(0).mandatory);
  read(0, rows_, true, -1);
  EXPECT_EQ(read_as(0), columns_);
}

TEST_F(LayoutConstraintsOf, AResultThatCannotChangeAsksForItsOperands) {
  constraints_.request_result(named(module_, "s"), columns_,
                              {.rule = Rule::kEntryResult, .by = named(module_, "s")});
  EXPECT_EQ(read_as(0), columns_);
  EXPECT_EQ(read_as(1), columns_);
}

}  // namespace
}  // namespace tileglot::hlo::pass
