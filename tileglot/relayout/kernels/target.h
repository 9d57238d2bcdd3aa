// SPDX-License-Identifier: Apache-2.0
// target.h: the instruction sets that the kernels are compiled for.
//
// What     target_names lists those that this processor can run, the best first; force_target makes
//          transpose.h and stream.h use one of them.
// Why      A test runs all of them, not only the best of the machine at hand; a benchmark compares
//          them.
// Example  force_target("AVX2"); .. transpose_kernel(32, Store::kCached) ..; force_target({});
//          [tests: transpose_test.cc, "every target transposes every shape"]
#pragma once

#include <string_view>
#include <vector>

namespace tileglot::relayout::kernels {

/// "AVX3_DL", "AVX3", "AVX2", "SSE4", or "NEON"; last "SCALAR", plain code.
std::vector<std::string_view> target_names();

/// From now on kernels are those of this target; empty: the best again. False if this processor
/// does not have one of that name. For tests and benchmarks: not while another thread requests a
/// kernel.
bool force_target(std::string_view name);

}  // namespace tileglot::relayout::kernels
