// SPDX-License-Identifier: Apache-2.0
// lower_law_test.cc: lowering against the definitions of the hardware and of Triton, element by
// element, without products of layouts.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tileglot/bridge/triton/lower.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/triton/any_encoding.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/print.h"

namespace tileglot::notation::linear {
namespace {

std::size_t at(std::int64_t d) { return static_cast<std::size_t>(d); }

/// The digits of an index in mixed radix, the first of the order fastest; the last is unbounded.
Numbers digits(std::int64_t index, const Numbers& sizes, const Numbers& order) {
  Numbers result(sizes.size(), 0);
  for (const std::int64_t d : order) {
    result[at(d)] = index % sizes[at(d)];
    index /= sizes[at(d)];
  }
  return result;
}

std::int64_t product(const Numbers& numbers) {
  std::int64_t result = 1;
  for (const std::int64_t n : numbers) result *= n;
  return result;
}

std::int64_t size_of(const Layout& layout, const Name& in) { return layout.find_in(in)->size(); }

Numbers element(const Layout& layout, std::int64_t reg, std::int64_t lane, std::int64_t warp) {
  const std::vector<std::pair<Name, std::int64_t>> at_place = {
      {kRegister, reg}, {kLane, lane}, {kWarp, warp}};
  std::uint64_t flat = 0;
  for (const auto& [name, value] : at_place) {
    flat |= placed(static_cast<std::uint64_t>(value), *layout.find_in(name));
  }
  return unpacked(layout, apply_flat(layout, flat));
}

/// coord = e + spt * (t + tpw * (w + wpc * rep)), each decoded along the order.
Numbers blocked_element(const Blocked& e, const Numbers& repeats, std::int64_t reg,
                        std::int64_t lane, std::int64_t warp) {
  const Numbers in_thread = digits(reg, e.size_per_thread, e.order);
  const Numbers repeat = digits(reg / product(e.size_per_thread), repeats, e.order);
  const Numbers thread = digits(lane, e.threads_per_warp, e.order);
  const Numbers of_warp = digits(warp, e.warps_per_cta, e.order);
  Numbers coordinate(in_thread.size());
  for (std::size_t d = 0; d < coordinate.size(); ++d) {
    const std::int64_t tile = of_warp[d] + e.warps_per_cta[d] * repeat[d];
    coordinate[d] =
        in_thread[d] + e.size_per_thread[d] * (thread[d] + e.threads_per_warp[d] * tile);
  }
  return coordinate;
}

Numbers tile_of(const Blocked& e) {
  Numbers tile = e.size_per_thread;
  for (std::size_t d = 0; d < tile.size(); ++d) {
    tile[d] *= e.threads_per_warp[d] * e.warps_per_cta[d];
  }
  return tile;
}

void expect_blocked(const Blocked& e, const Numbers& repeats, const Layout& layout) {
  for (std::int64_t reg = 0; reg < size_of(layout, kRegister); ++reg) {
    for (std::int64_t lane = 0; lane < size_of(layout, kLane); ++lane) {
      for (std::int64_t warp = 0; warp < size_of(layout, kWarp); ++warp) {
        ASSERT_EQ(element(layout, reg, lane, warp), blocked_element(e, repeats, reg, lane, warp))
            << print(Encoding(e)) << "\n"
            << print(layout);
      }
    }
  }
}

TEST(LowerLaw, BlockedIsItsClosedForm) {
  core::check_law("lower_blocked", 10000, [] {
    const std::int64_t rank = *rc::gen::inRange<std::int64_t>(1, 4);
    Blocked e = *any_blocked(rank);
    e.cga = {};
    const Numbers repeats = *any_sizes(rank, 1);
    Numbers shape = tile_of(e);
    for (std::size_t d = 0; d < shape.size(); ++d) shape[d] *= repeats[d];
    const auto layout = lower(Encoding(e), shape);
    ASSERT_TRUE(layout);
    EXPECT_EQ(size_of(*layout, kRegister), product(e.size_per_thread) * product(repeats));
    expect_blocked(e, repeats, *layout);
  });
}

using Elements = std::set<Numbers>;

/// What a lane of a warp of a block holds.
Elements held(const Layout& layout, std::uint64_t lane, std::uint64_t warp, std::uint64_t block) {
  const std::uint64_t place = placed(lane, *layout.find_in(kLane)) |
                              placed(warp, *layout.find_in(kWarp)) |
                              placed(block, *layout.find_in(kBlock));
  Elements elements;
  for (std::int64_t reg = 0; reg < size_of(layout, kRegister); ++reg) {
    const auto registers = placed(static_cast<std::uint64_t>(reg), *layout.find_in(kRegister));
    elements.insert(unpacked(layout, apply_flat(layout, place | registers)));
  }
  return elements;
}

/// By the definition: every element whose coordinate is the tile's, modulo the shape.
Elements held_by_definition(const Blocked& e, const Numbers& shape, std::int64_t lane,
                            std::int64_t warp) {
  const Numbers tile = tile_of(e);
  Numbers repeats(shape.size(), 1);
  for (std::size_t d = 0; d < shape.size(); ++d)
    repeats[d] = std::max<std::int64_t>(1, shape[d] / tile[d]);
  Elements elements;
  for (std::int64_t reg = 0; reg < product(e.size_per_thread) * product(repeats); ++reg) {
    Numbers coordinate = blocked_element(e, repeats, reg, lane, warp);
    for (std::size_t d = 0; d < shape.size(); ++d) coordinate[d] %= shape[d];
    elements.insert(coordinate);
  }
  return elements;
}

TEST(LowerLaw, ALargeTileWrapsAroundASmallShape) {
  core::check_law("lower_blocked_wraps", 10000, [] {
    const std::int64_t rank = *rc::gen::inRange<std::int64_t>(1, 4);
    Blocked e = *any_blocked(rank);
    e.cga = {};
    const Numbers shape = *any_sizes(rank, 4);
    const auto layout = lower(Encoding(e), shape);
    ASSERT_TRUE(layout);
    for (std::int64_t lane = 0; lane < product(e.threads_per_warp); ++lane) {
      for (std::int64_t warp = 0; warp < product(e.warps_per_cta); ++warp) {
        const Elements elements =
            held(*layout, static_cast<std::uint64_t>(lane), static_cast<std::uint64_t>(warp), 0);
        ASSERT_EQ(elements, held_by_definition(e, shape, lane, warp)) << print(Encoding(e));
        ASSERT_EQ(std::ssize(elements), size_of(*layout, kRegister)) << "a register repeats";
      }
    }
  });
}

/// Where a block's part of the tensor begins.
Numbers block_origin(const Bases& cga, const Numbers& share, const Numbers& shape,
                     std::uint64_t block) {
  Numbers origin(shape.size(), 0);
  for (std::size_t bit = 0; bit < cga.size(); ++bit) {
    if (((block >> bit) & 1U) == 0) continue;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (cga[bit][d] < shape[d] / share[d]) origin[d] += cga[bit][d] * share[d];
    }
  }
  return origin;
}

Numbers share_of(const Bases& cga, Numbers shape) {
  for (const Numbers& basis : cga) {
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (basis[d] != 0 && shape[d] > 1) shape[d] /= 2;
    }
  }
  return shape;
}

