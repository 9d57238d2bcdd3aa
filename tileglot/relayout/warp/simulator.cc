// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/relayout/warp/shared_memory.h"
#include "tileglot/relayout/warp/threads.h"
#include "tileglot/relayout/warp/wavefronts.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;
using core::Status;

constexpr std::size_t kMaxSlots = std::size_t{1} << 24;

/// The memory position of a thread, or, for a matrix, of a row: its bits replace the lane's.
Place place_of(const Address& a, std::uint64_t lane_bits, const Thread& t) {
  Place result = a.base;
  const auto add = [&](const std::vector<Place>& places, std::uint64_t bits) {
    for (std::size_t i = 0; i < places.size(); ++i)
      if ((bits >> i & 1) != 0) result = result ^ places[i];
  };
  add(a.lanes, lane_bits);
  add(a.warps, t.warp);
  add(a.blocks, t.block);
  return result;
}

/// Where the i-th element of a thread's access is in memory.
Place place_of_element(const Access& access, std::size_t i, const Thread& t, std::size_t word) {
  if (access.kind == AccessKind::kVector) {
    const Place start = place_of(access.address, t.lane, t);
    return {start.offset + i, start.block};
  }
  const bool transposed = access.kind == AccessKind::kTransposedMatrix;
  const std::uint64_t matrix = i / word;
  const std::uint64_t in_word = i % word;
  const std::uint64_t row = transposed ? t.lane % 4 * 2 + in_word : t.lane / 4;
  const std::uint64_t column = transposed ? t.lane / 4 : t.lane % 4 * word + in_word;
  const Place start = place_of(access.address, row | matrix << 3, t);
  return {start.offset + column, start.block};
}

class Simulator {
 public:
  Simulator(const Plan& plan, const Threads& threads)
      : plan_(plan),
        threads_(threads),
        registers_(plan, threads.count()),
        memory_(threads.blocks, static_cast<std::size_t>(plan.shared_elements)) {}

  void fill(const linear::Layout& src) {
    for (std::size_t t = 0; t < threads_.count(); ++t)
      for (int r = 0; r < plan_.inputs; ++r)
        registers_.at(t, {r, 0}) = static_cast<std::uint32_t>(element(src, threads_.thread(t), r));
  }

  Status run() {
    for (const Instruction& i : plan_.instructions)
      TILEGLOT_TRY_STATUS(std::visit([this](const auto& x) { return execute(x); }, i));
    return {};
  }

  Status check(const linear::Layout& dst, Run& counted) const {
    for (std::size_t t = 0; t < threads_.count(); ++t)
      for (std::size_t r = 0; r < plan_.results.size(); ++r) {
        const std::uint64_t wanted = element(dst, threads_.thread(t), static_cast<int>(r));
        const Content& got = registers_.at(t, plan_.results[r]);
        if (!got || *got != wanted) return fail(not_delivered(t, r, wanted, got));
        ++counted.delivered;
      }
    return {};
  }

  const Run& counted() const { return counted_; }

 private:
  core::Error not_delivered(std::size_t t, std::size_t r, std::uint64_t wanted,
                            const Content& got) const {
    const Thread at = threads_.thread(t);
    return {{.code = "warp.not_delivered",
             .message = fmt::format("register {} of lane {} of warp {} of block {} should hold the "
                                    "element of flat index {} and holds {}",
                                    r, at.lane, at.warp, at.block, wanted,
                                    got ? fmt::format("that of {}", *got) : "nothing")}};
  }

  Status execute(const Pack& i) {
    for (std::size_t t = 0; t < threads_.count(); ++t)
      for (std::size_t k = 0; k < i.parts.size(); ++k)
        registers_.at(t, {i.to, static_cast<int>(k)}) = registers_.at(t, i.parts[k]);
    return {};
  }

  void copy(std::size_t to_thread, int to, std::size_t from_thread, int from) {
    for (int k = 0; k < registers_.parts(to); ++k)
      registers_.at(to_thread, {to, k}) = registers_.at(from_thread, {from, k});
  }

  Status execute(const Select& i) {
    for (std::size_t t = 0; t < threads_.count(); ++t) {
      const bool set = (threads_.thread(t).lane >> i.lane_bit & 1) != 0;
      copy(t, i.to, t, set ? i.if_set : i.if_clear);
    }
    return {};
  }

  Status execute(const Shuffle& i) {
    for (std::size_t t = 0; t < threads_.count(); ++t) {
      Thread from = threads_.thread(t);
      std::uint64_t lane = i.mask;
      for (std::size_t b = 0; b < i.source.size(); ++b)
        if ((from.lane >> b & 1) != 0) lane ^= i.source[b];
      from.lane = lane;
      copy(t, i.to, threads_.index(from), i.from);
    }
    return {};
  }

  Status execute(const Access& access) {
    const std::size_t word = std::max<std::size_t>(1, 32 / static_cast<std::size_t>(plan_.bits));
    for (std::size_t t = 0; t < threads_.count(); ++t)
      for (std::size_t k = 0; k < access.elements.size(); ++k) {
        const Thread at = threads_.thread(t);
        const Place place = place_of_element(access, k, at, word);
        Content& content = registers_.at(t, access.elements[k]);
        if (access.direction == Direction::kLoad) {
          TILEGLOT_TRY(loaded, memory_.read(at, place));
          content = loaded;
        } else {
          TILEGLOT_TRY_STATUS(memory_.write(at, place, content.value_or(0)));
        }
      }
    count(access, word);
    return {};
  }

  Status execute(const Barrier& barrier) {
    memory_.barrier(barrier.scope);
    return {};
  }

  /// Counted for warp 0 of block 0: all warps conflict alike, as their positions differ by one xor.
  void count(const Access& access, std::size_t word) {
    if (access.of_other_blocks) return;
    Wavefronts wavefronts(plan_.bits);
    for (std::size_t lane = 0; lane < threads_.lanes; ++lane)
      for (std::size_t k = 0; k < access.elements.size(); ++k) {
        const bool matrix = access.kind != AccessKind::kVector;
        const Place place = place_of_element(access, k, {lane, 0, 0}, word);
        wavefronts.touch(
            matrix ? k / word : Wavefronts::phase(lane, access.elements.size(), plan_.bits),
            place.offset);
      }
    (access.direction == Direction::kLoad ? counted_.load_wavefronts : counted_.store_wavefronts) +=
        wavefronts.count();
    counted_.extra_wavefronts += wavefronts.count() - wavefronts.phases();
  }

  const Plan& plan_;
  Threads threads_;
  RegisterFile registers_;
  SharedMemory memory_;
  Run counted_;
};

}  // namespace

Result<Run> simulate(const Plan& plan, const linear::Layout& src, const linear::Layout& dst) {
  const Threads threads = threads_of(src, dst);
  if (threads.count() > kMaxSlots / std::max<std::size_t>(slots_of(plan), 1))
    return fail({.code = "warp.too_large",
                 .message = fmt::format("{} threads with {} elements each are too many to simulate",
                                        threads.count(), slots_of(plan)),
                 .help = fmt::format("at most {} elements in all", kMaxSlots)});
  Simulator simulator(plan, threads);
  simulator.fill(src);
  TILEGLOT_TRY_STATUS(simulator.run());
  Run counted = simulator.counted();
  TILEGLOT_TRY_STATUS(simulator.check(dst, counted));
  return counted;
}

}  // namespace tileglot::relayout::warp
