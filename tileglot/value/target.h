// SPDX-License-Identifier: Apache-2.0
// target.h: the machine that a layout is for.
//
// What     parse_target reads cpu, tpu, gpu or gpu:sm_90.
// Example  gpu:sm_90 is a GPU of compute capability 90; gpu alone does not say which.
//          [tests: target_test.cc, "machines are known by name"]
// Errors   target.name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::value {

struct Target {
  enum class Kind : std::uint8_t { kCpu, kGpu, kTpu };
  Kind kind = Kind::kCpu;
  std::optional<std::int64_t> compute_capability = {};  ///< of a named GPU: 90 for sm_90
};

core::Result<Target> parse_target(std::string_view text);

}  // namespace tileglot::value
