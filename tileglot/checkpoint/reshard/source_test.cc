// SPDX-License-Identifier: Apache-2.0
// source_test.cc: boxes of tiles, read from pieces, and what reading takes.
#include "tileglot/checkpoint/reshard/source.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/any_tile.h"
#include "tileglot/checkpoint/reshard/detail/open_files.h"
#include "tileglot/checkpoint/reshard/detail/reads.h"
#include "tileglot/checkpoint/reshard/detail/runs.h"
#include "tileglot/checkpoint/reshard/units.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/lost_pages.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::Extents;

constexpr std::int64_t kMebi = std::int64_t{1} << 20;

map::Box whole(const Extents& extents) { return {map::Coordinate(extents.size(), 0), extents}; }

/// A box of array 0.
WantedTile tile_of(const map::Box& box) {
  WantedTile tile = {.begin = box.begin, .ranks = {0}};
  for (std::size_t k = 0; k < box.begin.size(); ++k)
    tile.extents.push_back(box.end[k] - box.begin[k]);
  tile.fills = {{0, box, map::Coordinate(box.begin.size(), 0)}};
  return tile;
}

struct Fetched {
  std::string code = {};  ///< of the error
  std::vector<std::byte> bytes = {};
};

Fetched fetched(const Source& source, const WantedTile& tile, std::int64_t element_bits,
                std::int64_t number = 0) {
  const map::Box box = whole(tile.extents);
  Fetched result;
  result.bytes.resize(static_cast<std::size_t>(box.size() * element_bits / 8));
  const auto status = source.fetch(tile, element_bits, number, box, result.bytes);
  if (!status) result.code = status.error()->code;
  return result;
}

TEST(Source, ColumnsAreReadFromPiecesOfRows) {
  const io::TemporaryFolder folder;
  const WrittenModel written =
      write_model(folder / "", {{{4, 8}, {{{0, 0}, {2, 8}}, {{2, 0}, {4, 8}}}}}, 32, 2);
  const auto source = Source::of(written.model);
  ASSERT_TRUE(source.has_value());
  const WantedTile tile = tile_of({{0, 2}, {4, 4}});
  EXPECT_EQ(fetched(*source, tile, 32).bytes,
            packed(elements_of(written, tile, 32, whole({4, 2}))));
  EXPECT_EQ(source->cost(tile, 32, 0, kMebi),
            (ReadCost{.wanted_bytes = 32, .read_bytes = 32, .page_bytes = 4 * 4096, .reads = 4}));
  EXPECT_TRUE(source->check().has_value());
}

TEST(Source, TilesTakeDifferentCopies) {
  const io::TemporaryFolder folder;
  const map::Box box = {{0}, {4}};
  const WrittenModel written = write_model(folder / "", {{{4}, {box, box}}}, 8, 2);
  const auto source = Source::of(written.model);
  ASSERT_TRUE(source.has_value());
  io::write_text(folder / "1", "gone");
  EXPECT_EQ(fetched(*source, tile_of(box), 8, 0).code, "");
  EXPECT_EQ(fetched(*source, tile_of(box), 8, 1).code, "io.changed");
  EXPECT_EQ(fetched(*source, tile_of(box), 8, 2).code, "");
}

TEST(Source, StackedArraysAreOneTile) {
  const io::TemporaryFolder folder;
  const map::Box box = whole({2, 2});
  const WrittenModel written = write_model(folder / "", {{{2, 2}, {box}}, {{2, 2}, {box}}}, 16, 1);
  const auto source = Source::of(written.model);
  ASSERT_TRUE(source.has_value());
  const WantedTile tile = {.begin = {0, 0, 0},
                           .extents = {2, 2, 2},
                           .fills = {{1, box, {0, 0, 0}}, {0, box, {1, 0, 0}}},
                           .ranks = {0}};
  const std::vector<std::byte> both = fetched(*source, tile, 16).bytes;
  EXPECT_EQ(std::vector(both.begin(), both.begin() + 8), packed(written.bits[1]));
  EXPECT_EQ(std::vector(both.begin() + 8, both.end()), packed(written.bits[0]));
}

/// Columns of an array of many rows, which are copied from mapped memory.
struct ManyRows {
  io::TemporaryFolder folder = {};
  WrittenModel written = write_model(folder / "", {{{1000, 64}, {{{0, 0}, {1000, 64}}}}}, 16, 1);
  WantedTile tile = tile_of({{0, 3}, {1000, 5}});
};

TEST(Source, ManyShortRunsAreCopied) {
  const ManyRows rows;
  const auto source = Source::of(rows.written.model);
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(fetched(*source, rows.tile, 16).bytes,
            packed(elements_of(rows.written, rows.tile, 16, whole({1000, 2}))));
  // 1000 rows of 128 bytes, and the piece does not begin with a page.
  EXPECT_EQ(
      source->cost(rows.tile, 16, 0, kMebi),
      (ReadCost{.wanted_bytes = 4000, .read_bytes = 4000, .page_bytes = 32 * 4096, .reads = 1}));
}

TEST(Source, AFileThatIsCutIsNotCopied) {
  const io::CaughtLostPages caught;
  const ManyRows rows;
  const auto source = Source::of(rows.written.model);
  ASSERT_TRUE(source.has_value());
  ASSERT_EQ(fetched(*source, rows.tile, 16).code, "");
  io::write_text(rows.folder / "0", "short");
  EXPECT_EQ(fetched(*source, rows.tile, 16).code, "io.changed");
  EXPECT_EQ(source->check().error()->code, "io.changed");
}