TEST(LowerLaw, ABlockOfAClusterHasTheTileOfItsShare) {
  core::check_law("lower_cluster", 10000, [] {
    const std::int64_t rank = *rc::gen::inRange<std::int64_t>(1, 4);
    Blocked e = *any_blocked(rank);
    e.cga = *any_cga(rank);
    const Numbers shape = *any_sizes(rank, 4);
    const Numbers share = share_of(e.cga, shape);
    const auto layout = lower(Encoding(e), shape);
    ASSERT_TRUE(layout);
    for (std::uint64_t block = 0; block < std::uint64_t{1} << e.cga.size(); ++block) {
      Elements expected;
      const Numbers origin = block_origin(e.cga, share, shape, block);
      for (Numbers coordinate : held_by_definition(e, share, 0, 0)) {
        for (std::size_t d = 0; d < coordinate.size(); ++d) coordinate[d] += origin[d];
        expected.insert(coordinate);
      }
      ASSERT_EQ(held(*layout, 0, 0, block), expected) << print(Encoding(e)) << block;
    }
  });
}

TEST(LowerLaw, ASliceHasTheElementsOfItsParentWithoutADimension) {
  core::check_law("lower_slice", 10000, [] {
    const Encoding parent = *any_parent();
    const std::int64_t dim = *rc::gen::inRange<std::int64_t>(0, rank(parent));
    const Numbers shape = *any_sizes(rank(parent) - 1, 5);
    Numbers parent_shape = shape;
    parent_shape.insert(parent_shape.begin() + dim, 1);
    const auto layout = lower(Encoding(Slice{.dim = dim, .parent = parent}), shape);
    const auto of_parent = lower(parent, parent_shape);
    ASSERT_TRUE(layout && of_parent);
    const auto lanes = static_cast<std::uint64_t>(size_of(*of_parent, kLane));
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      Elements expected;
      for (Numbers coordinate : held(*of_parent, lane, 0, 0)) {
        coordinate.erase(coordinate.begin() + dim);
        expected.insert(coordinate);
      }
      ASSERT_EQ(held(*layout, lane, 0, 0), expected);
      ASSERT_EQ(std::ssize(expected), size_of(*layout, kRegister)) << "a register repeats";
    }
  });
}

