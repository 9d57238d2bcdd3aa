// SPDX-License-Identifier: Apache-2.0
// slow_banks.h: the simple bank simulator that tests use as the reference: bytes, sets, nothing
// else.
//
// What     slow_ways collects, for each bank, the set of words that the lanes of one phase touch;
//          the ways are the size of the largest set. slow_wavefronts splits the lanes of an
//          instruction into phases and adds up their ways.
// Why      Tests compare bank_conflicts with it, so the two share no code and no type.
// Units    Addresses and `width`, the size of a word, are in bytes.
// Errors   None.
#pragma once

#include <cstdint>
#include <vector>

namespace tileglot::analysis {

/// The addresses of the bytes that one lane touches.
using LaneBytes = std::vector<std::int64_t>;

std::int64_t slow_ways(const std::vector<LaneBytes>& lanes, std::int64_t banks, std::int64_t width);

/// The sum of the ways over all phases of `phase_lanes` lanes.
std::int64_t slow_wavefronts(const std::vector<LaneBytes>& lanes, std::int64_t phase_lanes,
                             std::int64_t banks, std::int64_t width);

}  // namespace tileglot::analysis
