// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/picks.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "tileglot/relayout/kernels/guarded_memory.h"

namespace tileglot::relayout::kernels {
namespace {

using Bytes = std::vector<std::byte>;

/// `bytes` bytes at each position, one after the other.
void append(Bytes& to, std::span<const std::byte> from, std::int64_t at, std::int64_t bytes) {
  const auto part = from.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(bytes));
  to.insert(to.end(), part.begin(), part.end());
}

/// From 0 to a largest one.
class Positions {
 public:
  explicit Positions(unsigned seed) : numbers_(seed) {}
  std::uint16_t operator()(std::int64_t largest) {
    return static_cast<std::uint16_t>(numbers_() % static_cast<unsigned>(largest + 1));
  }

 private:
  std::mt19937 numbers_;
};

TEST(Picks, UnitsComeFromWhereTheListSays) {
  Positions position(7);
  for (const std::int64_t unit : {1, 2, 4, 8, 16}) {
    for (const std::int64_t count : {0, 1, 2, 7, 100}) {
      constexpr std::int64_t kSource = 320;
      const GuardedMemory source(kSource);
      const GuardedMemory target(count * unit + 1);
      const auto from = source.at_end(kSource);
      const auto to = target.at_end(count * unit);
      fill_randomly(from, 3);
      std::vector<std::uint16_t> positions;
      Bytes expected;
      for (std::int64_t i = 0; i < count; ++i) {
        positions.push_back(position(kSource - unit));
        append(expected, from, positions.back(), unit);
      }
      pick_units(unit)(from.data(), positions, to.data());
      EXPECT_EQ(Bytes(to.begin(), to.end()), expected) << count << " units of " << unit << " bytes";
    }
  }
}

TEST(Picks, PiecesFollowOneAnother) {
  Positions position(9);
  constexpr std::int64_t kSource = 300;
  const GuardedMemory source(kSource + kPieceBytes);
  const auto from = source.at_end(kSource + kPieceBytes);
  fill_randomly(from, 4);
  std::vector<PickedPiece> pieces;
  Bytes expected;
  for (int i = 0; i < 200; ++i) {
    const auto bytes = static_cast<std::uint16_t>(position(kPieceBytes - 1) + 1);
    pieces.push_back({position(kSource - bytes), bytes});
    append(expected, from, pieces.back().at, bytes);
  }
  const auto size = static_cast<std::int64_t>(expected.size());
  const GuardedMemory target(size + kPieceBytes);
  const auto to = target.at_end(size + kPieceBytes).first(expected.size());
  pick_pieces(from.data(), pieces, to.data());
  EXPECT_EQ(Bytes(to.begin(), to.end()), expected);
}

}  // namespace
}  // namespace tileglot::relayout::kernels
