// SPDX-License-Identifier: Apache-2.0
// execute_test.cc: tensors of real sizes, many threads, and buffers that are refused.
#include "tileglot/relayout/cpu/execute.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/cpu/explain.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/plan/interpret.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

std::vector<std::byte> random_bytes(std::int64_t size) {
  std::mt19937 numbers(11);
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  for (std::byte& byte : bytes) byte = std::byte(numbers() & 0xFF);
  return bytes;
}

/// Moved from `source` to `target` by the executor, as the interpreter moves it, and back again.
void expect_round_trip(std::string_view source, std::string_view target, int bits) {
  const auto there = plan::plan(map_of(source), map_of(target), bits);
  const auto back = plan::plan(map_of(target), map_of(source), bits);
  const std::vector<std::byte> original = random_bytes(there->source_bytes());
  std::vector<std::byte> interpreted(static_cast<std::size_t>(there->target_bytes()));
  ASSERT_TRUE(plan::interpret(*there, original, interpreted).has_value());
  for (const int threads : {1, 3, 8}) {
    std::vector<std::byte> moved(interpreted.size(), std::byte{0xA5});
    ASSERT_TRUE(execute(*there, original, moved, {.threads = threads}).has_value());
    EXPECT_TRUE(moved == interpreted) << source << " to " << target << ", " << threads;
    std::vector<std::byte> returned(original.size(), std::byte{0xA5});
    ASSERT_TRUE(execute(*back, moved, returned, {.threads = threads}).has_value());
    EXPECT_TRUE(returned == original) << target << " to " << source << ", " << threads;
  }
}

TEST(Execute, TiledTensorsMoveThereAndBack) {
  expect_round_trip("bf16[256,1024]{1,0}", "bf16[256,1024]{1,0:T(8,128)(2,1)}", 16);
  expect_round_trip("f32[250,1001]{1,0}", "f32[250,1001]{1,0:T(8,128)}", 32);
  expect_round_trip("u8[300,500]{1,0}", "u8[300,500]{0,1:T(8,128)(4,1)}", 8);
  expect_round_trip("f32[70,5,110]{2,1,0}", "f32[70,5,110]{2,1,0:T(*,2,3)}", 32);
  expect_round_trip("c128[30,41,52]{2,1,0}", "c128[30,41,52]{0,2,1}", 128);
}

TEST(Execute, LongRunsMoveToTheirEnd) {
  expect_round_trip("u8[600011]{0}", "u8[600011]{0}", 8);
  expect_round_trip("u4[1200022]{0}", "u4[1200022]{0}", 4);
  expect_round_trip("u8[2,300007,3]{2,1,0}", "u8[2,300007,3]{2,1,0:T(2,300007,3)}", 8);
}

TEST(Execute, SmallElementsMoveThereAndBackOnManyThreads) {
  expect_round_trip("s4[256,1024]{1,0}", "s4[256,1024]{1,0:T(8,128)(4,1)}", 4);
  expect_round_trip("s4[250,1002]{1,0}", "s4[250,1002]{0,1}", 4);
  expect_round_trip("s2[512,1024]{1,0}", "s2[512,1024]{0,1:T(8,128)}", 2);
  expect_round_trip("u4[300,501]{1,0}", "u4[300,501]{0,1:T(5,2)(*,3)}", 4);
}

TEST(Execute, APreparedPlanMovesAgainAndAgain) {
  const auto plan = plan::plan(map_of("f32[8,8]{1,0}"), map_of("f32[8,8]{0,1}"), 32);
  const PreparedPlan prepared(*plan);
  const PreparedPlan copy = prepared;
  EXPECT_EQ(copy.plan().elements, 64);
  for (int round = 0; round < 3; ++round) {
    const std::vector<std::byte> source = random_bytes(256);
    std::vector<std::byte> interpreted(256);
    std::vector<std::byte> moved(256);
    ASSERT_TRUE(plan::interpret(*plan, source, interpreted).has_value());
    ASSERT_TRUE(copy.execute(source, moved).has_value());
    EXPECT_EQ(moved, interpreted);
  }
  std::vector<std::byte> small(255);
  EXPECT_FALSE(prepared.execute(random_bytes(256), small).has_value());
}

TEST(Execute, SmallBytesMayBeAnyNumber) {
  const auto plan = plan::plan(map_of("u8[100,300]{1,0}"), map_of("u8[100,300]{1,0}"), 8);
  const std::vector<std::byte> source = random_bytes(plan->source_bytes());
  for (const std::int64_t small : {core::kInt64Min, std::int64_t{0}, core::kInt64Max}) {
    std::vector<std::byte> target(source.size());
    ASSERT_TRUE(execute(*plan, source, target, {.threads = 3, .small_bytes = small}).has_value());
    EXPECT_EQ(target, source) << small;
  }
}