TEST(LowerLaw, AnAccumulatorIsWhereTheInstructionPutsIt) {
  const Encoding mma = NvidiaMma{.warps_per_cta = {1, 1}, .instr_shape = {16, 8}};
  const auto layout = lower(mma, {16, 8}).value();
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    for (std::int64_t i = 0; i < 4; ++i) {  // PTX ISA, mma.m16n8k16, the fragment of C
      const Numbers expected = {lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)};
      EXPECT_EQ(element(layout, i, lane, 0), expected);
    }
  }
}

TEST(LowerLaw, OperandsAreWhereTheInstructionWantsThem) {
  const Encoding mma = NvidiaMma{.warps_per_cta = {1, 1}, .instr_shape = {16, 8}};
  const auto a = lower(Encoding(DotOperand{0, mma, 2}), {16, 16}).value();
  const auto b = lower(Encoding(DotOperand{1, mma, 2}), {16, 8}).value();
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    for (std::int64_t i = 0; i < 8; ++i) {  // PTX ISA, mma.m16n8k16 of f16, the fragment of A
      const bool low = i < 2 || (i >= 4 && i < 6);
      const Numbers expected = {lane / 4 + (low ? 0 : 8), lane % 4 * 2 + (i & 1) + (i < 4 ? 0 : 8)};
      EXPECT_EQ(element(a, i, lane, 0), expected);
    }
    for (std::int64_t i = 0; i < 4; ++i) {  // and of B
      const Numbers expected = {lane % 4 * 2 + (i & 1) + (i < 2 ? 0 : 8), lane / 4};
      EXPECT_EQ(element(b, i, lane, 0), expected);
    }
  }
}

TEST(LowerLaw, AnMfmaIsWhereTheInstructionPutsIt) {
  AmdMfma e{
      .version = 3, .warps_per_cta = {1, 1}, .instr_shape = {32, 32, 8}, .tiles_per_warp = {1, 1}};
  for (const bool transposed : {false, true}) {
    e.is_transposed = transposed;
    const auto layout = lower(Encoding(e), {32, 32}).value();
    for (std::int64_t lane = 0; lane < 64; ++lane) {
      for (std::int64_t i = 0; i < 16; ++i) {  // CDNA3 ISA: row 8*(i/4) + 4*(lane/32) + i%4
        Numbers expected = {8 * (i / 4) + 4 * (lane / 32) + i % 4, lane % 32};
        if (transposed) std::swap(expected[0], expected[1]);
        EXPECT_EQ(element(layout, i, lane, 0), expected);
      }
    }
  }
}

