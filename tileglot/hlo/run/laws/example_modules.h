// SPDX-License-Identifier: Apache-2.0
// example_modules.h: HLO texts that tests run on simulated devices.
#pragma once

#include <string>
#include <vector>

#include "tileglot/hlo/run/array/devices.h"

namespace tileglot::hlo::run {

/// Each device's output for its s32 input, as `1 2 | 3 4`, leaves with commas; else `code:
/// message`. The text may use `add` of s32[].
std::string on_devices(const std::string& text, const Devices& devices,
                       const std::vector<std::vector<double>>& inputs);

}  // namespace tileglot::hlo::run
