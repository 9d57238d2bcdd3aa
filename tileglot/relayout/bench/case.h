// SPDX-License-Identifier: Apache-2.0
// case.h: one move that the benchmark times.
//
// What     A Case is two layouts as text, the bits of an element, and its goal.
// Why      Text can be checked by a reader, and is the input of every notation's own evaluator.
// Units    Goal::of_streaming is a share of the speed of a streaming copy of the same bytes;
//          Goal::call_ns is nanoseconds per call, for moves that fit a cache.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tileglot::relayout::bench {

/// The evidence that a goal can be reached.
enum class Basis : std::uint8_t {
  kNone,      ///< there is no goal
  kArgued,    ///< no code has shown it
  kMeasured,  ///< some code has reached it
};

struct Goal {
  std::string_view group = {};  ///< the row of the goals' table
  double of_streaming = 0;      ///< 0: none
  Basis basis = Basis::kNone;
  double call_ns = 0;  ///< 0: none
};

/// Which list a case is in: moves of every kind, and XLA tilings, each there and back.
enum class List : std::uint8_t { kMoves, kTilings, kBoth, kRandom };

struct Case {
  std::string name = {};
  std::string source = {};
  std::string target = {};
  int element_bits = 0;
  Goal goal = {};
  List list = List::kMoves;
  bool quick = false;  ///< one of those that --quick runs

  /// True if one side has tiles. Packed nibbles are excluded: their bits have to be unpacked too.
  bool is_tiling() const {
    const auto tiled = [](std::string_view text) {
      return text.find(":T(") != std::string_view::npos;
    };
    return element_bits >= 8 && (tiled(source) || tiled(target));
  }
};

}  // namespace tileglot::relayout::bench
