// SPDX-License-Identifier: Apache-2.0
// normalized_law_test.cc: layout normalization proved by running: a module with layouts computes the same
// bits before and after, values handed on as bytes.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/normalize/layouts.h"
#include "tileglot/hlo/pass/normalize/normalized_invariant.h"
#include "tileglot/hlo/pass/rewrite/decompose_reshapes.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/any_order_policy.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::PrimitiveType;
using notation::xla::Shape;

constexpr RunOptions kAsBytes{.handover = Handover::kAsBytes};

struct Tried {
  std::size_t modules = 0;
  std::size_t rewritten = 0;
};

/// Layouts assigned, and reshapes decomposed as XLA does before it normalizes.
void assign(Module& module, const pass::LayoutPolicy& policy) {
  const auto assignment = pass::assign_layouts(module, policy);
  ASSERT_TRUE(assignment) << assignment.error()->message << print(module);
  const auto decomposed = pass::decompose_reshapes(module);
  ASSERT_TRUE(decomposed) << decomposed.error()->message << print(module);
}

void normalize(Module& module, Tried& tried) {
  const std::string before = print(module);
  const auto changes = pass::normalize_layouts(module);
  ASSERT_TRUE(changes) << changes.error()->message << before;
  ASSERT_TRUE(verify(module)) << verify(module).error()->message << before << print(module);
  const auto normal = pass::check_layouts_normalized(module);
  ASSERT_TRUE(normal) << normal.error()->message << before << print(module);
  ++tried.modules;
  tried.rewritten += *changes == 0 ? 0U : 1U;
}

void expect_same_results(Module module, const std::vector<Elements>& inputs,
                         const pass::LayoutPolicy& policy, Tried& tried) {
  assign(module, policy);
  const auto before = evaluate(module, inputs, kAsBytes);
  ASSERT_TRUE(before) << before.error()->message << print(module);
  const std::string text = print(module);
  normalize(module, tried);
  const auto after = evaluate(module, inputs, kAsBytes);
  ASSERT_TRUE(after) << after.error()->message << text << print(module);
  EXPECT_TRUE(same_outputs(*before, *after)) << text << print(module);
}

TEST(NormalizedLaw, NormalizationDoesNotChangeResults) {
  Tried on_gpus;
  Tried in_any_order;
  core::check_law("normalization_does_not_change_results", 5000, [&] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    RandomBits bits(seed);
    const Module module = any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(1, 20));
    const std::vector<Elements> inputs = any_inputs(module, bits);
    expect_same_results(module, inputs, *pass::gpu_policy(90), on_gpus);
    expect_same_results(module, inputs, AnyOrderPolicy(seed), in_any_order);
  });
  std::cout << on_gpus.rewritten << " modules were rewritten as assigned for a GPU, "
            << in_any_order.rewritten << " in any order\n";
  EXPECT_GE(10 * on_gpus.rewritten, 3 * on_gpus.modules);
  EXPECT_GE(10 * in_any_order.rewritten, 3 * in_any_order.modules);
}

/// negate(c) of a constant in any order, whose elements all differ.
Module any_constant(RandomBits& bits) {
  std::vector<std::int64_t> extents(1 + bits.next() % 4);
  for (std::int64_t& extent : extents) extent = 1 + static_cast<std::int64_t>(bits.next() % 5);
  Literal literal = hlo::zeros(PrimitiveType::kS32, extents);
  for (std::size_t i = 0; i < hlo::element_count(literal); ++i) {
    store_integer(literal.type, static_cast<std::int64_t>(i), hlo::element_at(literal, i));
  }
  Shape shape{.type = PrimitiveType::kS32};
  for (const std::int64_t extent : extents) shape.dimensions.push_back({.bound = extent});
  shape.layout = any_order(extents.size(), bits);
  Module module;
  const ComputationId c = module.add_computation("main");
  const InstructionId constant =
      module.add(c, {.opcode = Opcode::kConstant,
                     .shape = module.keep(shape),
                     .attributes = {{AttributeKey::kLiteral, Shared(literal)}}});
  module.set_root(
      c, module.add(
             c, {.opcode = Opcode::kNegate, .shape = module.keep(shape), .operands = {constant}}));
  module.set_entry(c);
  return module;
}

TEST(NormalizedLaw, ConstantsKeepTheirElements) {
  core::check_law("constants_keep_their_elements", 2000, [] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    Module module = any_constant(bits);
    const auto before = evaluate(module, {}, kAsBytes);
    ASSERT_TRUE(before) << before.error()->message << print(module);
    Tried tried;
    normalize(module, tried);
    const auto after = evaluate(module, {}, kAsBytes);
    ASSERT_TRUE(after) << after.error()->message << print(module);
    EXPECT_TRUE(same_outputs(*before, *after)) << print(module);
  });
}

}  // namespace
}  // namespace tileglot::hlo::run
