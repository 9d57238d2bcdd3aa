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

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;

std::size_t at(std::int64_t d) { return static_cast<std::size_t>(d); }

/// The digits of an index in mixed radix, the first of the order fastest; the last is unbounded.
triton::Numbers digits(std::int64_t index, const triton::Numbers& sizes,
                       const triton::Numbers& order) {
  triton::Numbers result(sizes.size(), 0);
  for (const std::int64_t d : order) {
    result[at(d)] = index % sizes[at(d)];
    index /= sizes[at(d)];
  }
  return result;
}

std::int64_t product(const triton::Numbers& numbers) {
  std::int64_t result = 1;
  for (const std::int64_t n : numbers) result *= n;
  return result;
}

std::int64_t size_of(const linear::Layout& layout, const linear::Name& in) {
  return layout.find_in(in)->size();
}

triton::Numbers element(const linear::Layout& layout, std::int64_t reg, std::int64_t lane,
                        std::int64_t warp) {
  const std::vector<std::pair<linear::Name, std::int64_t>> at_place = {
      {linear::kRegister, reg}, {linear::kLane, lane}, {linear::kWarp, warp}};
  std::uint64_t flat = 0;
  for (const auto& [name, value] : at_place) {
    flat |= linear::placed(static_cast<std::uint64_t>(value), *layout.find_in(name));
  }
  return linear::unpacked(layout, linear::apply_flat(layout, flat));
}

/// coord = e + spt * (t + tpw * (w + wpc * rep)), each decoded along the order.
triton::Numbers blocked_element(const triton::Blocked& e, const triton::Numbers& repeats,
                                std::int64_t reg, std::int64_t lane, std::int64_t warp) {
  const triton::Numbers in_thread = digits(reg, e.size_per_thread, e.order);
  const triton::Numbers repeat = digits(reg / product(e.size_per_thread), repeats, e.order);
  const triton::Numbers thread = digits(lane, e.threads_per_warp, e.order);
  const triton::Numbers of_warp = digits(warp, e.warps_per_cta, e.order);
  triton::Numbers coordinate(in_thread.size());
  for (std::size_t d = 0; d < coordinate.size(); ++d) {
    const std::int64_t tile = of_warp[d] + e.warps_per_cta[d] * repeat[d];
    coordinate[d] =
        in_thread[d] + e.size_per_thread[d] * (thread[d] + e.threads_per_warp[d] * tile);
  }
  return coordinate;
}

triton::Numbers tile_of(const triton::Blocked& e) {
  triton::Numbers tile = e.size_per_thread;
  for (std::size_t d = 0; d < tile.size(); ++d) {
    tile[d] *= e.threads_per_warp[d] * e.warps_per_cta[d];
  }
  return tile;
}

void expect_blocked(const triton::Blocked& e, const triton::Numbers& repeats,
                    const linear::Layout& layout) {
  for (std::int64_t reg = 0; reg < size_of(layout, linear::kRegister); ++reg) {
    for (std::int64_t lane = 0; lane < size_of(layout, linear::kLane); ++lane) {
      for (std::int64_t warp = 0; warp < size_of(layout, linear::kWarp); ++warp) {
        ASSERT_EQ(element(layout, reg, lane, warp), blocked_element(e, repeats, reg, lane, warp))
            << triton::print(triton::Encoding(e)) << "\n"
            << linear::print(layout);
      }
    }
  }
}

TEST(LowerLaw, BlockedIsItsClosedForm) {
  core::check_law("lower_blocked", 10000, [] {
    const std::int64_t rank = *rc::gen::inRange<std::int64_t>(1, 4);
    triton::Blocked e = *triton::any_blocked(rank);
    e.cga = {};
    const triton::Numbers repeats = *triton::any_sizes(rank, 1);
    triton::Numbers shape = tile_of(e);
    for (std::size_t d = 0; d < shape.size(); ++d) shape[d] *= repeats[d];
    const auto layout = lower(triton::Encoding(e), shape);
    ASSERT_TRUE(layout);
    EXPECT_EQ(size_of(*layout, linear::kRegister), product(e.size_per_thread) * product(repeats));
    expect_blocked(e, repeats, *layout);
  });
}

