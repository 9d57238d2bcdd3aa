// SPDX-License-Identifier: Apache-2.0
// array_digest_test.cc: digests of arrays in many layouts and parts.
#include "tileglot/relayout/digest/array_digest.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/box.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/cpu/relayout.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/digest/digest.h"
#include "tileglot/relayout/digest/reference.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/plan/any_transfer.h"

namespace tileglot::relayout::digest {
namespace {

using Bytes = std::vector<std::byte>;
using Extents = std::vector<std::int64_t>;
using plan::Transfer;

std::int64_t draw(std::int64_t least, std::int64_t most) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(least, most + 1));
}

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

Bytes random_bytes(std::int64_t bits, std::uint32_t seed) {
  Bytes bytes(static_cast<std::size_t>(core::ceil_div(bits, 8)));
  kernels::fill_randomly(bytes, seed);
  return bytes;
}

/// As many as the layout reaches, or some of them.
Bytes bytes_for(const map::IndexMap& layout, int element_bits) {
  const std::int64_t elements = std::min<std::int64_t>(layout.out().bound.hi, 1 << 13) + 1;
  return random_bytes(std::max<std::int64_t>(elements, 1) * element_bits, 1);
}

/// Small slabs and many threads.
DigestOptions any_options() {
  return {.threads = *rc::gen::element(1, 1, 3),
          .small_bytes = 1,
          .slab_bytes = *rc::gen::element<std::int64_t>(1, 7, 64, 1000, 1 << 18)};
}

TEST(ArrayDigest, ATiledArrayHasTheDigestOfARowMajorOne) {
  const map::IndexMap f = map_of("f32[3,5]{1,0}");
  const map::IndexMap g = map_of("f32[3,5]{1,0:T(2,2)}");
  const Bytes rows = random_bytes(32 * f.codomain_size(), 1);
  Bytes tiles = random_bytes(32 * g.codomain_size(), 2);
  const cpu::ExecuteOptions keep{.zero_fill = false};
  ASSERT_TRUE(cpu::relayout(f, g, 32, rows, tiles, {.execute = keep}).has_value());
  EXPECT_EQ(*digest_of(f, 32, rows), *digest_of(g, 32, tiles));
}

TEST(ArrayDigest, TheFastDigestIsTheSlowOne) {
  core::check_law("digest_is_reference", 5000, [] {
    const Transfer transfer =
        draw(0, 1) == 0 ? plan::any_transfer(1000) : plan::any_tensor_transfer(3000);
    const map::IndexMap layout = transfer.source_map();
    Extents whole;
    map::Coordinate begin;
    for (const map::Dim& dim : layout.domain()) {
      begin.push_back(draw(0, 2) * draw(0, 40));
      whole.push_back(begin.back() + dim.extent + draw(0, 2) * draw(0, 3));
    }
    const Bytes bytes = bytes_for(layout, transfer.element_bits);
    const auto slow = reference_digest(layout, begin, whole, transfer.element_bits, bytes);
    const auto fast = digest_of(layout, begin, whole, transfer.element_bits, bytes, any_options());
    ASSERT_EQ(slow.has_value(), fast.has_value());
    if (!slow) return;
    EXPECT_EQ(*fast, *slow);
  });
}

/// Boxes that have each coordinate of an array once.
std::vector<map::Box> any_cut(const Extents& extents) {
  std::vector<map::Box> boxes = {{map::Coordinate(extents.size()), extents}};
  const std::int64_t cuts = draw(0, 6);
  for (std::int64_t i = 0; i < cuts; ++i) {
    map::Box& box = boxes[static_cast<std::size_t>(draw(0, std::ssize(boxes) - 1))];
    const auto k = static_cast<std::size_t>(draw(0, std::ssize(extents) - 1));
    map::Box upper = box;
    box.end[k] = upper.begin[k] = draw(box.begin[k], box.end[k]);
    boxes.push_back(upper);
  }
  return boxes;
}

TEST(ArrayDigest, DigestsDependOnNeitherCutNorLayout) {
  core::check_law("digest_of_any_cut_and_layout", 3000, [] {
    const Transfer transfer =
        draw(0, 1) == 0 ? plan::any_transfer(1000) : plan::any_tensor_transfer(3000);
    const map::IndexMap f = transfer.source_map();
    const map::IndexMap g = transfer.target_map();
    const Bytes source = bytes_for(f, transfer.element_bits);
    Bytes target = random_bytes(g.codomain_size() * transfer.element_bits, 2);
    const auto whole = digest_of(f, transfer.element_bits, source, any_options());
    if (!whole) return;
    plan::move_directly(transfer, source, target);
    const Extents extents = extents_of(f);
    Digest sum{.extents = extents, .element_bits = transfer.element_bits};
    for (const map::Box& box : any_cut(extents)) {
      const bool reads_target = draw(0, 1) == 1;
      const auto slices = map::slices_of(box, map::Coordinate(extents.size()));
      const map::IndexMap part = *map::subarray(reads_target ? g : f, slices);
      ASSERT_TRUE(sum.add(*digest_of(part, box.begin, extents, transfer.element_bits,
                                     reads_target ? target : source, any_options()))
                      .has_value());
    }
    EXPECT_EQ(sum, *whole);
    EXPECT_TRUE(sum.is_whole());
  });
}

