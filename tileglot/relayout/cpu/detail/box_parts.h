// SPDX-License-Identifier: Apache-2.0
// box_parts.h: the parts in which boxes are stored, and the bytes that boxes of packed units share.
//
// What     While part i of a box is stored, part i of the next is prefetched: part_of cuts both lists
//          of runs alike. begins_on_bytes is asked before boxes of units below a byte move in parallel.
// Why      Prefetched all at once, lines wait for one another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/relayout/cpu/detail/nest_runner.h"

namespace tileglot::relayout::cpu {

inline constexpr std::size_t kBoxParts = 16;

template <class Run>
std::span<const Run> part_of(const std::vector<Run>& runs, std::size_t part) {
  const std::size_t begin = runs.size() * part / kBoxParts;
  return std::span(runs).subspan(begin, runs.size() * (part + 1) / kBoxParts - begin);
}

/// Of a unit in the buffers.
inline std::int64_t buffer_bytes(int unit_bits) { return std::max(unit_bits / 8, 1); }

inline bool is_on_byte(std::int64_t units, int unit_bits) { return units * unit_bits % 8 == 0; }

/// True if every box begins on a byte of the target.
inline bool begins_on_bytes(Move start, std::span<const LoopView> outer, int unit_bits) {
  const auto moves_whole = [&](const LoopView& loop) {
    return is_on_byte(loop.step.g, unit_bits) &&
           std::all_of(loop.table.begin(), loop.table.end(),
                       [&](Move move) { return is_on_byte(move.g, unit_bits); });
  };
  return is_on_byte(start.g, unit_bits) && std::all_of(outer.begin(), outer.end(), moves_whole);
}

}  // namespace tileglot::relayout::cpu
