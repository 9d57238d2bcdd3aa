// SPDX-License-Identifier: Apache-2.0
// devices.h: the simulated devices that run a module together.
//
// What     Devices are replicas times partitions. A device's number, XLA's flattened id, is
//          replica * partitions + partition.
// Example  Of 2 replicas and 3 partitions device 4 is partition 1 of replica 1.
//          [tests: hlo/run/devices/collective_groups_test.cc, "a device has one number"]
// Errors   run.devices if there are none, or more than kMaxDevices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::hlo::run {

/// More devices are rejected.
inline constexpr std::int64_t kMaxDevices = 1024;

struct Device {
  std::int64_t replica = 0;
  std::int64_t partition = 0;
};

struct Devices {
  std::int64_t replicas = 1;
  std::int64_t partitions = 1;

  /// Precondition: no more than kMaxDevices.
  std::size_t count() const { return static_cast<std::size_t>(replicas * partitions); }
  std::size_t number_of(const Device& device) const {
    return static_cast<std::size_t>(device.replica * partitions + device.partition);
  }
  Device at(std::size_t number) const {
    const auto n = static_cast<std::int64_t>(number);
    return {n / partitions, n % partitions};
  }
};

/// Numbers of devices.
using DeviceNumbers = std::vector<std::size_t>;

core::Status check_devices(const Devices& devices);

}  // namespace tileglot::hlo::run
