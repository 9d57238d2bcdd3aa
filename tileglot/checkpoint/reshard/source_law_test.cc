// SPDX-License-Identifier: Apache-2.0
// The laws of sources: what is fetched is what elements say one by one, and what it costs is the sum
// over the reads.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/any_tile.h"
#include "tileglot/checkpoint/reshard/detail/fetch_runs.h"
#include "tileglot/checkpoint/reshard/detail/open_files.h"
#include "tileglot/checkpoint/reshard/detail/reads.h"
#include "tileglot/checkpoint/reshard/detail/runs.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/units.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::reshard {
namespace {

std::int64_t any_element_bits() { return *rc::gen::element(1, 2, 4, 6, 8, 16, 32); }

std::int64_t bits_of(const WantedTile& tile, std::int64_t element_bits) {
  return map::Box{map::Coordinate(tile.extents.size(), 0), tile.extents}.size() * element_bits;
}

TEST(SourceLaw, WhatIsFetchedIsWhatElementsSay) {
  int met = 0;
  int unaligned = 0;
  core::check_law("fetched_is_element_by_element", 2000, [&] {
    const io::TemporaryFolder folder;
    const std::int64_t bits = any_element_bits();
    const WrittenModel written = any_model(folder / "", bits);
    const WantedTile tile = any_tile(written.model);
    if (bits_of(tile, bits) % 8 != 0) return;
    const auto source = Source::of(written.model);
    RC_ASSERT(source.has_value());
    const Units units = Units::of(tile.extents, bits, pieces::any_number(1, 200));
    for (std::int64_t i = 0; i < units.count(); ++i) {
      std::vector<std::byte> bytes(static_cast<std::size_t>(units.bytes(i)), std::byte(0xA5));
      RC_ASSERT(source->fetch(tile, bits, i, units.box(i), bytes).has_value());
      RC_ASSERT(bytes == packed(elements_of(written, tile, bits, units.box(i))));
    }
    RC_ASSERT(source->check().has_value());
    RC_ASSERT(source->cost(tile, bits, 0, 100).wanted_bytes == bits_of(tile, bits) / 8);
    ++met;
    unaligned += bits < 8 ? 1 : 0;
  });
  EXPECT_GE(met, core::law_minimum(50));
  EXPECT_GE(unaligned, core::law_minimum(5));
}

detail::Limits any_limits() {
  return {.page_bytes = pieces::any_number(1, 40),
          .gap_bytes = pieces::any_number(0, 40),
          .direct_bytes = pieces::any_number(1, 20),
          .staged_block_bytes = pieces::any_number(1, 200),
          .direct_block_bytes = pieces::any_number(1, 200),
          .direct_block_runs = pieces::any_number(1, 10),
          .fewest_mapped = *rc::gen::element(1, 4, 1000)};
}

/// How many cases met each means.
struct Seen {
  int direct = 0;
  int staged = 0;
  int mapped = 0;
};

void count(Seen& seen, detail::Means means) {
  seen.direct += means == detail::Means::kDirect ? 1 : 0;
  seen.staged += means == detail::Means::kStaged ? 1 : 0;
  seen.mapped += means == detail::Means::kMapped ? 1 : 0;
}

/// Into a unit that has one element more on each side, of which no bit may change.
map::Box widened(map::Box box) {
  for (std::int64_t& begin : box.begin) --begin;
  for (std::int64_t& end : box.end) ++end;
  return box;
}

/// A box of an array that is one piece.
struct BoxOfPiece {
  pieces::Extents extents = {};
  map::Box box = {};
  std::int64_t bits = 0;

  map::Box whole() const { return {map::Coordinate(extents.size(), 0), extents}; }
  detail::Runs runs(const map::Box& unit) const {
    return detail::runs_of({box, whole()}, {box, unit}, bits);
  }
};

/// Most of the piece, so that blocks have several runs.
BoxOfPiece any_box_of_piece() {
  BoxOfPiece one = {.extents = pieces::any_extents(3), .bits = any_element_bits()};
  for (std::int64_t& extent : one.extents) {
    extent *= pieces::any_number(1, 4);
    one.box.begin.push_back(pieces::any_number(0, extent) / 4);
    one.box.end.push_back(extent - pieces::any_number(0, extent - one.box.begin.back()) / 4);
  }
  return one;
}

/// Ones around the box.
std::vector<bool> expected_bits(const BoxOfPiece& one, const std::vector<bool>& all,
                                const map::Box& unit) {
  std::vector<bool> bits;
  pieces::for_each_element(pieces::shape_of(unit), [&](map::Coordinate x) {
    std::int64_t number = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      x[k] += unit.begin[k];
      number = number * one.extents[k] + x[k];
    }
    for (std::int64_t bit = 0; bit < one.bits; ++bit) {
      const auto at = static_cast<std::size_t>(number * one.bits + bit);
      bits.push_back(!pieces::has(one.box, x) || all[at]);
    }
  });
  return bits;
}

