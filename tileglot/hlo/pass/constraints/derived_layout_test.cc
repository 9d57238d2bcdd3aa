// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/derived_layout.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/reshape_layouts.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {
namespace {

using Order = std::vector<std::int64_t>;

class DerivedLayout : public testing::Test {
 protected:
  DerivedLayout()
      : module_(parsed_module(
            "s { x = f32[] parameter(0) y = f32[] parameter(1) ROOT z = add(x, y) }\n"
            "ENTRY e { p = f32[3,5,6,32] parameter(0) z = f32[] constant(0)"
            " t = f32[6,32,3,5] transpose(p), dimensions={2,3,0,1}"
            " r = f32[5,6] reduce(p, z), dimensions={0,3}, to_apply=s"
            " a = f32[4,6] parameter(1) b = f32[2,2,6] reshape(a) d = f32[3,4] parameter(2)"
            " c = f32[2,3,4] broadcast(d), dimensions={1,2}"
            " o = f32[7,6,5] parameter(3) q = f32[7,1,6,5]{3,2,1,0} reshape(o)"
            " ROOT n = f32[6,32,3,5] negate(t) }")),
        policy_(gpu_policy(90)),
        problem_(*Problem::of(module_, *policy_)) {}

  LayoutId layout(Order order) { return problem_->layouts().of_minor_to_major(std::move(order)); }
  Order order(std::optional<LayoutId> id) { return problem_->layouts().order(*id); }
  InstructionId at(const char* name) { return named(module_, name); }

  Module module_;
  std::unique_ptr<LayoutPolicy> policy_;
  std::unique_ptr<Problem> problem_;
};

TEST_F(DerivedLayout, LayoutsGoThroughOperations) {
  EXPECT_EQ(order(operand_layout(*problem_, at("t"), 0, layout({3, 2, 1, 0}))),
            (Order{1, 0, 3, 2}));
  EXPECT_EQ(order(result_layout(*problem_, at("t"), 0, layout({1, 0, 3, 2}), 0)),
            (Order{3, 2, 1, 0}));
  EXPECT_EQ(order(operand_layout(*problem_, at("r"), 0, layout({0, 1}))), (Order{3, 0, 1, 2}));
  EXPECT_EQ(order(result_layout(*problem_, at("b"), 0, layout({0, 1}), 0)), (Order{1, 0, 2}));
  EXPECT_FALSE(operand_layout(*problem_, at("b"), 0, layout({0, 1, 2})));
  EXPECT_EQ(order(broadcast_operand_layout(*problem_, at("c"), layout({0, 1, 2}))), (Order{0, 1}));
  EXPECT_EQ(order(result_layout(*problem_, at("n"), 0, layout({0, 1, 2, 3}), 0)),
            (Order{0, 1, 2, 3}));
}

TEST_F(DerivedLayout, DimensionsOfSize1GoWhereThePlatformPutsThem) {
  const ShapeId from = module_[at("o")].shape;
  const ShapeId to = module_[at("q")].shape;
  ReshapeLayouts to_major(false);
  ReshapeLayouts beside(true);
  EXPECT_EQ(order(to_major.aligned(module_, problem_->layouts(), from, layout({0, 1, 2}), to)),
            (Order{0, 2, 3, 1}));
  EXPECT_EQ(order(beside.aligned(module_, problem_->layouts(), from, layout({0, 1, 2}), to)),
            (Order{0, 2, 1, 3}));
}

}  // namespace
}  // namespace tileglot::hlo::pass
