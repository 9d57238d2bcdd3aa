// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/device_order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/limits.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;
using core::Status;

tl::unexpected<core::Error> bad_order(std::string message) {
  return fail({.code = "mesh.order",
               .message = std::move(message),
               .help = "write an order of 0..n-1, as in devices=[4,2]T(1,0), or each device once, "
                       "as in devices=(0,2,1,3)"});
}

tl::unexpected<core::Error> too_many_devices(const std::string& message) {
  return fail(
      {.code = "mesh.limit", .message = message, .help = "no mesh in use comes near this limit"});
}

/// Whether the numbers are 0..n-1 in some order.
bool is_permutation_of(std::size_t n, std::span<const std::int64_t> numbers) {
  std::vector<bool> seen(n, false);
  for (const std::int64_t number : numbers) {
    if (number < 0 || !std::cmp_less(number, n) || seen[static_cast<std::size_t>(number)])
      return false;
    seen[static_cast<std::size_t>(number)] = true;
  }
  return numbers.size() == n;
}

Status check_iota(const IotaOrder& order) {
  if (order.extents.size() > kMaxAxes || order.permutation.size() > kMaxAxes) {
    return too_many_devices(fmt::format("an order of more than {} extents", kMaxAxes));
  }
  std::int64_t count = 1;
  for (const std::int64_t extent : order.extents) {
    if (extent < 1)
      return bad_order(fmt::format("[{}] has no devices", fmt::join(order.extents, ",")));
    if (!core::multiply_fits(count, extent, count)) {
      return too_many_devices(
          fmt::format("[{}] is more than 2^63-1 devices", fmt::join(order.extents, ",")));
    }
  }
  if (is_permutation_of(order.extents.size(), order.permutation)) return {};
  return bad_order(fmt::format("T({}) does not list each of the {} dimensions of [{}] once",
                               fmt::join(order.permutation, ","), order.extents.size(),
                               fmt::join(order.extents, ",")));
}

/// The places in the order of their devices.
std::vector<std::int64_t> places_by_device(std::span<const std::int64_t> devices) {
  std::vector<std::int64_t> places(devices.size());
  std::iota(places.begin(), places.end(), std::int64_t{0});
  std::ranges::sort(places, {}, [&](std::int64_t p) {
    return std::pair(devices[static_cast<std::size_t>(p)], p);
  });
  return places;
}

}  // namespace

DeviceOrder DeviceOrder::identity(std::int64_t count) {
  DeviceOrder order;
  if (count > 1) order.digits_.push_back({.extent = count, .weight = 1});
  return order;
}

Result<DeviceOrder> DeviceOrder::iota(const IotaOrder& order) {
  TILEGLOT_TRY_STATUS(check_iota(order));
  std::vector<std::int64_t> weights(order.extents.size(), 1);
  for (std::size_t i = weights.size(); i-- > 1;) weights[i - 1] = weights[i] * order.extents[i];
  DeviceOrder result;
  std::vector<Digit>& merged = result.digits_;
  for (const std::int64_t p : order.permutation) {
    const auto dim = static_cast<std::size_t>(p);
    const Digit digit{.extent = order.extents[dim], .weight = weights[dim]};
    if (digit.extent == 1) continue;
    if (!merged.empty() && merged.back().weight == digit.extent * digit.weight) {
      merged.back() = {.extent = merged.back().extent * digit.extent, .weight = digit.weight};
    } else {
      merged.push_back(digit);
    }
  }
  return result;
}

Result<DeviceOrder> DeviceOrder::listed(std::vector<std::int64_t> devices) {
  if (devices.empty()) return bad_order("no devices are listed");
  if (std::cmp_greater(devices.size(), kMaxListed)) {
    return too_many_devices(fmt::format("more than {} devices are listed", kMaxListed));
  }
  std::vector<std::int64_t> places = places_by_device(devices);
  const auto device_of = [&](std::int64_t p) { return devices[static_cast<std::size_t>(p)]; };
  if (device_of(places.front()) < 0) {
    return bad_order(fmt::format("device {} is below 0", device_of(places.front())));
  }
  const auto twice = std::ranges::adjacent_find(places, {}, device_of);
  if (twice != places.end()) {
    return bad_order(fmt::format("device {} is listed twice, at places {} and {}",
                                 device_of(*twice), *twice, *std::next(twice)));
  }
  if (std::ranges::is_sorted(devices) && std::cmp_equal(devices.back() + 1, devices.size())) {
    return identity(static_cast<std::int64_t>(devices.size()));
  }
  DeviceOrder order;
  order.listed_ = std::move(devices);
  order.by_device_ = std::move(places);
  return order;
}

std::int64_t DeviceOrder::count() const {
  if (!listed_.empty()) return static_cast<std::int64_t>(listed_.size());
  std::int64_t count = 1;
  for (const Digit& digit : digits_) count *= digit.extent;
  return count;
}

std::int64_t DeviceOrder::at(std::int64_t place) const {
  if (!listed_.empty()) return listed_[static_cast<std::size_t>(place)];
  std::int64_t device = 0;
  for (std::size_t i = digits_.size(); i-- > 0; place /= digits_[i].extent) {
    device += place % digits_[i].extent * digits_[i].weight;
  }
  return device;
}

std::optional<std::int64_t> DeviceOrder::place_of(std::int64_t device) const {
  if (!listed_.empty()) {
    const auto device_of = [&](std::int64_t p) { return listed_[static_cast<std::size_t>(p)]; };
    const auto found = std::ranges::lower_bound(by_device_, device, {}, device_of);
    if (found == by_device_.end() || device_of(*found) != device) return std::nullopt;
    return *found;
  }
  if (device < 0 || device >= count()) return std::nullopt;
  std::int64_t place = 0;
  for (const Digit& digit : digits_) {
    place = place * digit.extent + device / digit.weight % digit.extent;
  }
  return place;
}

IotaOrder DeviceOrder::canonical_iota() const {
  if (digits_.empty()) return {.extents = {1}, .permutation = {0}};
  std::vector<Digit> by_weight = digits_;
  std::ranges::sort(by_weight, std::ranges::greater{}, &Digit::weight);
  IotaOrder order;
  for (const Digit& digit : by_weight) order.extents.push_back(digit.extent);
  for (const Digit& digit : digits_) {
    order.permutation.push_back(std::ranges::find(by_weight, digit) - by_weight.begin());
  }
  return order;
}

std::string print(const DeviceOrder& order) {
  if (!order.listed_devices().empty()) {
    return fmt::format("({})", fmt::join(order.listed_devices(), ","));
  }
  const IotaOrder iota = order.canonical_iota();
  const std::string extents = fmt::format("[{}]", fmt::join(iota.extents, ","));
  if (iota.extents.size() == 1) return extents;
  return fmt::format("{}T({})", extents, fmt::join(iota.permutation, ","));
}

}  // namespace tileglot::notation::mesh