using Elements = std::set<triton::Numbers>;

/// What a lane of a warp of a block holds.
Elements held(const linear::Layout& layout, std::uint64_t lane, std::uint64_t warp,
              std::uint64_t block) {
  const std::uint64_t place = linear::placed(lane, *layout.find_in(linear::kLane)) |
                              linear::placed(warp, *layout.find_in(linear::kWarp)) |
                              linear::placed(block, *layout.find_in(linear::kBlock));
  Elements elements;
  for (std::int64_t reg = 0; reg < size_of(layout, linear::kRegister); ++reg) {
    const auto registers =
        linear::placed(static_cast<std::uint64_t>(reg), *layout.find_in(linear::kRegister));
    elements.insert(linear::unpacked(layout, linear::apply_flat(layout, place | registers)));
  }
  return elements;
}

/// By the definition: every element whose coordinate is the tile's, modulo the shape.
Elements elements_by_definition(const triton::Blocked& e, const triton::Numbers& shape,
                                std::int64_t lane, std::int64_t warp) {
  const triton::Numbers tile = tile_of(e);
  triton::Numbers repeats(shape.size(), 1);
  for (std::size_t d = 0; d < shape.size(); ++d)
    repeats[d] = std::max<std::int64_t>(1, shape[d] / tile[d]);
  Elements elements;
  for (std::int64_t reg = 0; reg < product(e.size_per_thread) * product(repeats); ++reg) {
    triton::Numbers coordinate = blocked_element(e, repeats, reg, lane, warp);
    for (std::size_t d = 0; d < shape.size(); ++d) coordinate[d] %= shape[d];
    elements.insert(coordinate);
  }
  return elements;
}

TEST(LowerLaw, ALargeTileWrapsAroundASmallShape) {
  core::check_law("lower_blocked_wraps", 10000, [] {
    const std::int64_t rank = *rc::gen::inRange<std::int64_t>(1, 4);
    triton::Blocked e = *triton::any_blocked(rank);
    e.cga = {};
    const triton::Numbers shape = *triton::any_sizes(rank, 4);
    const auto layout = lower(triton::Encoding(e), shape);
    ASSERT_TRUE(layout);
    for (std::int64_t lane = 0; lane < product(e.threads_per_warp); ++lane) {
      for (std::int64_t warp = 0; warp < product(e.warps_per_cta); ++warp) {
        const Elements elements =
            held(*layout, static_cast<std::uint64_t>(lane), static_cast<std::uint64_t>(warp), 0);
        ASSERT_EQ(elements, elements_by_definition(e, shape, lane, warp))
            << triton::print(triton::Encoding(e));
        ASSERT_EQ(std::ssize(elements), size_of(*layout, linear::kRegister))
            << "a register repeats";
      }
    }
  });
}

/// Where a block's part of the tensor begins.
triton::Numbers block_origin(const triton::Bases& cga, const triton::Numbers& share,
                             const triton::Numbers& shape, std::uint64_t block) {
  triton::Numbers origin(shape.size(), 0);
  for (std::size_t bit = 0; bit < cga.size(); ++bit) {
    if (((block >> bit) & 1U) == 0) continue;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (cga[bit][d] < shape[d] / share[d]) origin[d] += cga[bit][d] * share[d];
    }
  }
  return origin;
}

triton::Numbers share_of(const triton::Bases& cga, triton::Numbers shape) {
  for (const triton::Numbers& basis : cga) {
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (basis[d] != 0 && shape[d] > 1) shape[d] /= 2;
    }
  }
  return shape;
}

TEST(LowerLaw, ABlockOfAClusterHasTheTileOfItsShare) {
  core::check_law("lower_cluster", 10000, [] {
    const std::int64_t rank = *rc::gen::inRange<std::int64_t>(1, 4);
    triton::Blocked e = *triton::any_blocked(rank);
    e.cga = *triton::any_cga(rank);
    const triton::Numbers shape = *triton::any_sizes(rank, 4);
    const triton::Numbers share = share_of(e.cga, shape);
    const auto layout = lower(triton::Encoding(e), shape);
    ASSERT_TRUE(layout);
    for (std::uint64_t block = 0; block < std::uint64_t{1} << e.cga.size(); ++block) {
      Elements expected;
      const triton::Numbers origin = block_origin(e.cga, share, shape, block);
      for (triton::Numbers coordinate : elements_by_definition(e, share, 0, 0)) {
        for (std::size_t d = 0; d < coordinate.size(); ++d) coordinate[d] += origin[d];
        expected.insert(coordinate);
      }
      ASSERT_EQ(held(*layout, 0, 0, block), expected)
          << triton::print(triton::Encoding(e)) << block;
    }
  });
}

