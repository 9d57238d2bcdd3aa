// SPDX-License-Identifier: Apache-2.0
// wavefronts.h: counts the shared-memory wavefronts of a warp's access.
//
// What     touch(phase, offset) records that an element is accessed in a phase, a part of the lanes
//          that go together; count() sums over the phases the words that the busiest bank delivers.
//          phase(lane, ..) is the phase of a lane which moves that many elements at once.
// Units    32 banks of 32 bits; a phase is 128 bytes.
// Example  32 lanes that read one word each of one bank take 32 wavefronts; lanes that all read the
//          same word take 1.
//          [tests: shared_memory_test.cc, "the busiest bank counts"]
// Errors   None.
#pragma once

#include <cstddef>
#include <cstdint>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace tileglot::relayout::warp {

class Wavefronts {
 public:
  explicit Wavefronts(int bits) : bits_(static_cast<std::uint64_t>(bits)) {}

  static std::size_t phase(std::size_t lane, std::size_t elements, int bits) {
    const std::size_t bytes =
        std::clamp<std::size_t>(elements * static_cast<std::size_t>(bits) / 8, 4, 128);
    return lane / (128 / bytes);
  }

  void touch(std::size_t phase, std::uint64_t offset) {
    for (std::uint64_t bit = 0; bit < bits_; bit += 32) {
      const std::uint64_t word = (offset * bits_ + bit) / 32;
      phases_[phase][word % 32].insert(word);
    }
  }

  std::int64_t phases() const { return static_cast<std::int64_t>(phases_.size()); }
  std::int64_t count() const {
    std::size_t total = 0;
    for (const auto& [phase, banks] : phases_) {
      std::size_t busiest = 0;
      for (const auto& words : banks) busiest = std::max(busiest, words.size());
      total += busiest;
    }
    return static_cast<std::int64_t>(total);
  }

 private:
  using Banks = std::array<std::set<std::uint64_t>, 32>;
  std::map<std::size_t, Banks> phases_;
  std::uint64_t bits_;
};

}  // namespace tileglot::relayout::warp
