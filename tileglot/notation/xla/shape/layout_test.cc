// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/layout.h"

#include <gtest/gtest.h>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

TEST(Layout, BuildersSayWhatTheTextSays) {
  const auto as_text = [](const char* text) { return *parse_layout(text); };
  EXPECT_EQ(Layout::row_major(2).tiled({8, 128}).tiled({2, 1}).in_memory_space(1),
            as_text("{1,0:T(8,128)(2,1)S(1)}"));
  EXPECT_EQ(Layout::column_major(3), as_text("{0,1,2}"));
  EXPECT_EQ(Layout::of_minor_to_major({1, 2, 0}), as_text("{1,2,0}"));
  EXPECT_EQ(Layout::of_major_to_minor({0, 2, 1}), as_text("{1,2,0}"));
  EXPECT_EQ(Layout::row_major(3).tiled({kCombine, 2, 4}), as_text("{2,1,0:T(*,2,4)}"));
  EXPECT_EQ(Layout::row_major(2).tail_padded(512).with_element_size(4).split(0, {40, 72}),
            as_text("{1,0:L(512)E(4)SC(0:40,72)}"));
  EXPECT_EQ(Layout::row_major(1).with_metadata_prefix(8), as_text("{0:M(8)}"));
  EXPECT_EQ(Layout::row_major(0), Layout{});
}

TEST(Layout, ABuilderLeavesItsLayoutAsItWas) {
  const Layout plain = Layout::row_major(2);
  const Layout tiled = plain.tiled({8, 128});
  EXPECT_TRUE(plain.tiles.empty());
  EXPECT_EQ(tiled.tiles.size(), 1U);
}

TEST(Layout, BuildersBuildEveryLayoutOfAnArray) {
  core::check_law("xla_builders_build_every_layout", 10000, [] {
    const Layout wanted = *(*any_shape()).layout;
    Layout built = Layout::of_minor_to_major(wanted.minor_to_major)
                       .tail_padded(wanted.tail_padding_alignment)
                       .in_memory_space(wanted.memory_space)
                       .with_metadata_prefix(wanted.dynamic_shape_metadata_prefix_bytes);
    for (const Tile& tile : wanted.tiles) built = built.tiled(tile);
    for (const SplitConfig& s : wanted.split_configs) built = built.split(s.dimension, s.indices);
    if (wanted.element_size_bits) built = built.with_element_size(*wanted.element_size_bits);
    ASSERT_EQ(built, wanted) << print(built);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