TEST(LowerLaw, ASliceHasTheElementsOfItsParentWithoutADimension) {
  core::check_law("lower_slice", 10000, [] {
    const triton::Encoding parent = *triton::any_parent();
    const std::int64_t dim = *rc::gen::inRange<std::int64_t>(0, triton::rank(parent));
    const triton::Numbers shape = *triton::any_sizes(triton::rank(parent) - 1, 5);
    triton::Numbers parent_shape = shape;
    parent_shape.insert(parent_shape.begin() + dim, 1);
    const auto layout = lower(triton::Encoding(triton::Slice{.dim = dim, .parent = parent}), shape);
    const auto of_parent = lower(parent, parent_shape);
    ASSERT_TRUE(layout && of_parent);
    const auto lanes = static_cast<std::uint64_t>(size_of(*of_parent, linear::kLane));
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      Elements expected;
      for (triton::Numbers coordinate : held(*of_parent, lane, 0, 0)) {
        coordinate.erase(coordinate.begin() + dim);
        expected.insert(coordinate);
      }
      ASSERT_EQ(held(*layout, lane, 0, 0), expected);
      ASSERT_EQ(std::ssize(expected), size_of(*layout, linear::kRegister)) << "a register repeats";
    }
  });
}

TEST(LowerLaw, AnAccumulatorIsWhereTheInstructionPutsIt) {
  const triton::Encoding mma = triton::NvidiaMma{.warps_per_cta = {1, 1}, .instr_shape = {16, 8}};
  const auto layout = lower(mma, {16, 8}).value();
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    for (std::int64_t i = 0; i < 4; ++i) {  // PTX ISA, mma.m16n8k16, the fragment of C
      const triton::Numbers expected = {lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)};
      EXPECT_EQ(element(layout, i, lane, 0), expected);
    }
  }
}

TEST(LowerLaw, OperandsAreWhereTheInstructionWantsThem) {
  const triton::Encoding mma = triton::NvidiaMma{.warps_per_cta = {1, 1}, .instr_shape = {16, 8}};
  const auto a = lower(triton::Encoding(triton::DotOperand{0, mma, 2}), {16, 16}).value();
  const auto b = lower(triton::Encoding(triton::DotOperand{1, mma, 2}), {16, 8}).value();
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    for (std::int64_t i = 0; i < 8; ++i) {  // PTX ISA, mma.m16n8k16 of f16, the fragment of A
      const bool low = i < 2 || (i >= 4 && i < 6);
      const triton::Numbers expected = {lane / 4 + (low ? 0 : 8),
                                        lane % 4 * 2 + (i & 1) + (i < 4 ? 0 : 8)};
      EXPECT_EQ(element(a, i, lane, 0), expected);
    }
    for (std::int64_t i = 0; i < 4; ++i) {  // and of B
      const triton::Numbers expected = {lane % 4 * 2 + (i & 1) + (i < 2 ? 0 : 8), lane / 4};
      EXPECT_EQ(element(b, i, lane, 0), expected);
    }
  }
}

TEST(LowerLaw, AnMfmaIsWhereTheInstructionPutsIt) {
  triton::AmdMfma e{
      .version = 3, .warps_per_cta = {1, 1}, .instr_shape = {32, 32, 8}, .tiles_per_warp = {1, 1}};
  for (const bool transposed : {false, true}) {
    e.is_transposed = transposed;
    const auto layout = lower(triton::Encoding(e), {32, 32}).value();
    for (std::int64_t lane = 0; lane < 64; ++lane) {
      for (std::int64_t i = 0; i < 16; ++i) {  // CDNA3 ISA: row 8*(i/4) + 4*(lane/32) + i%4
        triton::Numbers expected = {8 * (i / 4) + 4 * (lane / 32) + i % 4, lane % 32};
        if (transposed) std::swap(expected[0], expected[1]);
        EXPECT_EQ(element(layout, i, lane, 0), expected);
      }
    }
  }
}

