// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/slabs.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::checkpoint {
namespace {

namespace cpu = relayout::cpu;

using Bytes = std::vector<std::byte>;

Bytes counted(std::int64_t size) {
  Bytes bytes(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
  return bytes;
}

/// Slab by slab the same bytes come out as in one move, each position once.
std::int64_t expect_whole(std::string_view from, std::string_view to, int bits,
                          std::int64_t most_bytes) {
  const auto layout = *bridge::parse_layout(to);
  const auto source = *bridge::to_map(*bridge::parse_layout(from));
  const auto target = *bridge::to_map(layout);
  const auto plan = *relayout::plan::plan(source, target, bits);
  const Bytes data = counted(plan.source_bytes());
  Bytes expected(static_cast<std::size_t>(plan.target_bytes()));
  EXPECT_TRUE(cpu::execute(plan, data, expected, {.threads = 1}).has_value());
  const Slabs slabs = Slabs::of(layout, source, target, bits, most_bytes);
  Bytes found;
  for (std::int64_t i = 0; i < slabs.count(); ++i) {
    EXPECT_EQ(slabs.begin(i), static_cast<std::int64_t>(found.size())) << to;
    EXPECT_LE(slabs.bytes(i), slabs.largest_bytes());
    Bytes room(static_cast<std::size_t>(slabs.bytes(i)), std::byte{0xEE});
    const auto slab = slabs.plan(i);
    EXPECT_TRUE(slab.has_value()) << to;
    if (!slab) return -1;
    EXPECT_TRUE(cpu::execute(*slab, data, room, {.threads = 1}).has_value());
    found.insert(found.end(), room.begin(), room.end());
  }
  EXPECT_EQ(found, expected) << from << " to " << to;
  return slabs.count();
}

TEST(Slabs, SlabsAreWholeTileRows) {
  const auto layout = *bridge::parse_layout("bf16[4096,14336]{1,0:T(8,128)(2,1)}");
  const auto source = *bridge::to_map(*bridge::parse_layout("bf16[4096,14336]{1,0}"));
  const auto target = *bridge::to_map(layout);
  const Slabs slabs = Slabs::of(layout, source, target, 16, 1 << 20);
  EXPECT_EQ(slabs.count(), 128);
  EXPECT_EQ(slabs.bytes(0), 4 * 229376);
  EXPECT_EQ(slabs.begin(127), 127 * 4 * 229376);
  EXPECT_EQ(Slabs::of(layout, source, target, 16, 1 << 10).count(), 512 * 112);
}

TEST(Slabs, AllSlabsTogetherAreTheTensor) {
  EXPECT_EQ(expect_whole("bf16[40,300]{1,0}", "bf16[40,300]{1,0:T(8,128)(2,1)}", 16, 6144), 5);
  EXPECT_EQ(expect_whole("bf16[37,300]{1,0}", "bf16[37,300]{1,0:T(8,128)(2,1)}", 16, 13000), 3);
  EXPECT_EQ(expect_whole("bf16[37,300]{1,0:T(8,128)(2,1)}", "bf16[37,300]{1,0}", 16, 2000), 13);
  EXPECT_EQ(expect_whole("f32[37,30]{1,0}", "f32[37,30]{0,1}", 32, 300), 15);
  EXPECT_EQ(expect_whole("f32[37,30]{1,0:T(2,5)}", "f32[37,30]{0,1:T(4,8)}", 32, 1), 8 * 5);
  EXPECT_EQ(expect_whole("u8[5000]{0}", "u8[5000]{0:T(1024)(128)(4,1)}", 8, 2048), 3);
}

TEST(Slabs, TheLastSlabHasTheTail) {
  EXPECT_EQ(expect_whole("f32[33,200]{1,0}", "f32[33,200]{1,0:T(8,128)L(4096)}", 32, 8192), 5);
  EXPECT_EQ(expect_whole("f32[33,200]{1,0}", "f32[33,200]{1,0:T(8,128)L(40960)}", 32, 8192), 5);
  EXPECT_EQ(expect_whole("f32[10]{0}", "f32[10]{0:L(16)}", 32, 8), 5);
}

TEST(Slabs, OuterDimensionsAreTakenOneByOne) {
  EXPECT_EQ(expect_whole("f32[3,20,30]{2,1,0}", "f32[3,20,30]{2,1,0:T(8,128)}", 32, 4096), 9);
  EXPECT_EQ(expect_whole("f32[1,3,20,30]{3,2,1,0}", "f32[1,3,20,30]{3,2,0,1:T(8,16)}", 32, 1500),
            9);
  EXPECT_EQ(expect_whole("f32[4,3,5,7]{3,2,1,0}", "f32[4,3,5,7]{0,1,2,3}", 32, 50), 35);
}

TEST(Slabs, NibblesAreCutAtWholeBytes) {
  EXPECT_EQ(expect_whole("u4[40,256]{1,0:E(4)}", "u4[40,256]{1,0:T(8,128)(8,1)E(4)}", 4, 1024), 5);
  EXPECT_EQ(expect_whole("u4[6,5]{1,0:E(4)}", "u4[6,5]{1,0:T(2,1)E(4)}", 4, 1), 3 * 5);
  EXPECT_EQ(expect_whole("u4[6,5]{1,0:E(4)}", "u4[6,5]{0,1:E(4)}", 4, 1), 5);
  EXPECT_EQ(expect_whole("u4[5,6]{1,0:E(4)}", "u4[5,6]{0,1:E(4)}", 4, 1), 1);
}

TEST(Slabs, ALayoutWithoutRowsIsOneSlab) {
  EXPECT_EQ(expect_whole("f32[4,6]{1,0}", "(4,6):(7,1)", 32, 16), 1);
  EXPECT_EQ(expect_whole("f32[7,5,11]{2,1,0}", "f32[7,5,11]{2,1,0:T(*,2,3)}", 32, 16), 1);
  EXPECT_EQ(expect_whole("u8[8,8]{1,0}", "Sw<1,2,3> o 0 o (8,8):(8,1)", 8, 16), 1);
  EXPECT_EQ(expect_whole("f32[0,5]{1,0}", "f32[0,5]{0,1}", 32, 16), 0);
}

TEST(Slabs, TilesThatReachOverRowsAreRightToo) {
  expect_whole("f32[12,20]{1,0}", "f32[12,20]{1,0:T(4)(2,2)}", 32, 16);
  expect_whole("f32[12,20]{1,0}", "f32[12,20]{1,0:T(4)(2,3,2)}", 32, 16);
  expect_whole("f32[12,20]{1,0}", "f32[12,20]{1,0:T(2,4)(3,1)}", 32, 16);
  expect_whole("f32[12,20]{1,0}", "f32[12,20]{1,0:T(1,2,4)(3,1)}", 32, 16);
}

}  // namespace
}  // namespace tileglot::checkpoint
