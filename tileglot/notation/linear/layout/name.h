// SPDX-License-Identifier: Apache-2.0
// name.h: the name of an input or output dimension of a linear layout.
//
// What     Name stores up to 23 bytes inline; two names are compared as three words. name_of reads
//          one from a user's text. The names of Triton's dimensions are below.
// Why      Operations match dimensions by name many times per microsecond, without allocation.
// Example  name_of("lane") = kLane; standard_out(1) = "dim1".
//          [tests: name_test.cc, "a name is a word of at most 23 bytes"]
// Errors   linear.name: not a word of letters, digits and underscores, or too long.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::notation::linear {

class Name {
 public:
  static constexpr std::size_t kMaxBytes = 23;

  constexpr Name() = default;
  /// Precondition: at most kMaxBytes bytes, none of them 0.
  constexpr explicit Name(std::string_view text) { std::ranges::copy(text, bytes_.begin()); }

  constexpr std::string_view view() const {
    return {bytes_.data(),
            static_cast<std::size_t>(std::ranges::find(bytes_, '\0') - bytes_.begin())};
  }

  friend constexpr bool operator==(const Name& a, const Name& b) { return a.words() == b.words(); }

 private:
  using Words = std::array<std::uint64_t, 3>;
  constexpr Words words() const { return std::bit_cast<Words>(bytes_); }

  std::array<char, kMaxBytes + 1> bytes_{};  // the rest is 0, as == relies on
};

core::Result<Name> name_of(std::string_view text, std::optional<core::Span> span = {});

inline constexpr Name kRegister("register");
inline constexpr Name kLane("lane");
inline constexpr Name kWarp("warp");
inline constexpr Name kBlock("block");
inline constexpr Name kOffset("offset");
inline constexpr Name kPartition("partition");
inline constexpr Name kIteration("iteration");
inline constexpr Name kRow("row");
inline constexpr Name kColumn("col");
inline constexpr Name kVector("vector");
inline constexpr Name kBank("bank");
inline constexpr Name kSegment("segment");
inline constexpr Name kReps("reps");

/// dim0, dim1 and so on: the dimensions of a tensor. Precondition: 0 <= k < 1000.
Name standard_out(std::size_t k);

}  // namespace tileglot::notation::linear
