// SPDX-License-Identifier: Apache-2.0
// measure.h: how fast a plan moves in memory, compared with memcpy of as many bytes.
//
// What     measure(plan, source, target) times the move and a memcpy, alternating, and keeps the
//          shortest time of each.
// Why      GB/s mean little without the machine; the share of memcpy shows how much could be
//          gained.
// How      Traffic is the bytes that must cross the memory bus: each element read once (but no more
//          than the source holds, where a layout repeats positions) and every byte of the target
//          written, padding included. The memcpy reads and writes traffic / 2 bytes, on as many
//          threads, in the same buffers. Every page of both is touched before the first round, so
//          no round includes page faults of new memory.
// Units    Seconds; bytes.
// Errors   As execute; relayout.buffer_too_small where a buffer is below traffic / 2.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

/// Below any clock's resolution; avoids division by 0.
inline constexpr double kShortestSeconds = 1e-9;

template <class Action>
double seconds_of(Action action) {
  const auto begin = std::chrono::steady_clock::now();
  action();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  return std::max(elapsed.count(), kShortestSeconds);
}

struct MeasureOptions {
  int threads = 0;  ///< 0: as many as the processor can run
  int rounds = 3;
};

struct MoveTimes {
  std::int64_t traffic_bytes = 0;
  double move_seconds = 0;
  double memcpy_seconds = 0;

  /// 1 is as fast as memcpy, 0.5 takes twice as long.
  double ratio_to_memcpy() const;
  double gb_per_s() const;
};

/// Bytes that a plan reads and writes.
std::int64_t traffic_bytes(const plan::Plan& plan);
/// The minimum size of each of the two buffers of measure().
std::int64_t measured_buffer_bytes(const plan::Plan& plan);

/// 10^9 bytes a second.
double gb_per_s(std::int64_t bytes, double seconds);

/// The source holds what to move; the target is overwritten, last by the memcpy.
core::Result<MoveTimes> measure(const plan::Plan& plan, std::span<const std::byte> source,
                                std::span<std::byte> target, const MeasureOptions& options = {});

}  // namespace tileglot::relayout::cpu
