// SPDX-License-Identifier: Apache-2.0
// buffers_test.cc: buffers that are too small, or not apart.
#include "tileglot/relayout/plan/buffers.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/plan/interpret.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

/// A transpose of 2x2 elements of 32 bits: 16 bytes on both sides.
Plan small_plan() {
  const map::IndexMap f = map::strided({2, 2}, {1, 2});
  return *plan::plan(map::strided({2, 2}, {2, 1}),
                     {f.domain(), {{4, "offset"}}, f.inner(), f.out()}, 32);
}

/// Bytes [from, to) of one buffer.
struct Bytes {
  std::size_t from;
  std::size_t to;
};

core::Status check(Bytes source, Bytes target) {
  static const std::vector<std::byte> memory(64);
  const std::span<const std::byte> all(memory);
  return check_buffers(small_plan(), all.subspan(source.from, source.to - source.from),
                       all.subspan(target.from, target.to - target.from));
}

void expect_refused(Bytes source, Bytes target, std::string_view code, std::string_view message) {
  const core::Status status = check(source, target);
  ASSERT_FALSE(status.has_value()) << message;
  EXPECT_EQ(status.error()->code, code);
  EXPECT_EQ(status.error()->message, message);
}

TEST(Buffers, BuffersThatAreTooSmallAreRefused) {
  expect_refused({0, 15}, {16, 32}, "relayout.buffer_too_small",
                 "the source buffer has 15 bytes and the plan needs 16");
  expect_refused({0, 16}, {16, 16}, "relayout.buffer_too_small",
                 "the target buffer has 0 bytes and the plan needs 16");
}

TEST(Buffers, BuffersThatShareMemoryAreRefused) {
  expect_refused({0, 16}, {8, 32}, "relayout.overlap",
                 "source and target share 8 bytes, from byte 8 of the source and 0 of the target "
                 "on, so elements would be lost before they move");
  expect_refused({15, 31}, {0, 16}, "relayout.overlap",
                 "source and target share 1 byte, from byte 0 of the source and 15 of the target "
                 "on, so elements would be lost before they move");
  expect_refused({4, 40}, {4, 20}, "relayout.overlap",
                 "source and target are the same memory, so elements would be lost before they "
                 "move");
}

TEST(Buffers, NeighboursAndWhatIsNotNeededMayBeShared) {
  EXPECT_TRUE(check({0, 16}, {16, 32}).has_value());
  EXPECT_TRUE(check({16, 32}, {0, 16}).has_value());
  EXPECT_TRUE(check({0, 64}, {16, 64}).has_value());
  EXPECT_TRUE(check({40, 64}, {0, 64}).has_value());
}

TEST(Buffers, NothingNeedsNoMemory) {
  const auto plan =
      plan::plan(map::strided({0, 2}, {2, 1}), *map::empty_map(map::dims_of({0, 2})), 32);
  ASSERT_TRUE(plan.has_value());
  EXPECT_TRUE(check_buffers(*plan, {}, {}).has_value());
}

TEST(Buffers, TheInterpreterRefusesThemToo) {
  std::vector<std::byte> memory(16);
  const core::Status status = interpret(small_plan(), memory, memory);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, "relayout.overlap");
}

}  // namespace
}  // namespace tileglot::relayout::plan
