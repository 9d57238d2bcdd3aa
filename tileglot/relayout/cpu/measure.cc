// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/detail/thread_pool.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

/// One part per thread, so that each copies as long a run as it can.
void copy(std::span<const std::byte> from, std::span<std::byte> to, ThreadPool& pool) {
  const std::size_t part = from.size() / static_cast<std::size_t>(pool.threads()) + 1;
  pool.run(pool.threads(), [&](std::int64_t t) {
    const std::size_t begin = std::min(from.size(), part * static_cast<std::size_t>(t));
    const std::size_t end = std::min(from.size(), begin + part);
    if (begin < end) std::memcpy(to.data() + begin, from.data() + begin, end - begin);
  });
}

core::Status check_size(std::span<const std::byte> buffer, std::int64_t bytes) {
  if (static_cast<std::int64_t>(buffer.size()) >= bytes) return {};
  return core::fail({.code = "relayout.buffer_too_small",
                     .message = fmt::format("a buffer of {} bytes is measured with; {} are needed",
                                            buffer.size(), bytes)});
}

}  // namespace

double gb_per_s(std::int64_t bytes, double seconds) {
  return static_cast<double>(bytes) / std::max(seconds, kShortestSeconds) / 1e9;
}

double MoveTimes::ratio_to_memcpy() const {
  return memcpy_seconds / std::max(move_seconds, kShortestSeconds);
}

double MoveTimes::gb_per_s() const { return cpu::gb_per_s(traffic_bytes, move_seconds); }

std::int64_t traffic_bytes(const plan::Plan& plan) {
  const std::int64_t elements = std::min(plan.elements, plan.source_size);
  const std::int64_t read = core::ceil_div(elements * plan.element_bits, 8);
  return core::saturating_add(read, plan.target_bytes());
}

std::int64_t measured_buffer_bytes(const plan::Plan& plan) {
  return std::max(plan.source_bytes(), plan.target_bytes());
}

core::Result<MoveTimes> measure(const plan::Plan& plan, std::span<const std::byte> source,
                                std::span<std::byte> target, const MeasureOptions& options) {
  ThreadPool pool(options.threads);
  const std::int64_t copied = traffic_bytes(plan) / 2;
  TILEGLOT_TRY_STATUS(check_size(source, copied));
  TILEGLOT_TRY_STATUS(check_size(target, copied));
  std::fill(target.begin(), target.end(), std::byte{0});
  MoveTimes times{.traffic_bytes = traffic_bytes(plan),
                  .move_seconds = std::numeric_limits<double>::infinity(),
                  .memcpy_seconds = std::numeric_limits<double>::infinity()};
  const auto bytes = static_cast<std::size_t>(copied);
  for (int round = 0; round < options.rounds; ++round) {
    core::Status moved;
    const double move =
        seconds_of([&] { moved = execute(plan, source, target, {.threads = options.threads}); });
    TILEGLOT_TRY_STATUS(moved);
    times.move_seconds = std::min(times.move_seconds, move);
    const double memcpy_only =
        seconds_of([&] { copy(source.first(bytes), target.first(bytes), pool); });
    times.memcpy_seconds = std::min(times.memcpy_seconds, memcpy_only);
  }
  return times;
}

}  // namespace tileglot::relayout::cpu
