// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/triton/module_operations.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::api {
namespace {

using notation::triton::print_shape_of;
using notation::triton::TypeKind;

/// "NAME: FROM -> TO", with ? for a type that is not found.
std::string told(const ModuleOperation& operation) {
  std::string text(operation.name);
  text += ": " + (operation.from ? print_shape_of(*operation.from) : "?");
  return text + " -> " + (operation.to ? print_shape_of(*operation.to) : "?");
}

std::vector<std::string> told_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const ModuleOperation& operation : operations_of(text)) lines.push_back(told(operation));
  return lines;
}

using Lines = std::vector<std::string>;

TEST(ModuleOperations, AnOperationHasTheTypesOfBothSides) {
  const std::string text =
      "module {\n  %1 = ttg.local_load %0 : !ttg.memdesc<8xf16, #s, #smem> -> tensor<8xf16, #b>\n";
  const auto found = operations_of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(told(found[0]), "ttg.local_load: !ttg.memdesc<8xf16> -> tensor<8xf16>");
  EXPECT_EQ(found[0].line, 2U);
  EXPECT_EQ(text.substr(found[0].span.begin, found[0].span.end - found[0].span.begin),
            "ttg.local_load");
  EXPECT_EQ(found[0].from->kind, TypeKind::kMemory);
  EXPECT_EQ(found[0].to->encoding, "#b");
}

TEST(ModuleOperations, EverySpellingOfAnOperationIsRead) {
  EXPECT_EQ(told_of("ttg.local_store %a, %b : tensor<8xf16, #b> -> !ttg.memdesc<8xf16, #s>"),
            Lines{"ttg.local_store: tensor<8xf16> -> !ttg.memdesc<8xf16>"});
  EXPECT_EQ(told_of("%1 = \"triton_gpu.convert_layout\"(%0) : (tensor<8xf16, #a>) -> "
                    "tensor<8xf16, #b>"),
            Lines{"triton_gpu.convert_layout: tensor<8xf16> -> tensor<8xf16>"});
  EXPECT_EQ(told_of("%1 = \"ttg.convert_layout\"(%0) {a = \"x : y\"} : (tensor<8xf16, #a>) -> "
                    "tensor<8xf16, #b> loc(#loc3)"),
            Lines{"ttg.convert_layout: tensor<8xf16> -> tensor<8xf16>"});
  EXPECT_EQ(told_of("%5:2 = ttg.async_copy_global_to_local %p, %m mask %k {contiguity = 8 : i32} "
                    ": tensor<8x!tt.ptr<f16>, #b> -> <8xf16, #s, #smem, mutable>"),
            Lines{"ttg.async_copy_global_to_local: tensor<8x!tt.ptr<f16>> -> !ttg.memdesc<8xf16>"});
  EXPECT_EQ(told_of("%1 = ttg.local_load %0 token %t : !ttg.memdesc<8xf16, #ttg.swizzled_shared<{"
                    "vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #smem> -> tensor<8xf16, "
                    "#ttg.slice<{dim = 1, parent = #b}>>"),
            Lines{"ttg.local_load: !ttg.memdesc<8xf16> -> tensor<8xf16>"});
}

TEST(ModuleOperations, WhatMovesNothingIsNotListed) {
  EXPECT_EQ(told_of("%1 = ttg.local_alloc : () -> !ttg.memdesc<8xf16, #s, #smem, mutable>"),
            Lines());
  EXPECT_EQ(told_of("// ttg.convert_layout %0 : tensor<8xf16, #a> -> tensor<8xf16, #b>"), Lines());
  EXPECT_EQ(told_of("%1 = tt.call @f(%0) {n = \"ttg.convert_layout\"} : (i32) -> i32"), Lines());
  EXPECT_EQ(told_of("%1 = ttg.convert_layouts %0 : tensor<8xf16, #a> -> tensor<8xf16, #b>"),
            Lines());
  EXPECT_EQ(told_of(""), Lines());
}

TEST(ModuleOperations, HostileLinesAreReadInLinearTime) {
  EXPECT_EQ(told_of("ttg.convert_layout"), Lines{"ttg.convert_layout: ? -> ?"});
  EXPECT_EQ(told_of("%1 = ttg.local_load %0 : \"unfinished"), Lines{"ttg.local_load: ? -> ?"});
  std::string text = "%1 = ttg.convert_layout %0 :";
  for (int i = 0; i < 200'000; ++i) text += " -> <";
  EXPECT_EQ(told_of(text), Lines{"ttg.convert_layout: ? -> ?"});
  EXPECT_EQ(told_of(std::string(1'000'000, '%')), Lines());
}

}  // namespace
}  // namespace tileglot::api
