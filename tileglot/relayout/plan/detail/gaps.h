// SPDX-License-Identifier: Apache-2.0
// gaps.h: the part of the target that no nest writes, as loops over lines.
//
// What     gaps_of(nests, bits) are boxes of bits that together with the elements cover the target.
//          A gap may hold elements, so it is zeroed before anything moves.
// Why      Padding is a small part of a tiled tensor; zeroing all of the target first would write
//          every line twice.
// How      Nests are sorted by where they begin. Between two that do not overlap is a gap; those
//          that do overlap and repeat by one outer loop are examined within one iteration of it.
//          Nests that do not nest this way, or are within a few cache lines of each other, become
//          one gap that includes their elements.
// Example  u8[3,5] to T(2,2), 24 bytes: the second column of the tiles on the right, twice, and the
//          second row of the tiles below.
//          [tests: gaps_test.cc, "gaps and elements cover the target"]
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

std::vector<Gap> gaps_of(const std::vector<Nest>& nests, std::int64_t target_bits);

}  // namespace tileglot::relayout::plan
