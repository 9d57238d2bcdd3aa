// SPDX-License-Identifier: Apache-2.0
// slow_banks.h: the simple bank simulator that tests use as the reference: bytes, sets, nothing
// else.
//
// What     slow_ways puts the word of each byte that a lane of one phase wants into the set of its
//          bank; the ways are the largest set. slow_wavefronts does that for every phase of an
//          instruction, whose lanes it splits as the hardware does.
// Why      Tests compare bank_conflicts with it, so it shares no code and no type with it.
// Units    Bytes.
#pragma once

#include <cstdint>
#include <vector>

namespace tileglot::analysis {

/// The addresses of the bytes that one lane wants.
using LaneBytes = std::vector<std::int64_t>;

std::int64_t slow_ways(const std::vector<LaneBytes>& lanes, std::int64_t banks, std::int64_t width);

/// The sum of the ways over all phases of `phase_lanes` lanes.
std::int64_t slow_wavefronts(const std::vector<LaneBytes>& lanes, std::int64_t phase_lanes,
                             std::int64_t banks, std::int64_t width);

}  // namespace tileglot::analysis
