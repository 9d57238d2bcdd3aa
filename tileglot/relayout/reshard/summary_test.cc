// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/summary.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

Array array_of(std::string_view from, std::string_view to,
               const std::vector<std::int64_t>& extents) {
  const auto side = [&](std::string_view text) {
    return *placement::spread_of(*notation::xla::parse_sharding(text), extents);
  };
  return {.element_bits = 32, .source = side(from), .target = side(to)};
}

Array rows_to_columns() {
  return array_of("{devices=[4,1]<=[4]}", "{devices=[1,2,2]<=[4] last_tile_dim_replicate}", {8, 6});
}

TEST(Summary, AllRanksTogether) {
  Resharding resharding({.ranks_per_node = 2});
  ASSERT_TRUE(resharding.add(rows_to_columns()));
  const auto summary = summarize(resharding);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->moved_bits, 288 * 8);
  EXPECT_EQ(summary->bound_bits, 288 * 8);
  EXPECT_EQ(summary->kept_bits, 96 * 8);
  EXPECT_EQ(summary->messages, 12);
  EXPECT_EQ(summary->largest_in_bits, 72 * 8);
  EXPECT_EQ(summary->largest_out_bits, 72 * 8);
  ASSERT_TRUE(summary->nodes);
  EXPECT_EQ(summary->nodes->entering_bits, 96 * 8);
  EXPECT_EQ(summary->nodes->bound_bits, 96 * 8);
  EXPECT_EQ(summary->nodes->flat_bits, 192 * 8);
  EXPECT_EQ(summary->nodes->messages, 4);
}

TEST(Summary, TheMatrixSaysWhoHadWhatIsWanted) {
  Resharding resharding({.ranks_per_node = 2});
  ASSERT_TRUE(resharding.add(rows_to_columns()));
  EXPECT_EQ(matrix_of(resharding),
            std::vector<std::vector<std::int64_t>>(4, std::vector<std::int64_t>(4, 6)));
}

TEST(Summary, APlanThatIsTooLongIsRefusedBeforeItIsListed) {
  Resharding resharding;
  const std::vector<std::int64_t> extents{std::int64_t{1} << 40};
  ASSERT_TRUE(resharding.add(
      array_of("{devices=[1099511627776]<=[1099511627776]}", "{maximal device=0}", extents)));
  EXPECT_EQ(summarize(resharding).error()->code, "reshard.too_many");
  EXPECT_EQ(summarize_rank(resharding, 0).error()->code, "reshard.too_many");
  EXPECT_TRUE(summarize_rank(resharding, 5));
}

TEST(SummaryLaw, TheMatrixIsWhatIsWanted) {
  core::check_law("the_matrix_is_what_is_wanted", 3000, [] {
    Resharding resharding({.ranks_per_node = *rc::gen::element<std::int64_t>(0, 2, 3)});
    const auto extents = placement::any_extents(3, 6);
    RC_ASSERT(resharding
                  .add({.source = placement::any_side(extents, 8),
                        .target = placement::any_side(extents, 8)})
                  .has_value());
    const auto matrix = matrix_of(resharding);
    const auto summary = summarize(resharding);
    RC_ASSERT(summary.has_value());
    std::int64_t kept = 0;
    for (std::size_t to = 0; to < matrix.size(); ++to) {
      std::int64_t column = 0;
      for (const auto& row : matrix) column += row[to] * 8;
      RC_ASSERT(column == resharding.wanted_bits(static_cast<std::int64_t>(to)));
      kept += matrix[to][to] * 8;
    }
    RC_ASSERT(kept == summary->kept_bits);
    if (!summary->nodes) return;
    RC_ASSERT(summary->nodes->entering_bits == summary->nodes->bound_bits);
    RC_ASSERT(summary->nodes->flat_bits >= summary->nodes->bound_bits);
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
