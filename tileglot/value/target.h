// SPDX-License-Identifier: Apache-2.0
// target.h: the machine that a layout is for.
//
// What     parse_target reads cpu, tpu, gpu or gpu:sm_90, or fewer of them: what Targets::kAssigned
//          has are the machines that layouts are assigned for, cpu and named GPUs. sm_90a and
//          sm_100f are variants of instructions with the capability 90 and 100.
// Example  gpu:sm_90 is a GPU of compute capability 90; gpu alone does not say which.
//          [tests: target_test.cc, "machines are known by name"]
// Errors   target.name (no such target, or a number that no GPU has), target.kind (a target that
//          the request does not take). Their help names targets that are taken.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::value {

struct Target {
  enum class Kind : std::uint8_t { kCpu, kGpu, kTpu };
  Kind kind = Kind::kCpu;
  std::optional<std::int64_t> compute_capability = {};  ///< of a named GPU: 90 for sm_90
};

enum class Targets : std::uint8_t {
  kAll,
  kAssigned,  ///< cpu, and GPUs by name
};

core::Result<Target> parse_target(std::string_view text, Targets taken = Targets::kAll);

/// Every target that is taken, for completion: cpu, gpu:sm_90 and so on.
std::vector<std::string> target_names(Targets taken = Targets::kAll);

}  // namespace tileglot::value
