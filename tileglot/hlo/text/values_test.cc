// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/values.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/text/detail/print_values.h"

namespace tileglot::hlo {
namespace {

/// What read and then append make of a text, or the code of the refusal.
template <class Read, class Append>
std::string through(std::string_view text, const Read& read, const Append& append) {
  Cursor cursor(text);
  const auto value = read(cursor);
  if (!value) return value.error()->code;
  std::string out;
  append(*value, out);
  return out;
}

std::string window(std::string_view text) { return through(text, read_window, append_window); }
std::string padding(std::string_view text) { return through(text, read_padding, append_padding); }
std::string slices(std::string_view text) { return through(text, read_slices, append_slices); }
std::string labels(std::string_view text) {
  return through(text, read_dim_labels, append_dim_labels);
}
std::string groups(std::string_view text) {
  return through(text, read_replica_groups, append_replica_groups);
}

TEST(Values, AWindowIsRead) {
  EXPECT_EQ(window("{size=3x3 pad=1_1x1_1}"), "{size=3x3 pad=1_1x1_1}");
  EXPECT_EQ(window("{size=2x2 stride=1x1 pad=0_0x0_0 lhs_dilate=1x1}"), "{size=2x2}");
  EXPECT_EQ(window("{ pad=-1_2 size=4 rhs_dilate=3 rhs_reversal=1 stride=2 }"),
            "{size=4 stride=2 pad=-1_2 rhs_dilate=3 rhs_reversal=1}");
  EXPECT_EQ(window("{}"), "{}");
  EXPECT_EQ(window("{size=2x2 stride=1}"), "hlo.window");
  EXPECT_EQ(window("{size=2x2 pad=0x0}"), "hlo.syntax");
  EXPECT_EQ(window("{size=2 size=3}"), "hlo.syntax");
  EXPECT_EQ(window("{dilate=2}"), "hlo.syntax");
}

TEST(Values, PaddingsAndSlices) {
  EXPECT_EQ(padding("0_0_1x1_1_2"), "0_0_1x1_1_2");
  EXPECT_EQ(padding("-1_2x0_0"), "-1_2x0_0");
  EXPECT_EQ(padding("1"), "hlo.syntax");
  EXPECT_EQ(slices("{[0:1], [1:3:2]}"), "{[0:1:1], [1:3:2]}");
  EXPECT_EQ(slices("{[0:1], [1:3]}"), "{[0:1], [1:3]}");
  EXPECT_EQ(slices("{}"), "{}");
  EXPECT_EQ(slices("{[0,1]}"), "hlo.syntax");
}

TEST(Values, LabelsSayWhichDimensionIsWhich) {
  Cursor cursor("b01f_01io->b01f");
  const auto read = read_dim_labels(cursor);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->input_batch, 0);
  EXPECT_EQ(read->input_feature, 3);
  EXPECT_EQ(read->kernel_input_feature, 2);
  EXPECT_EQ(read->kernel_output_feature, 3);
  EXPECT_EQ(read->kernel_spatial, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(labels("b0?1f_01io?->b01f"), "b0?1f_01io->b01f");
  EXPECT_EQ(labels("bf_io->bf"), "bf_io->bf");
  EXPECT_EQ(labels("b01f_01io"), "hlo.dim_labels");
  EXPECT_EQ(labels("b01f_01io->b01q"), "hlo.dim_labels");
  EXPECT_EQ(labels("b0f_01io->b01f"), "hlo.dim_labels");
  EXPECT_EQ(labels("b1f_1io->b1f"), "hlo.dim_labels");
  EXPECT_EQ(labels("bbf_0io->b0f"), "hlo.dim_labels");
}

TEST(Values, GroupsAreListedOrOrdered) {
  EXPECT_EQ(groups("{{0,1},{2,3}}"), "{{0,1},{2,3}}");
  EXPECT_EQ(groups("{}"), "{}");
  EXPECT_EQ(groups("[2,4]<=[4,2]T(1,0)"), "[2,4]<=[4,2]T(1,0)");
  EXPECT_EQ(groups("[2,4]<=[8]"), "[2,4]<=[8]");
  EXPECT_EQ(groups("[2,4]<=[9]"), "xla.tiles");
}

TEST(Values, AliasesAndPairs) {
  Cursor cursor("{{0}: (1, {}), {1}: (0, {2, 3}, must-alias)}");
  const auto aliases = read_operand_aliases(cursor);
  ASSERT_TRUE(aliases.has_value());
  std::string out;
  append_operand_aliases(*aliases, out);
  EXPECT_EQ(out, "{{0}: (1, {}), {1}: (0, {2,3})}");
  EXPECT_EQ(through("{{0,1},{1,0}}", read_pairs, append_pairs), "{{0,1},{1,0}}");
  EXPECT_EQ(through("{{0}}", read_pairs, append_pairs), "hlo.syntax");
}

}  // namespace
}  // namespace tileglot::hlo