TEST(ArrayDigest, LargeArraysAreReadBySlabs) {
  const map::IndexMap rows = map_of("bf16[520,3000]{1,0}");
  const Bytes source = random_bytes(16 * rows.codomain_size(), 1);
  const Digest expected = *digest_of(rows, 16, source, {.threads = 1});
  const Extents whole = extents_of(rows);
  EXPECT_EQ(expected, *reference_digest(rows, {0, 0}, whole, 16, source));
  for (const std::string_view text :
       {"bf16[520,3000]{0,1}", "bf16[520,3000]{1,0:T(8,128)(2,1)}", "bf16[520,3000]{1,0:T(8,128)}",
        "bf16[520,3000]{0,1:T(8,128)}", "bf16[520,3000]{1,0:T(7,100)}"}) {
    const map::IndexMap layout = map_of(text);
    Bytes target(static_cast<std::size_t>(2 * layout.codomain_size()));
    ASSERT_TRUE(cpu::relayout(rows, layout, 16, source, target).has_value());
    for (const int threads : {1, 3}) {
      EXPECT_EQ(expected, *digest_of(layout, 16, target, {.threads = threads, .small_bytes = 1}))
          << text;
    }
  }
}

TEST(ArrayDigest, ScalarsAndEmptyArraysHaveDigests) {
  const map::IndexMap scalar = map_of("f32[]");
  const Bytes one = {std::byte{0}, std::byte{0}, std::byte{0x80}, std::byte{0x3f}};
  EXPECT_EQ(*digest_of(scalar, 32, one),
            (Digest{{}, 32, 1, 0x377722e465800000, 0xe460121b28800000}));
  EXPECT_EQ(*digest_of(map_of("f32[0,7]{1,0}"), 32, {}), (Digest{{0, 7}, 32, 0, 0, 0}));
}

std::string code_of(const core::Result<Digest>& result) {
  return result ? "no error" : result.error()->code;
}

TEST(ArrayDigest, WhatCannotBeReadIsRefused) {
  const map::IndexMap layout = map_of("u8[3,5]{1,0}");
  const Bytes bytes(15);
  EXPECT_EQ(code_of(digest_of(layout, 12, bytes)), "relayout.element_bits");
  EXPECT_EQ(code_of(digest_of(layout, 256, bytes)), "relayout.element_bits");
  EXPECT_EQ(code_of(digest_of(layout, 16, bytes)), "relayout.buffer_too_small");
  const auto part = [&](const map::Coordinate& begin, const Extents& whole) {
    return code_of(digest_of(layout, begin, whole, 8, bytes));
  };
  EXPECT_EQ(part({1, 0}, {3, 5}), "digest.part");
  EXPECT_EQ(part({-1, 0}, {3, 5}), "digest.part");
  EXPECT_EQ(part({0, 0}, {3, 4}), "digest.part");
  EXPECT_EQ(part({0}, {3, 5}), "digest.part");
  EXPECT_EQ(part({0, core::kInt64Max}, {3, core::kInt64Max}), "digest.too_large");
  EXPECT_EQ(part({0, 0}, {-3, 5}), "digest.too_large");
  EXPECT_EQ(part({0, (std::int64_t{1} << 58) - 5}, {3, std::int64_t{1} << 58}), "no error");
  map::MapBuilder builder(map::dims_of({3}));
  const auto before = builder.finish(builder.scale(builder.dim(0), -1), {{3, "offset"}});
  EXPECT_EQ(code_of(digest_of(*before, 8, bytes)), "relayout.negative_offset");
}

TEST(ArrayDigest, ADigestIsWatchedAndCancelled) {
  const map::IndexMap layout = map_of("u8[64,64]{0,1}");
  const Bytes bytes(64 * 64);
  for (const int threads : {1, 3}) {
    std::vector<std::int64_t> seen;
    DigestOptions options{.threads = threads, .small_bytes = 1, .slab_bytes = 256};
    options.watch = {[&](cpu::Progress p) {
                       seen.push_back(p.done_bytes);
                       return true;
                     },
                     256};
    EXPECT_TRUE(digest_of(layout, 8, bytes, options).has_value());
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    ASSERT_FALSE(seen.empty());
    EXPECT_EQ(seen.back(), 64 * 64);
  }
  const DigestOptions cancelled{.threads = 1, .watch = {[](cpu::Progress) { return false; }}};
  EXPECT_EQ(code_of(digest_of(layout, 8, bytes, cancelled)), "relayout.cancelled");
}

}  // namespace
}  // namespace tileglot::relayout::digest