TEST(LowerLaw, AWmmaIsWhereTheInstructionPutsIt) {
  for (const std::int64_t version : {1, 2}) {
    const triton::Encoding wmma = triton::AmdWmma{.version = version};
    const auto layout = lower(wmma, {16, 16}).value();
    for (std::int64_t lane = 0; lane < 32; ++lane) {
      for (std::int64_t i = 0; i < 8; ++i) {  // RDNA3: rows alternate; RDNA4: halves
        const std::int64_t row = version == 1 ? 2 * i + lane / 16 : i + 8 * (lane / 16);
        EXPECT_EQ(element(layout, i, lane, 0), (triton::Numbers{row, lane % 16}));
      }
    }
  }
}

std::vector<triton::Numbers> all_offsets(const linear::Layout& layout) {
  std::vector<triton::Numbers> list;
  for (std::int64_t i = 0; i < size_of(layout, linear::kOffset); ++i) {
    list.push_back(
        linear::unpacked(layout, linear::apply_flat(layout, static_cast<std::uint64_t>(i))));
  }
  return list;
}

/// Column c of row r stands at c xor (vec * ((r / per_phase) mod max_phase)), within the columns.
TEST(LowerLaw, SwizzledIsItsClosedForm) {
  core::check_law("lower_swizzled", 10000, [] {
    const std::int64_t rank = *rc::gen::inRange<std::int64_t>(1, 4);
    const triton::SwizzledShared e = *triton::any_swizzled(rank);
    const triton::Numbers shape = *triton::any_sizes(rank, 4);
    const auto layout = lower(triton::Encoding(e), shape);
    ASSERT_TRUE(layout);
    std::int64_t offset = 0;
    for (const triton::Numbers& coordinate : all_offsets(*layout)) {
      triton::Numbers expected = digits(offset++, shape, e.order);
      if (rank > 1) {
        const std::int64_t row = expected[at(e.order[1])];
        const std::int64_t columns = shape[at(e.order[0])];
        expected[at(e.order[0])] ^= e.vec * (row / e.per_phase % e.max_phase) % columns;
      }
      ASSERT_EQ(coordinate, expected) << triton::print(triton::Encoding(e));
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
        const triton::Encoding e = triton::NvmmaShared{
            .swizzling_byte_width = swizzle, .transposed = transposed, .element_bit_width = bits};
        const triton::Numbers shape =
            transposed ? triton::Numbers{columns, 32} : triton::Numbers{32, columns};
        std::int64_t byte = 0;
        for (const triton::Numbers& coordinate : all_offsets(lower(e, shape).value())) {
          const std::int64_t logical = byte ^ ((byte >> 7 & (swizzle / 16 - 1)) << 4);
          triton::Numbers expected = {logical / swizzle, logical % swizzle * 8 / bits};
          if (transposed) std::swap(expected[0], expected[1]);
          ASSERT_EQ(coordinate, expected) << triton::print(e) << " byte " << byte;
          byte += bits / 8;
        }
      }
    }
  }
}

/// Every element of the shape is somewhere, whatever the encoding.
TEST(LowerLaw, EveryElementHasAPlace) {
  core::check_law("lower_reaches_all", 10000, [] {
    const triton::Encoding e = *triton::any_encoding();
    triton::Numbers shape = *triton::any_sizes(triton::rank(e), 5);
    const auto layout = lower(e, shape);
    if (!layout) {
      EXPECT_EQ(layout.error()->code, "triton.shape") << triton::print(e);
      return;
    }
    EXPECT_TRUE(linear::is_surjective(*layout)) << triton::print(e) << linear::print(*layout);
    for (std::size_t d = 0; d < shape.size(); ++d) {
      EXPECT_EQ(layout->outs()[d].size(), shape[d]) << triton::print(e);
    }
  });
}

}  // namespace
}  // namespace tileglot::bridge
