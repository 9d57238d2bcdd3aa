// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/shares.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/checkpoint/reshard/wanted_examples.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::any_number;
using Shares = std::vector<std::vector<std::size_t>>;

TEST(Shares, EqualPartsAreSharedEvenly) {
  const std::vector<PartWeight> parts = {{8, 30}, {8, 0}, {8, 20}, {8, 10}};
  EXPECT_EQ(shares(parts, 2), (Shares{{1, 3}, {0, 2}}));
  EXPECT_EQ(shares(parts, 1), (Shares{{0, 1, 2, 3}}));
  EXPECT_EQ(shares(parts, 4), (Shares{{1}, {3}, {2}, {0}}));
  EXPECT_EQ(shares({}, 2), (Shares{{}, {}}));
}

TEST(Shares, PartsWithoutBytesCountAlike) {
  EXPECT_EQ(shares(std::vector<PartWeight>(4), 2), (Shares{{0, 1}, {2, 3}}));
}

TEST(Shares, ALargePartLeavesAWorkerWithoutAny) {
  const std::vector<PartWeight> parts = {{1, 0}, {98, 1}, {1, 2}};
  EXPECT_EQ(shares(parts, 3), (Shares{{0}, {1}, {2}}));
  EXPECT_EQ(shares(std::vector<PartWeight>{{98, 0}, {1, 1}, {1, 2}}, 3), (Shares{{}, {0}, {1, 2}}));
}

TEST(Shares, NumbersThatAreLargeDoNotOverflow) {
  const std::vector<PartWeight> parts = {{core::kInt64Max - 1, core::kInt64Max}, {1, 0}};
  EXPECT_EQ(shares(parts, 2), (Shares{{1}, {0}}));
}

std::vector<PartWeight> any_parts() {
  std::vector<PartWeight> parts(static_cast<std::size_t>(any_number(1, 30)));
  const std::int64_t most = any_number(1, 100);
  for (PartWeight& part : parts) part = {any_number(0, most), any_number(0, 50)};
  return parts;
}

std::int64_t bytes_of(const std::vector<std::size_t>& share, const std::vector<PartWeight>& parts) {
  std::int64_t bytes = 0;
  for (const std::size_t i : share) bytes += parts[i].bytes;
  return bytes;
}

TEST(SharesLaw, EachPartIsWrittenOnceAndSharesAreEven) {
  core::check_law("shares_are_even", 5000, [] {
    const std::vector<PartWeight> parts = any_parts();
    const std::int64_t workers = any_number(1, 12);
    const Shares all = shares(parts, workers);
    ASSERT_EQ(std::ssize(all), workers);
    std::int64_t total = 0;
    std::int64_t largest = 0;
    for (const PartWeight& part : parts) {
      total += part.bytes;
      largest = std::max(largest, part.bytes);
    }
    std::vector<int> writers(parts.size(), 0);
    for (const auto& share : all) {
      ASSERT_TRUE(std::ranges::is_sorted(share));
      for (const std::size_t i : share) ++writers[i];
      ASSERT_LE(std::abs(bytes_of(share, parts) * workers - total), largest * workers);
    }
    ASSERT_EQ(std::ranges::count(writers, 1), std::ssize(parts));
  });
}

/// Two files, each with half of the rows of w [4,8]; 32 bytes a row, after a header of 100 bytes.
pieces::PiecedModel rows_in_two_files() {
  const auto piece = [](std::size_t file, std::int64_t row) {
    return pieces::Piece{
        .file = file, .begin_bytes = 100, .bytes = 64, .box = {{row, 0}, {row + 2, 8}}};
  };
  return {.files = {{.path = "a"}, {.path = "b"}},
          .arrays = {{.name = "w",
                      .element_bits = 32,
                      .extents = {4, 8},
                      .pieces = {piece(0, 0), piece(1, 2)}}}};
}

std::vector<std::int64_t> positions_of(const std::vector<BoxOfRanks>& boxes) {
  const WantedModel wanted = wanted_model({wanted_array("w", {4, 8}, boxes)}, std::ssize(boxes));
  const pieces::PiecedModel source = rows_in_two_files();
  const auto output = planned_output(wanted, source, {.names = Names::kRank});
  std::vector<std::int64_t> positions;
  for (const PartWeight& weight : weights_of(*output, wanted, source)) {
    EXPECT_EQ(weight.bytes, 128 / std::ssize(boxes));
    positions.push_back(weight.position_bytes);
  }
  return positions;
}

TEST(Shares, PartsLieWhereTheirElementsDo) {
  // The middle of a row of 32 bytes is that of its first and last element, 14 bytes from its begin.
  const std::vector<map::Box> row = {
      {{0, 0}, {1, 8}}, {{1, 0}, {2, 8}}, {{2, 0}, {3, 8}}, {{3, 0}, {4, 8}}};
  EXPECT_EQ(positions_of({{row[3], {0}}, {row[2], {1}}, {row[1], {2}}, {row[0], {3}}}),
            (std::vector<std::int64_t>{164 + 100 + 46, 164 + 100 + 14, 100 + 46, 100 + 14}));
  // Columns are in both files.
  const std::int64_t left = 100 + (0 + 44) / 2;
  EXPECT_EQ(positions_of({{{{0, 0}, {4, 4}}, {0}}, {{{0, 4}, {4, 8}}, {1}}}),
            (std::vector<std::int64_t>{left + 82, left + 16 + 82}));
}

/// 65,536 tiles of columns and 512 whole arrays.
TEST(Shares, ManyTilesAreWeighedInNoTime) {
  std::vector<WantedArray> arrays;
  arrays.reserve(1024);
  for (int i = 0; i < 512; ++i) {
    std::vector<BoxOfRanks> boxes;
    boxes.reserve(128);
    for (std::int64_t x = 0; x < 128; ++x) boxes.push_back({{{0, x}, {4, x + 1}}, {x % 64}});
    arrays.push_back(wanted_array("w" + std::to_string(i), {4, 128}, boxes));
    arrays.push_back(whole_array("b" + std::to_string(i), {8}, 64));
  }
  const WantedModel wanted = wanted_model(std::move(arrays), 64);
  const pieces::PiecedModel source = source_of(wanted);
  const auto output = planned_output(wanted, source, {.names = Names::kPieces});
  ASSERT_TRUE(output.has_value()) << output.error()->message;
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<PartWeight> weights = weights_of(*output, wanted, source);
  const Job job = job_of({}, source, wanted, *output);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  RecordProperty("seconds", std::to_string(seconds.count()));
  EXPECT_EQ(weights.size(), 1U);
  EXPECT_EQ(job.fields.size(), 8U);
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