TEST(Execute, StoresAndThreadsAreExplained) {
  const auto plan = plan::plan(map_of("f32[8,8]{1,0}"), map_of("f32[8,8]{0,1}"), 32);
  EXPECT_EQ(explain(*plan, {.threads = 4, .stores = Stores::kStreaming}),
            "streaming stores: as asked for; 1 thread\n");
  const std::string by_size = explain(*plan);
  EXPECT_NE(by_size.find("cached stores: the target of 256 bytes is no more than"),
            std::string::npos)
      << by_size;
  const auto large = plan::plan(map_of("f32[8192,8192]{1,0}"), map_of("f32[8192,8192]{0,1}"), 32);
  EXPECT_EQ(explain(*large, {.threads = 2}).find("streaming stores: "), 0U);
}

/// Source and target right before, then right after, memory that must not be touched.
void expect_moves_between_guards(std::string_view source, std::string_view target, int bits) {
  const auto plan = plan::plan(map_of(source), map_of(target), bits);
  const kernels::GuardedMemory from(plan->source_bytes());
  const kernels::GuardedMemory to(plan->target_bytes());
  const std::vector<std::byte> original = random_bytes(plan->source_bytes());
  std::vector<std::byte> interpreted(static_cast<std::size_t>(plan->target_bytes()));
  ASSERT_TRUE(plan::interpret(*plan, original, interpreted).has_value());
  for (const Stores stores : {Stores::kCached, Stores::kStreaming}) {
    for (const bool at_end : {false, true}) {
      const std::span<std::byte> read =
          at_end ? from.at_end(plan->source_bytes()) : from.at_begin(plan->source_bytes());
      const std::span<std::byte> written =
          at_end ? to.at_end(plan->target_bytes()) : to.at_begin(plan->target_bytes());
      std::copy(original.begin(), original.end(), read.begin());
      ASSERT_TRUE(execute(*plan, read, written, {.threads = 2, .stores = stores, .small_bytes = 0})
                      .has_value());
      EXPECT_TRUE(std::equal(written.begin(), written.end(), interpreted.begin()))
          << source << " to " << target;
    }
  }
}

TEST(Execute, NothingOutsideTheBuffersIsTouched) {
  expect_moves_between_guards("f32[129,67]{1,0}", "f32[129,67]{0,1}", 32);
  expect_moves_between_guards("f32[128,64]{1,0}", "f32[128,64]{0,1}", 32);
  expect_moves_between_guards("bf16[41,403]{1,0}", "bf16[41,403]{1,0:T(8,128)(2,1)}", 16);
  expect_moves_between_guards("bf16[41,403]{1,0:T(8,128)(2,1)}", "bf16[41,403]{1,0}", 16);
  expect_moves_between_guards("bf16[40,400]{1,0}", "bf16[40,400]{0,1:T(8,128)(2,1)}", 16);
  expect_moves_between_guards("u8[31,77,3]{2,1,0}", "u8[31,77,3]{1,0,2}", 8);
  expect_moves_between_guards("u8[31,77,3]{1,0,2}", "u8[31,77,3]{2,1,0}", 8);
  expect_moves_between_guards("f32[31,77,3]{2,1,0}", "f32[31,77,3]{2,0,1}", 32);
  expect_moves_between_guards("u8[48,104,37]{0,2,1:T(2,2,16)(1,2,2)}",
                              "u8[48,104,37]{2,0,1:T(4,4)}", 8);
  expect_moves_between_guards("u4[64,34]{1,0}", "u4[64,34]{0,1}", 4);
  expect_moves_between_guards("c128[7,5,11]{2,1,0}", "c128[7,5,11]{0,2,1}", 128);
}

TEST(Execute, BytesAfterTheTargetAreNotTouched) {
  const auto plan = plan::plan(map_of("u8[3,5]{1,0}"), map_of("u8[3,5]{1,0:T(2,2)}"), 8);
  std::vector<std::byte> target(30, std::byte{0xA5});
  ASSERT_TRUE(execute(*plan, random_bytes(15), target).has_value());
  for (std::size_t i = 24; i < target.size(); ++i) EXPECT_EQ(target[i], std::byte{0xA5});
}

TEST(Execute, BuffersThatAreTooSmallAreRefused) {
  const auto plan = plan::plan(map_of("f32[3,5]{1,0}"), map_of("f32[3,5]{1,0:T(2,2)}"), 32);
  std::vector<std::byte> target(95);
  const auto refused = execute(*plan, random_bytes(60), target);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "relayout.buffer_too_small");
}

TEST(Execute, NothingMovesWhereThereIsNothing) {
  const auto plan = plan::plan(map_of("f32[0,5]{1,0}"), map_of("f32[0,5]{1,0}"), 32);
  EXPECT_TRUE(execute(*plan, {}, {}).has_value());
}

}  // namespace
}  // namespace tileglot::relayout::cpu