TEST(LowerLaw, AWmmaIsWhereTheInstructionPutsIt) {
  for (const std::int64_t version : {1, 2}) {
    const Encoding wmma = AmdWmma{.version = version};
    const auto layout = lower(wmma, {16, 16}).value();
    for (std::int64_t lane = 0; lane < 32; ++lane) {
      for (std::int64_t i = 0; i < 8; ++i) {  // RDNA3: rows alternate; RDNA4: halves
        const std::int64_t row = version == 1 ? 2 * i + lane / 16 : i + 8 * (lane / 16);
        EXPECT_EQ(element(layout, i, lane, 0), (Numbers{row, lane % 16}));
      }
    }
  }
}

std::vector<Numbers> all_offsets(const Layout& layout) {
  std::vector<Numbers> list;
  for (std::int64_t i = 0; i < size_of(layout, kOffset); ++i) {
    list.push_back(unpacked(layout, apply_flat(layout, static_cast<std::uint64_t>(i))));
  }
  return list;
}

/// Column c of row r stands at c xor (vec * ((r / per_phase) mod max_phase)), within the columns.
TEST(LowerLaw, SwizzledIsItsClosedForm) {
  core::check_law("lower_swizzled", 10000, [] {
    const std::int64_t rank = *rc::gen::inRange<std::int64_t>(1, 4);
    const SwizzledShared e = *any_swizzled(rank);
    const Numbers shape = *any_sizes(rank, 4);
    const auto layout = lower(Encoding(e), shape);
    ASSERT_TRUE(layout);
    std::int64_t offset = 0;
    for (const Numbers& coordinate : all_offsets(*layout)) {
      Numbers expected = digits(offset++, shape, e.order);
      if (rank > 1) {
        const std::int64_t row = expected[at(e.order[1])];
        const std::int64_t columns = shape[at(e.order[0])];
        expected[at(e.order[0])] ^= e.vec * (row / e.per_phase % e.max_phase) % columns;
      }
      ASSERT_EQ(coordinate, expected) << print(Encoding(e));
    }
  });
}

/// In bytes, a swizzle of 32, 64 or 128 is an xor of address bits 4.. with bits 7..: CuTe's
/// Sw<1,4,3>, Sw<2,4,3>, Sw<3,4,3>.
TEST(LowerLaw, ABoxOfTmaIsAnXorOfAddressBits) {
  for (const std::int64_t swizzle : {32, 64, 128}) {
    for (const std::int64_t bits : {8, 16, 32}) {
      const std::int64_t columns = 8 * swizzle / bits;
      for (const bool transposed : {false, true}) {
        const Encoding e = NvmmaShared{
            .swizzling_byte_width = swizzle, .transposed = transposed, .element_bit_width = bits};
        const Numbers shape = transposed ? Numbers{columns, 32} : Numbers{32, columns};
        std::int64_t byte = 0;
        for (const Numbers& coordinate : all_offsets(lower(e, shape).value())) {
          const std::int64_t logical = byte ^ ((byte >> 7 & (swizzle / 16 - 1)) << 4);
          Numbers expected = {logical / swizzle, logical % swizzle * 8 / bits};
          if (transposed) std::swap(expected[0], expected[1]);
          ASSERT_EQ(coordinate, expected) << print(e) << " byte " << byte;
          byte += bits / 8;
        }
      }
    }
  }
}

/// Every element of the shape is somewhere, whatever the encoding.
TEST(LowerLaw, EveryElementHasAPlace) {
  core::check_law("lower_reaches_all", 10000, [] {
    const Encoding e = *any_encoding();
    Numbers shape = *any_sizes(rank(e), 5);
    const auto layout = lower(e, shape);
    if (!layout) {
      EXPECT_EQ(layout.error()->code, "triton.shape") << print(e);
      return;
    }
    EXPECT_TRUE(is_surjective(*layout)) << print(e) << print(*layout);
    for (std::size_t d = 0; d < shape.size(); ++d) {
      EXPECT_EQ(layout->outs()[d].size(), shape[d]) << print(e);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
