// SPDX-License-Identifier: Apache-2.0
// order.h: checks that a list of numbers is a permutation of the dimensions.
//
// Example  [1,0] orders two dimensions; [0,0] does not.
//          [tests: identity_test.cc, "a tensor is filled in the order given"]
// Errors   linear.order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"

namespace tileglot::notation::linear::detail {

core::Status check_order(std::span<const std::int64_t> order, std::size_t rank);

}  // namespace tileglot::notation::linear::detail
