// SPDX-License-Identifier: Apache-2.0
// order.h: dense arrays in a named order.
//
// What     OrderedArray: the dimensions fill memory without gaps in the named order. C and
//          contiguous: the last dimension fastest; F: the first; channels_last: dimensions N,C,H,W
//          stored as N,H,W,C; channels_last_3d: N,C,D,H,W stored as N,D,H,W,C.
// Units    Offsets are in elements.
// Example  shape=(1,2,3,4) channels_last: (0,1,2,3) is at (2*4 + 3)*2 + 1 = 23.
//          [tests: order_test.cc, "channels last stores the channels of a pixel together"]
// Errors   check: those of array.h, strided.rank (channels_last of an array that is not of rank 4,
//          channels_last_3d not of rank 5).
// Source   NumPy, order= of ndarray; torch.memory_format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {

enum class Order : std::uint8_t { kC, kF, kContiguous, kChannelsLast, kChannelsLast3d };

/// "C", "F", "contiguous", "channels_last", "channels_last_3d".
std::string_view name_of(Order order);
std::optional<Order> order_named(std::string_view name);

struct OrderedArray {
  Array array = {};
  Order order = Order::kC;
  friend bool operator==(const OrderedArray&, const OrderedArray&) = default;
};

/// The dimensions, slowest first. Precondition: the order is defined for this rank.
std::vector<std::size_t> major_to_minor(Order order, std::size_t rank);

core::Status check(const OrderedArray& array);
/// Precondition: check(array) passes, and x is in range.
std::int64_t offset_of(const OrderedArray& array, std::span<const std::int64_t> x);
/// Positions owned: the number of elements.
core::Checked positions(const OrderedArray& array);

/// shape=(2,3) order=F, shape=(2,3) contiguous
std::string print(const OrderedArray& array);

}  // namespace tileglot::notation::strided
