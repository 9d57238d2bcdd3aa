// SPDX-License-Identifier: Apache-2.0
// device_order.h: which device stands at which place of a mesh.
//
// What     A DeviceOrder gives each place p of a mesh, counted row-major, a device: device p itself
//          (identity), an iota, or a device listed for each place. iota is `[r0,r1,..]T(p0,p1,..)`:
//          0..n-1 as a row-major array of the extents r, transposed so that its dimension p[i]
//          becomes the i-th, read row-major.
// Why      A mesh of a million devices in the usual orders is a few numbers, and both directions,
//          place to device and device to place, are quotients and remainders.
// Units    Places and devices are counted. Listed devices are any numbers from 0 on.
// Example  [4,2]T(1,0) places the devices 0,2,4,6,1,3,5,7.
//          [tests: device_order_test.cc, "an iota is an array transposed"]
//          Extents of 1 vanish and neighbours that stay together merge: [2,3,4]T(2,0,1) is
//          [6,4]T(1,0). [tests: device_order_test.cc, "an iota has one form"]
// Errors   mesh.order (an extent below 1, T(..) is not a permutation, a device below 0 or listed
//          twice, none listed), mesh.limit (more than 64 extents, 2^63-1 devices or 2^20 listed).
// Source   XLA, tile_assignment.h (IotaTileAssignment), read as prose.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::mesh {

struct IotaOrder {
  std::vector<std::int64_t> extents = {};
  std::vector<std::int64_t> permutation = {};
  friend bool operator==(const IotaOrder&, const IotaOrder&) = default;
};

class DeviceOrder {
 public:
  /// One device, 0.
  DeviceOrder() = default;
  /// Precondition: count >= 1.
  static DeviceOrder identity(std::int64_t count);
  static core::Result<DeviceOrder> iota(const IotaOrder& order);
  /// 0, 1, 2, .. in turn becomes the identity; other orders stay lists.
  static core::Result<DeviceOrder> listed(std::vector<std::int64_t> devices);

  std::int64_t count() const;
  /// Precondition: 0 <= place < count().
  std::int64_t at(std::int64_t place) const;
  std::optional<std::int64_t> place_of(std::int64_t device) const;

  bool is_identity() const { return listed_.empty() && digits_.size() <= 1; }
  /// The devices, where they were listed and are not the identity; else empty.
  std::span<const std::int64_t> listed_devices() const { return listed_; }
  /// The form that equal orders share. Precondition: the devices are not listed.
  IotaOrder canonical_iota() const;

  /// Compares the forms: a list is never equal to an iota, even where the devices are.
  friend bool operator==(const DeviceOrder&, const DeviceOrder&) = default;

 private:
  /// A place, in mixed radix with these extents, the slowest first, has the device
  /// sum(digit * weight).
  struct Digit {
    std::int64_t extent = 1;
    std::int64_t weight = 1;
    friend bool operator==(const Digit&, const Digit&) = default;
  };

  std::vector<Digit> digits_;  ///< without extents of 1; neighbours merged
  std::vector<std::int64_t> listed_;
  std::vector<std::int64_t> by_device_;  ///< the places of the listed devices, least device first
};

/// [4,2]T(1,0), or (0,3,1,2) where the devices are listed, or [8] for the identity.
std::string print(const DeviceOrder& order);

}  // namespace tileglot::notation::mesh
