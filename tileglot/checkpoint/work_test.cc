// SPDX-License-Identifier: Apache-2.0
// work_test.cc: lines of the journal, and lines that are none.
#include "tileglot/checkpoint/work.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace tileglot::checkpoint {
namespace {

TEST(CheckpointWork, ADoneLineIsReadAsItIsWritten) {
  EXPECT_EQ(done_line(7, 1234), "done 7 00000000000004d2");
  const auto sums = claimed_sums(std::vector{done_line(7, 1234), done_line(0, ~0ULL)}, 8);
  EXPECT_EQ(sums[7], 1234U);
  EXPECT_EQ(sums[0], ~0ULL);
  EXPECT_FALSE(sums[1].has_value());
}

TEST(CheckpointWork, OtherLinesClaimNothing) {
  const std::vector<std::string> lines = {"",
                                          "done",
                                          "done 1",
                                          "done 1 4d2",
                                          "done 9 0000000000000001",
                                          "done 1 00000000000004d2 ",
                                          "done -1 00000000000004d2",
                                          "Done 1 00000000000004d2"};
  for (const auto& sum : claimed_sums(lines, 4)) EXPECT_FALSE(sum.has_value());
}

TEST(CheckpointWork, TheSumOfAPieceCountsWhereItIs) {
  const std::array<std::byte, 3> bytes = {std::byte{1}, std::byte{2}, std::byte{3}};
  EXPECT_NE(piece_sum(bytes, 0), piece_sum(bytes, 1));
}

}  // namespace
}  // namespace tileglot::checkpoint
