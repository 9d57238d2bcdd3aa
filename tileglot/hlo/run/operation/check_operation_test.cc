// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/check_operation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::run {
namespace {

/// An operation on p f32[2,3], q f32[3,4], i s32[2,1], s f32[] and z s32[]; add is a computation.
Module module_of(const std::string& operation) {
  const std::string text = R"(
add { x = f32[] parameter(0)  y = f32[] parameter(1)  ROOT r = f32[] add(x, y) }
ge { x = f32[] parameter(0)  y = f32[] parameter(1)  ROOT r = pred[] compare(x, y), direction=GE }
ENTRY main {
  p = f32[2,3] parameter(0)
  q = f32[3,4] parameter(1)
  i = s32[2,1] parameter(2)
  s = f32[] parameter(3)
  z = s32[] parameter(4)
  ROOT r = )" + operation + "\n}\n";
  auto module = parse_module(text);
  EXPECT_TRUE(module) << operation << ": " << module.error()->message;
  return module ? *std::move(module) : Module();
}

/// The code with which it is refused, or nothing.
std::string refused(const std::string& operation) {
  const Module module = module_of(operation);
  RandomBits bits(1);
  std::vector<Elements> inputs;
  for (const auto& shape : input_shapes(module)) {
    inputs.push_back(random_elements(shape.type,
                                     static_cast<std::size_t>(size_of(extents_of(shape))),
                                     RandomNumbers::kIntegers, bits));
  }
  const auto result = evaluate(module, inputs);
  return result ? "" : result.error()->code;
}

TEST(CheckOperation, WhatFitsIsRun) {
  for (const char* operation : {
           "f32[2,3,4] broadcast(p), dimensions={0,1}",
           "f32[3,2] transpose(p), dimensions={1,0}",
           "f32[2,4] dot(p, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
           "f32[2] reduce(p, s), dimensions={1}, to_apply=add",
           "f32[1,3] reduce-window(p, s), window={size=2x1}, to_apply=add",
           "f32[2,2] dynamic-slice(p, z, z), dynamic_slice_sizes={2,2}",
           "f32[2,3] gather(p, i), offset_dims={1}, collapsed_slice_dims={0}, "
           "start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}",
           "f32[2,3] scatter(p, i, p), update_window_dims={1}, inserted_window_dims={0}, "
           "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add",
           "f32[2,3] sort(p), dimensions={1}, to_apply=ge",
           "f32[4,3] pad(p, s), padding=1_1x0_0",
       }) {
    EXPECT_EQ(refused(operation), "") << operation;
  }
}

TEST(CheckOperation, EveryAttributeOutOfRangeIsRefused) {
  for (const char* operation : {
           "f32[2,3,4] broadcast(p), dimensions={0,0}",
           "f32[2,3,4] broadcast(p), dimensions={0,5}",
           "f32[2,3,4] broadcast(p), dimensions={1,2}",
           "f32[2,3] sort(p), dimensions={2}, to_apply=ge",
           "f32[2,2] dynamic-slice(p, z), dynamic_slice_sizes={2,2}",
           "f32[2,9] dynamic-slice(p, z, z), dynamic_slice_sizes={2,9}",
           "f32[2,2] dynamic-slice(p, z, s), dynamic_slice_sizes={2,2}",
           "f32[2,3] dynamic-update-slice(p, q, z, z)",
           "f32[2,3] gather(p, i), offset_dims={1}, collapsed_slice_dims={0}, "
           "start_index_map={7}, index_vector_dim=1, slice_sizes={1,3}",
           "f32[2,3] gather(p, i), offset_dims={1}, collapsed_slice_dims={0}, "
           "start_index_map={0,1}, index_vector_dim=1, slice_sizes={1,3}",
           "f32[2,9] gather(p, i), offset_dims={1}, collapsed_slice_dims={0}, "
           "start_index_map={0}, index_vector_dim=1, slice_sizes={1,9}",
           "f32[2,3] scatter(p, i, p), update_window_dims={3}, inserted_window_dims={0}, "
           "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add",
           "f32[2,3] scatter(p, i, q), update_window_dims={1}, inserted_window_dims={0}, "
           "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add",
           "f32[2,3] scatter(p, p, p), update_window_dims={1}, inserted_window_dims={0}, "
           "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add",
           "f32[2,3] select-and-scatter(p, q, s), window={size=2x1}, select=ge, scatter=add",
           "f32[2] reduce(p, q), dimensions={1}, to_apply=add",
           "f32[2,3] reduce-precision(p), exponent_bits=0, mantissa_bits=3",
       }) {
    EXPECT_EQ(refused(operation), "run.operands") << operation;
  }
}

}  // namespace
}  // namespace tileglot::hlo::run
