// SPDX-License-Identifier: Apache-2.0
// execute.h: carries out a plan on this processor.
//
// What     execute(plan, source, target) moves every element, with one or many threads, and fills
//          padding with zeros.
// Why      The plan says what moves where; here the names of its kernels become functions of
//          relayout/kernels.
// Units    Bytes of both buffers; elements below 8 bits are packed as in plan/buffers.h. An
//          unpacked file (.npy keeps a 4-bit element in a byte) is moved by a plan for 8 bits.
//          Bytes beyond Plan::target_bytes() are not touched.
// Example  auto p = plan::plan(source_map, target_map, 16); execute(*p, input, output, {.threads =
//          8});
//          [tests: execute_law_test.cc, "every pair of layouts moves exactly"]
//          PreparedPlan p(plan); p.execute(input, output) again and again.
//          [tests: execute_test.cc, "a prepared plan moves again and again"]
// Errors   As plan::check_buffers; for a watched move (watch.h), relayout.cancelled. No two threads
//          write the same byte; memory beyond the buffers is at most 1 MiB per thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

/// Where the target should be after the move.
enum class Stores {
  kBySize,     ///< in the cache if a core's own cache holds it, else in memory
  kCached,     ///< in the cache: for a reader that follows at once
  kStreaming,  ///< in memory: it is not read soon
};

struct ExecuteOptions {
  int threads = 0;        ///< 0: as many as the processor can run
  bool zero_fill = true;  ///< false: padding positions keep their contents
  Stores stores = Stores::kBySize;
  /// A thread is not given fewer bytes to move.
  std::int64_t small_bytes = std::int64_t{256} << 10;

  friend bool operator==(const ExecuteOptions&, const ExecuteOptions&) = default;
};

core::Status execute(const plan::Plan& plan, std::span<const std::byte> source,
                     std::span<std::byte> target, const ExecuteOptions& options = {});
core::Status execute(const plan::Plan& plan, std::span<const std::byte> source,
                     std::span<std::byte> target, const ExecuteOptions& options,
                     const Watch& watch);

class Watcher;

/// A plan that is executed often: kernels, pitches and threads are chosen once. Copies share the
/// prepared state; any number of threads may execute it concurrently.
class PreparedPlan {
 public:
  explicit PreparedPlan(plan::Plan plan, const ExecuteOptions& options = {});

  const plan::Plan& plan() const;
  /// Same as the free function.
  core::Status execute(std::span<const std::byte> source, std::span<std::byte> target) const;
  core::Status execute(std::span<const std::byte> source, std::span<std::byte> target,
                       const Watch& watch) const;

  /// True if plan::check_buffers accepts the buffers.
  bool fits(std::span<const std::byte> source, std::span<const std::byte> target) const;
  /// Precondition: fits(source, target).
  void move(std::span<const std::byte> source, std::span<std::byte> target,
            Watcher* watcher = nullptr) const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace tileglot::relayout::cpu
