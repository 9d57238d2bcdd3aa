// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/run_reader.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/digest/detail/part.h"
#include "tileglot/relayout/digest/detail/sums.h"
#include "tileglot/relayout/digest/digest.h"
#include "tileglot/relayout/digest/reference.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/plan/any_transfer.h"

namespace tileglot::relayout::digest::detail {
namespace {

using Extents = std::vector<std::int64_t>;

std::int64_t runs_of(std::string_view text, const Extents& whole) {
  const map::IndexMap layout = *bridge::to_map(*notation::xla::parse_shape(text));
  const std::vector<std::byte> bytes(static_cast<std::size_t>(4 * layout.codomain_size()));
  return run_elements(*checked_part(layout, map::Coordinate(whole.size()), whole, 32, bytes));
}

TEST(RunReader, RowsOfTilesAreRuns) {
  EXPECT_EQ(runs_of("f32[16,256]{1,0:T(8,128)}", {16, 256}), 128);
  EXPECT_EQ(runs_of("f32[16,256]{1,0:T(8,128)(2,1)}", {16, 256}), 1);
}

TEST(RunReader, RowsThatFollowEachOtherAreOneRun) {
  EXPECT_EQ(runs_of("f32[4,16,256]{2,1,0}", {4, 16, 256}), 4 * 16 * 256);
  EXPECT_EQ(runs_of("f32[4,16,256]{2,1,0}", {4, 16, 300}), 256);
  EXPECT_EQ(runs_of("f32[4,16,256]{2,1,0}", {9, 16, 256}), 4 * 16 * 256);
  EXPECT_EQ(runs_of("f32[4,16,256]{2,0,1}", {4, 16, 256}), 256);
  EXPECT_EQ(runs_of("f32[4,16,256]{0,1,2}", {4, 16, 256}), 1);
  EXPECT_EQ(runs_of("f32[4,16,1]{0,1,2}", {4, 16, 1}), 1);
}

TEST(RunReader, RunsAreTheElementsOfTheirBox) {
  core::check_law("runs_are_their_elements", 5000, [] {
    const plan::Transfer transfer = plan::any_transfer(1000);
    const map::IndexMap layout =
        *rc::gen::element(true, false) ? transfer.source_map() : transfer.target_map();
    Extents whole;
    map::Coordinate begin(layout.rank());
    for (std::size_t k = 0; k < layout.rank(); ++k)
      whole.push_back(layout.extent(k) + *rc::gen::element<std::int64_t>(0, 0, 3));
    std::vector<std::byte> bytes(1 << 16);
    kernels::fill_randomly(bytes, 1);
    const auto part = checked_part(layout, begin, whole, transfer.element_bits, bytes);
    if (!part) return;
    map::Box all{begin, {}};
    for (const map::Dim& dim : layout.domain()) all.end.push_back(dim.extent);
    const Digest expected = *reference_digest(layout, begin, whole, transfer.element_bits, bytes);
    EXPECT_EQ(sum_runs(*part, all), (Sums{expected.first, expected.second}));
  });
}

}  // namespace
}  // namespace tileglot::relayout::digest::detail
