// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/shard_layouts.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// The smaller of two dimensions is the major one.
core::Result<xla::Shape> smaller_major(const xla::Shape& shape, xla::FastMemory /*fast*/,
                                       xla::LayoutPreference /*preference*/) {
  xla::Shape result = shape;
  result.layout = xla::descending_layout(rank(shape));
  if (rank(shape) == 2 && *shape.dimensions[1].bound < *shape.dimensions[0].bound) {
    result.layout = xla::Layout::column_major(2);
  }
  return result;
}

/// Vectors, however many dimensions an array has.
core::Result<xla::Shape> flat(const xla::Shape& shape, xla::FastMemory /*fast*/,
                              xla::LayoutPreference /*preference*/) {
  xla::Shape result = shape;
  std::int64_t size = 1;
  for (const xla::Dimension& d : shape.dimensions) size *= *d.bound;
  result.dimensions = {{.bound = size}};
  result.layout = xla::descending_layout(1);
  return result;
}

std::string sharded(const std::string& sharding, const xla::Representation& representation) {
  Module m = parsed_module("ENTRY e { p = f32[128,128] parameter(0)" + sharding +
                           " ROOT n = f32[128,128] negate(p) }");
  const auto made = shard_layouts(m, representation);
  if (!made) return made.error()->code + ": " + made.error()->message;
  EXPECT_TRUE(verify(m)) << verify(m).error()->message;
  const std::string text = print(m, PrintStyle::kShort);
  const std::size_t begin = text.find('{') + 1;
  return std::to_string(*made) + " " + text.substr(begin, text.find("}\n") - begin);
}

TEST(ShardLayouts, TheLayoutIsThatOfTheTile) {
  EXPECT_EQ(sharded(", sharding={devices=[1,2]<=[2]}", {.shape = smaller_major}),
            "0 (f32[128,128]{0,1})->f32[128,128]{1,0}");
  EXPECT_EQ(sharded(", sharding={devices=[2,1]<=[2]}", {.shape = smaller_major}),
            "0 (f32[128,128]{1,0})->f32[128,128]{1,0}");
  EXPECT_EQ(sharded(", sharding={replicated}", {.shape = smaller_major}),
            "0 (f32[128,128]{1,0})->f32[128,128]{1,0}");
}

TEST(ShardLayouts, OtherDimensionsComeThroughAReshape) {
  EXPECT_EQ(sharded("", {.shape = flat}), "2 (f32[16384]{0})->f32[16384]{0}");
}

TEST(ShardLayouts, ATileKeepsItsRank) {
  EXPECT_EQ(sharded(", sharding={devices=[1,2]<=[2]}", {.shape = flat}).substr(0, 132),
            "xla.sharding_shape: parameter p, f32[128,128]{1,0}, cannot be spread as "
            "{devices=[1,2]<=[2]}: {devices=[1,2]<=[2]} cuts 2 dimensions");
}

TEST(ShardLayouts, ErrorsOfTheRepresentationNameTheArray) {
  const auto refusing = [](const xla::Shape& /*shape*/) -> core::Result<xla::LayoutPreference> {
    return core::fail({.code = "xla.tpu_tiling", .message = "no"});
  };
  EXPECT_EQ(sharded("", {.preference = refusing}),
            "xla.tpu_tiling: parameter p, f32[128,128]{1,0}, cannot be stored so: no");
}

}  // namespace
}  // namespace tileglot::hlo::pass
