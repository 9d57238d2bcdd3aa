// SPDX-License-Identifier: Apache-2.0
// report.h: results as text and as JSON.
//
// What     heading() and line() print the table as it grows; summary() the geometric means and the
//          goals by group; to_json() everything.
// Units    GB/s are 2 * bytes of the elements / time / 10^9; ratios are above 1 where this library
//          is faster. "-" was not measured, "WRONG" is a mover whose output did not match the
//          layouts; it does not have a speed.
// Example  [tests: report_test.cc, "a line has speeds, ratios and the verdict"]
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "tileglot/relayout/bench/machine.h"
#include "tileglot/relayout/bench/result.h"

namespace tileglot::relayout::bench {

std::string describe(const Machine& machine);

std::string heading();
std::string line(const Result& result);

/// For the results with `threads` threads. Moves larger than `l2_bytes` count in the means.
std::string summary(std::span<const Result> results, int threads, std::int64_t l2_bytes);

/// The speedup of that many threads over one, where both were measured; else empty.
std::string scaling(std::span<const Result> results, int threads, std::int64_t l2_bytes);

/// For random pairs: each group of them (random_pairs.h).
std::string random_summary(std::span<const Result> results, int threads);

nlohmann::json to_json(const Result& result);
nlohmann::json to_json(const Machine& machine);

}  // namespace tileglot::relayout::bench
