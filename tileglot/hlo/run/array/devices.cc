// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/array/devices.h"

#include <fmt/format.h>

#include "tileglot/core/error.h"

namespace tileglot::hlo::run {

core::Status check_devices(const Devices& devices) {
  const bool fit = devices.replicas >= 1 && devices.partitions >= 1 &&
                   devices.replicas <= kMaxDevices / devices.partitions;
  if (fit) return {};
  return core::fail({.code = "run.devices",
                     .message = fmt::format("{} replicas of {} partitions are not 1 to {} devices",
                                            devices.replicas, devices.partitions, kMaxDevices),
                     .help = "run the module on fewer devices"});
}

}  // namespace tileglot::hlo::run
