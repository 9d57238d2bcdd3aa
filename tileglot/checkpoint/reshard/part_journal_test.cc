// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/part_journal.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tileglot::checkpoint::reshard {
namespace {

TEST(PartJournal, LinesAreReadAsTheyWereWritten) {
  EXPECT_EQ(slab_line(7, {.bytes = 67108864, .sum = 1234}), "slab 7 67108864 00000000000004d2");
  const std::string job = job_line(1, 2, 64, 8);
  const std::vector<std::string> lines = {job,
                                          worker_line("1/2 on a, process 10"),
                                          slab_line(0, {.bytes = 64, .sum = ~std::uint64_t{0}}),
                                          slab_line(3, {.bytes = 64, .sum = 5}),
                                          worker_line("2/2 on b, process 11"),
                                          slab_line(3, {.bytes = 32, .sum = 6})};
  const auto progress = progress_of(lines, job);
  ASSERT_TRUE(progress.has_value());
  EXPECT_EQ(progress->worker, "2/2 on b, process 11");
  EXPECT_EQ(progress->bytes(), 96);
  EXPECT_EQ(progress->slabs.at(0), (WrittenSlab{.bytes = 64, .sum = ~std::uint64_t{0}}));
  EXPECT_EQ(progress->slabs.at(3), (WrittenSlab{.bytes = 32, .sum = 6}));
}

TEST(PartJournal, LinesOfAnotherJobDoNotCount) {
  const std::vector<std::string> lines = {job_line(1, 2, 64, 8), slab_line(0, {.bytes = 64})};
  EXPECT_FALSE(progress_of(lines, job_line(1, 2, 64, 16)).has_value());
  EXPECT_FALSE(progress_of(lines, job_line(2, 2, 64, 8)).has_value());
  EXPECT_FALSE(progress_of(std::vector<std::string>(), "").has_value());
}

TEST(PartJournal, OtherLinesAreSkipped) {
  for (const std::string line :
       {"slab", "slab 1", "slab 1 2", "slab 1 2 3", "slab x 2 0000000000000003",
        "slab -1 2 0000000000000003", "slab 1 2 0000000000000003 ", "slab 01 2 0000000000000003",
        "slab 99999999999999999999 2 0000000000000003", "done 1 2"}) {
    EXPECT_TRUE(progress_of(std::vector{line}).slabs.empty()) << line;
  }
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