TEST(Source, AFileThatIsWrittenLaterIsFound) {
  const io::TemporaryFolder folder;
  const WrittenModel written = write_model(folder / "", {{{4}, {{{0}, {4}}}}}, 8, 1);
  const auto source = Source::of(written.model);
  ASSERT_TRUE(source.has_value());
  ASSERT_EQ(fetched(*source, tile_of({{0}, {4}}), 8).code, "");
  EXPECT_TRUE(source->check().has_value());
  io::write_text(folder / "0", io::read_text(folder / "0") + "x");
  EXPECT_EQ(source->check().error()->code, "io.changed");
}

TEST(Source, SeveralThreadsFetchAtOnce) {
  const ManyRows rows;
  const auto source = Source::of(rows.written.model);
  ASSERT_TRUE(source.has_value());
  std::vector<Fetched> all(4);
  std::vector<std::thread> threads;
  threads.reserve(all.size());
  for (Fetched& one : all) threads.emplace_back([&] { one = fetched(*source, rows.tile, 16); });
  for (std::thread& thread : threads) thread.join();
  for (const Fetched& one : all) EXPECT_EQ(one.bytes, all[0].bytes);
}

/// [2^40, 8] in one piece, of a file that does not exist.
pieces::PiecedModel huge_model() {
  const map::Box box = whole({std::int64_t{1} << 40, 8});
  return {.files = {{.path = "nowhere", .stamp = "none"}},
          .arrays = {{.name = "w",
                      .element_bits = 8,
                      .extents = box.end,
                      .pieces = {{0, 0, std::int64_t{1} << 43, box}}}}};
}

TEST(Source, TheCostOfManyRunsIsNotCountedRunByRun) {
  const pieces::PiecedModel model = huge_model();
  const auto source = Source::of(model);
  ASSERT_TRUE(source.has_value());
  const ReadCost cost = source->cost(tile_of({{0, 2}, {std::int64_t{1} << 40, 3}}), 8, 0, kMebi);
  EXPECT_EQ(cost.wanted_bytes, std::int64_t{1} << 40);
  EXPECT_EQ(cost.read_bytes, std::int64_t{1} << 40);
  EXPECT_EQ(cost.page_bytes, std::int64_t{1} << 43);
}

TEST(OpenFiles, FewFilesStayOpen) {
  const io::TemporaryFolder folder;
  const WrittenModel written =
      write_model(folder / "", {{{3}, {{{0}, {1}}, {{1}, {2}}, {{2}, {3}}}}}, 8, 3);
  detail::OpenFiles files(written.model, 2);
  const auto first = files.get(0);
  EXPECT_EQ(*files.get(0), *first);
  EXPECT_TRUE(files.get(1).has_value());
  EXPECT_TRUE(files.get(2).has_value());
  EXPECT_NE(*files.get(0), *first) << "it was closed for the third";
  EXPECT_TRUE(files.check().has_value());
}

TEST(Runs, AColumnIsRunsAtRegularSteps) {
  const map::Box box = {{0, 2}, {4, 4}};
  const detail::Runs runs = detail::runs_of({box, whole({4, 8})}, {box, box}, 32);
  EXPECT_EQ(runs.source, 64);
  EXPECT_EQ(runs.target, 0);
  EXPECT_EQ(runs.bits, 64);
  EXPECT_EQ(runs.loops, (std::vector<detail::Loop>{{4, 256, 64}}));
}

TEST(Runs, RowsAreOneRun) {
  const map::Box box = {{1, 0, 0}, {3, 4, 5}};
  const detail::Runs runs = detail::runs_of({box, whole({4, 4, 5})}, {box, box}, 8);
  EXPECT_EQ(runs.bits, 320);
  EXPECT_EQ(runs.loops, (std::vector<detail::Loop>{{1, 0, 0}}));
}

ReadCost cost_of(const map::Box& box, const map::Box& piece, std::int64_t element_bits) {
  const detail::Runs runs = detail::runs_of({box, piece}, {box, box}, element_bits);
  return detail::cost_of(runs, detail::reads_of(runs), 0);
}

TEST(Reads, RunsAreReadAtOnceUpToTwiceTheirBytes) {
  EXPECT_EQ(cost_of({{0, 2}, {4, 4}}, whole({4, 8}), 32).reads, 4);
  const ReadCost half = cost_of({{0, 0}, {4, 4}}, whole({4, 8}), 32);
  EXPECT_EQ(half.reads, 1);
  EXPECT_EQ(half.read_bytes, 112);
}

TEST(Reads, LongRunsAreReadAtOnceAcrossSmallGaps) {
  constexpr std::int64_t kKibi = 1024;
  // Halves of rows of 128 KiB, with gaps of 64 KiB: 1 MiB at most has 8 of them.
  const ReadCost near = cost_of({{0, 0}, {16, 64 * kKibi}}, whole({16, 128 * kKibi}), 8);
  EXPECT_EQ(near.reads, 2);
  EXPECT_EQ(near.read_bytes, 2 * 15 * 64 * kKibi);
  const ReadCost far = cost_of({{0, 0}, {16, 65 * kKibi}}, whole({16, 130 * kKibi}), 8);
  EXPECT_EQ(far.reads, 16);
  EXPECT_EQ(far.read_bytes, 16 * 65 * kKibi);
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
