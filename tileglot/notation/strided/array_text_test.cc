// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/array_text.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/element_type.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/order.h"
#include "tileglot/notation/strided/strides.h"

namespace tileglot::notation::strided {
namespace {

const Array kTensor{{2, 3}, core::ElementType::kF32};

/// Canonical text, or the code of the refusal.
std::string read(std::string_view text, const std::optional<Array>& tensor = {},
                 std::optional<Unit> unit = {}) {
  const auto layout = parse_array(text, tensor, unit);
  return layout ? std::visit([](const auto& l) { return print(l); }, *layout)
                : layout.error()->code;
}

TEST(ArrayText, BytesAndElementsAreStated) {
  EXPECT_EQ(read("shape=(2,3) strides=(12,4) bytes dtype=float32"),
            "shape=(2,3) strides=(12,4) bytes dtype=float32");
  EXPECT_EQ(read("shape=(2,3) strides=(12,4) bytes itemsize=4"),
            "shape=(2,3) strides=(12,4) bytes itemsize=4");
  EXPECT_EQ(read("shape=(2,3) strides=(3,1) elements"), "shape=(2,3) strides=(3,1) elements");
  EXPECT_EQ(read("strides=(12,4) bytes", kTensor),
            "shape=(2,3) strides=(12,4) bytes dtype=float32");
  EXPECT_EQ(read("shape=(2,3) strides=(12,4)"), "strided.unit");
  EXPECT_EQ(read("strides=(12,4)", kTensor, Unit::kBytes),
            "shape=(2,3) strides=(12,4) bytes dtype=float32");
  EXPECT_EQ(read("shape=(2,3) strides=(12,4)", {}, Unit::kElements),
            "shape=(2,3) strides=(12,4) elements");
}

TEST(ArrayText, TuplesAndListsAreReadAsPythonPrintsThem) {
  EXPECT_EQ(read("shape=(2,), strides=[-1], offset=1, elements"),
            "shape=(2,) strides=(-1,) offset=1 elements");
  EXPECT_EQ(read("shape=() strides=() elements"), "shape=() strides=() elements");
}

TEST(ArrayText, OrdersHaveTheNamesOfNumpyAndTorch) {
  EXPECT_EQ(read("shape=(2,3) order='F'"), "shape=(2,3) order=F");
  EXPECT_EQ(read("order=C", kTensor), "shape=(2,3) order=C dtype=float32");
  EXPECT_EQ(read("F", kTensor), "shape=(2,3) order=F dtype=float32");
  EXPECT_EQ(read("contiguous", kTensor), "shape=(2,3) contiguous dtype=float32");
  EXPECT_EQ(read("shape=(1,2,3,4) memory_format=torch.channels_last"),
            "shape=(1,2,3,4) channels_last");
  EXPECT_EQ(read("torch.channels_last", Array{{1, 2, 3, 4}}), "shape=(1,2,3,4) channels_last");
  EXPECT_EQ(read("memory_format=torch.contiguous_format shape=(2,3)"), "shape=(2,3) contiguous");
}

TEST(ArrayText, WhatContradictsItselfIsRefused) {
  EXPECT_EQ(read("shape=(2,3) order=F strides=(3,1) elements"), "strided.order");
  EXPECT_EQ(read("shape=(2,3) shape=(2,3) order=F"), "strided.word");
  EXPECT_EQ(read("shape=(2,3) order=F channels_last"), "strided.word");
  EXPECT_EQ(read("shape=(2,3)"), "strided.strides_missing");
  EXPECT_EQ(read("shape=(2,4) order=F", kTensor), "strided.shape_differs");
  EXPECT_EQ(read("strides=(12,4) bytes itemsize=2", kTensor), "strided.item");
  EXPECT_EQ(read("shape=(2,3) strides=(12,4) bytes itemsize=0"), "strided.item");
  EXPECT_EQ(read("shape=(2,3) strides=(12,4) bytes"), "strided.item");
  EXPECT_EQ(read("shape=(2,3) strides=(12,6) bytes dtype=float32"), "strided.misaligned");
  EXPECT_EQ(read("shape=(2,3) strides=(12) elements"), "strided.rank");
  EXPECT_EQ(read("shape=(2,3) channels_last"), "strided.rank");
  EXPECT_EQ(read("shape=(2,3) order=G"), "strided.word");
  EXPECT_EQ(read("shape=(2,3) dtype=float23"), "type.unknown");
  EXPECT_EQ(read("order=F"), "strided.shape_missing");
  EXPECT_EQ(read("shape=(2,3"), "scan.expected");
  EXPECT_EQ(read("shape=(2,3) ?"), "strided.word");
}

TEST(ArrayText, ASlipOfThePenFindsItsWord) {
  EXPECT_EQ(parse_array("shape=(2,3) strides=(3,1) elments").error()->help,
            "did you mean 'elements'?");
}

TEST(ArrayText, OnlyTextsOfArraysLookLikeOne) {
  for (const std::string_view text : {"shape=(2,3)", "strides = (3,1)", "contiguous", "C", " F ",
                                      "torch.channels_last", "channels_last shape=(1,2,3,4)"}) {
    EXPECT_TRUE(looks_like_array(text)) << text;
  }
  for (const std::string_view text : {"C<4>", "CN", "f32[3]", "(2,3)", "", "shape", "torch.f32"}) {
    EXPECT_FALSE(looks_like_array(text)) << text;
  }
}

TEST(ArrayText, TheCallersTypeSaysHowLongAnItemIs) {
  const std::string_view text = "shape=(2,3) strides=(12,4) bytes";
  const auto layout = parse_array(text, {}, {}, core::ElementType::kF32);
  ASSERT_TRUE(layout);
  EXPECT_EQ(std::get<StridedArray>(*layout).strides, (std::vector<std::int64_t>{3, 1}));
  EXPECT_EQ(parse_array(text).error()->code, "strided.item");
}

}  // namespace
}  // namespace tileglot::notation::strided
