// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/measure.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

plan::Plan plan_of(std::string_view from, std::string_view to, int bits) {
  const auto source = bridge::to_map(*bridge::parse_layout(from));
  const auto target = bridge::to_map(*bridge::parse_layout(to));
  return *plan::plan(*source, *target, bits);
}

TEST(Measure, TrafficIsWhatIsReadAndWrittenPaddingIncluded) {
  EXPECT_EQ(traffic_bytes(plan_of("f32[3,5]", "f32[3,5]{1,0:T(2,2)}", 32)), 4 * (15 + 24));
  // The padding of a source is not read, and a place that repeats is read once.
  EXPECT_EQ(traffic_bytes(plan_of("f32[3,5]{1,0:T(2,2)}", "f32[3,5]", 32)), 4 * (15 + 15));
  EXPECT_EQ(traffic_bytes(plan_of("(3,5):(0,1)", "(3,5):(5,1)", 32)), 4 * (5 + 15));
}

TEST(Measure, BothTimesAreTaken) {
  const plan::Plan plan = plan_of("f32[64,100]", "f32[64,100]{1,0:T(8,128)}", 32);
  const auto size = static_cast<std::size_t>(measured_buffer_bytes(plan));
  EXPECT_EQ(size, 4U * 64 * 128);
  const std::vector<std::byte> source(size, std::byte{1});
  std::vector<std::byte> target(size);
  for (const int threads : {1, 3}) {
    const auto times = measure(plan, source, target, {.threads = threads});
    ASSERT_TRUE(times.has_value()) << times.error()->message;
    EXPECT_GT(times->move_seconds, 0);
    EXPECT_GT(times->memcpy_seconds, 0);
    EXPECT_GT(times->ratio_to_memcpy(), 0);
    EXPECT_GT(times->gb_per_s(), 0);
    // The memcpy comes last and covers half the traffic.
    const auto copied = static_cast<std::size_t>(times->traffic_bytes / 2);
    for (std::size_t i = 0; i < copied; ++i) ASSERT_EQ(target[i], std::byte{1}) << i;
  }
}

TEST(Measure, BuffersThatAreTooSmallAreRefused) {
  const plan::Plan plan = plan_of("f32[64,100]", "f32[64,100]{1,0:T(8,128)}", 32);
  const std::vector<std::byte> source(16);
  std::vector<std::byte> target(static_cast<std::size_t>(measured_buffer_bytes(plan)));
  EXPECT_EQ(measure(plan, source, target).error()->code, "relayout.buffer_too_small");
}

}  // namespace
}  // namespace tileglot::relayout::cpu
