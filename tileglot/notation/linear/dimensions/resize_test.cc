// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/resize.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

TEST(Resize, ZeroVectorsAreDropped) {
  const Layout layout = layout_of("{register: [1,0,2], lane: [0]} -> {d: 4}");
  EXPECT_EQ(answer_text(remove_zero_bases_along_dim(layout, kRegister)),
            "{register: [[1],[2]], lane: [[0]]} -> {d: 4}");
  EXPECT_EQ(answer_text(remove_zero_bases_along_dim(layout, kWarp)), "linear.no_dimension");
}

TEST(Resize, AnEntryThatDoesNotFitIsZeroAsAWhole) {
  const Layout layout = layout_of("{i: [[1,3],[0,2],[0,1]]} -> {a: 2, b: 4}");
  EXPECT_EQ(answer_text(resize_out_dim(layout, Name("b"), 2)),
            "{i: [[1,0],[0,0],[0,1]]} -> {a: 2, b: 2}");
  EXPECT_EQ(answer_text(resize_out_dim(layout, Name("b"), 8)), "linear.size_exceeded");
  EXPECT_EQ(answer_text(resize_out_dim(layout, Name("c"), 8)), "linear.no_dimension");
  EXPECT_EQ(answer_text(resize_in_dim(layout, Name("i"), 3)), "linear.size");
  EXPECT_EQ(answer_text(resize_in_dim(layout, Name("c"), 2)), "linear.no_dimension");
  EXPECT_EQ(answer_text(resize_in_dim(layout_of("{i: [0], j: [0,0,0]} -> {o: 1}"), Name("i"),
                                      std::int64_t{1} << 62)),
            "linear.too_many_bits");
}

TEST(Resize, InputsAreCutOrRepeated) {
  core::check_law("linear_resize_in_dim", 10000, [] {
    const Layout layout = *any_layout();
    const int bits = uniform(0, 6);
    const Dimension old = layout.ins().back();
    const Layout resized = resize_in_dim(layout, old.name, std::int64_t{1} << bits).value();
    ASSERT_EQ(resized.ins().back().bits, bits);
    const std::uint64_t known = (std::uint64_t{1} << layout.in_bits()) - 1;
    for (std::uint64_t x = 0; x < std::uint64_t{1} << resized.in_bits(); ++x)
      EXPECT_EQ(apply_flat(resized, x), apply_flat(layout, x & known));
  });
}

TEST(Resize, OutputsLoseWhatDoesNotFit) {
  core::check_law("linear_resize_out_dim", 10000, [] {
    const Layout layout = *any_layout();
    const Dimension old = layout.outs().front();
    const std::int64_t size = std::int64_t{1} << uniform(0, old.bits + 1);
    const Layout resized = resize_out_dim(layout, old.name, size).value();
    for (int j = 0; j < layout.in_bits(); ++j) {
      for (std::size_t k = 0; k < layout.outs().size(); ++k) {
        const std::uint64_t entry = part_of(layout.column(j), layout.outs()[k]);
        const bool dropped = k == 0 && entry >= static_cast<std::uint64_t>(size);
        EXPECT_EQ(part_of(resized.column(j), resized.outs()[k]), dropped ? 0 : entry);
      }
    }
  });
}

TEST(Resize, WithoutZeroVectorsTheOthersKeepTheirOrder) {
  core::check_law("linear_remove_zero_bases_along_dim", 10000, [] {
    const Layout layout = *any_layout();
    const Dimension in = layout.ins().front();
    const Layout less = remove_zero_bases_along_dim(layout, in.name).value();
    int next = 0;
    for (int j = 0; j < layout.in_bits(); ++j) {
      if (j < in.bits && layout.column(j) == 0) continue;
      ASSERT_LT(next, less.in_bits());
      EXPECT_EQ(less.column(next++), layout.column(j));
    }
    EXPECT_EQ(next, less.in_bits());
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