TEST(SourceLaw, RunsAreFetchedByAnyMeansAndNothingBeside) {
  Seen seen;
  core::check_law("runs_are_fetched_by_any_means", 3000, [&] {
    const io::TemporaryFolder folder;
    const BoxOfPiece one = any_box_of_piece();
    const WrittenModel written =
        write_model(folder / "", {{one.extents, {one.whole()}}}, one.bits, 1);
    detail::OpenFiles files(written.model, 1);
    const auto file = files.get(0);
    RC_ASSERT(file.has_value());
    const map::Box unit = widened(one.box);
    const detail::Runs runs = one.runs(unit);
    const detail::Limits limits = any_limits();
    const std::vector<bool> expected = expected_bits(one, written.bits[0], unit);
    std::vector<std::byte> target = packed(std::vector<bool>(expected.size(), true));
    RC_ASSERT(detail::fetch_runs(**file, written.model.arrays[0].pieces[0].begin_bytes, runs,
                                 target, limits)
                  .has_value());
    RC_ASSERT(target == packed(expected));
    count(seen, detail::reads_of(runs, limits).means);
  });
  EXPECT_GE(seen.direct, core::law_minimum(5));
  EXPECT_GE(seen.staged, core::law_minimum(5));
  EXPECT_GE(seen.mapped, core::law_minimum(5));
}

/// Read by read.
ReadCost counted(const detail::Runs& runs, const detail::Blocks& blocks) {
  ReadCost cost;
  detail::for_each_block(
      runs, blocks, [&](std::int64_t source, std::int64_t, std::int64_t iterations) {
        const std::int64_t bits = detail::block_bits(runs, blocks, iterations);
        cost += {.read_bytes = core::ceil_div(source + bits, 8) - source / 8, .reads = 1};
      });
  return cost;
}

/// The pages that have runs, as reads of adjacent ones.
ReadCost counted_pages(const detail::Runs& runs, std::int64_t begin, std::int64_t page) {
  ReadCost cost;
  std::int64_t last = -1;
  detail::for_each_run(runs.loops, runs.source, 0, [&](std::int64_t source, std::int64_t) {
    const std::int64_t end = core::ceil_div(source + runs.bits, 8);
    cost.read_bytes += end - source / 8;
    const std::int64_t first = std::max((begin + source / 8) / page, last + 1);
    const std::int64_t after = core::ceil_div(begin + end, page);
    cost.page_bytes += std::max<std::int64_t>(after - first, 0) * page;
    last = std::max(last, after - 1);
  });
  return cost;
}

TEST(SourceLaw, TheCostIsTheSumOverTheReads) {
  int several = 0;
  int ragged = 0;
  core::check_law("cost_is_the_sum_over_reads", 30000, [&] {
    const BoxOfPiece one = any_box_of_piece();
    const detail::Limits limits = any_limits();
    const detail::Runs runs = one.runs(one.box);
    const detail::Reads reads = detail::reads_of(runs, limits);
    const std::int64_t begin = pieces::any_number(0, 100);
    const ReadCost cost = detail::cost_of(runs, reads, begin, limits);
    if (reads.means == detail::Means::kMapped) {
      const ReadCost pages = counted_pages(runs, begin, limits.page_bytes);
      RC_ASSERT(cost.read_bytes == pages.read_bytes);
      // Elements that share bytes may be off by a byte more.
      const std::int64_t off = one.bits % 8 == 0 ? 1 : 2;
      RC_ASSERT(std::abs(cost.page_bytes - pages.page_bytes) <=
                off * cost.reads * limits.page_bytes);
      return;
    }
    const ReadCost sum = counted(runs, reads.blocks);
    RC_ASSERT(cost.read_bytes == sum.read_bytes);
    RC_ASSERT(cost.reads == sum.reads);
    if (one.bits % 8 == 0) RC_ASSERT(cost.read_bytes <= 2 * one.box.size() * one.bits / 8);
    several += cost.reads > 1 ? 1 : 0;
    ragged += runs.loops[reads.blocks.loop].count % reads.blocks.group != 0 ? 1 : 0;
  });
  EXPECT_GE(several, core::law_minimum(20));
  EXPECT_GE(ragged, core::law_minimum(10));
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
