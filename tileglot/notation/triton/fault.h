// SPDX-License-Identifier: Apache-2.0
// fault.h: an invalid parameter of an encoding, and the checks that families share.
//
// What     A Fault is the key and the error. The checks are total: they take any numbers, so no
//          check relies on another, and first_of() returns the first fault found.
// Why      The parser knows where the key is in the text; code that builds an encoding need not.
//          Operations that take the same lists as an encoding check them by the same functions.
// Example  check_order("order", {1, 1}) is the key "order" with triton.order.
//          [tests: validate_encoding_test.cc, "an order that is not a permutation is refused"]
// Errors   triton.power_of_two, triton.rank, triton.order, triton.bases, triton.cga,
//          triton.too_large.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

struct Fault {
  std::string_view key = {};
  core::Error error = {};
};
using MaybeFault = std::optional<Fault>;

MaybeFault first_of(std::initializer_list<MaybeFault> checks);

/// A fault with this code and message, unless `holds`.
MaybeFault demand(bool holds, std::string_view key, std::string code, std::string message,
                  std::string help = {});

/// Checks that a number of either sign is at most kMaxParameter.
MaybeFault check_largest(std::string_view key, std::int64_t number);
MaybeFault check_power_of_two(std::string_view key, std::int64_t number);
MaybeFault check_powers_of_two(std::string_view key, const Numbers& numbers);
/// Checks that each is a power of two, at most kMaxParameter.
MaybeFault check_counts(std::string_view key, const Numbers& numbers);
/// Checks that the rank is 1 to kMaxRank.
MaybeFault check_rank(std::string_view key, std::int64_t rank);
MaybeFault check_length(std::string_view key, const Numbers& numbers, std::int64_t rank);
MaybeFault check_order(std::string_view key, const Numbers& order);
/// Checks that each basis has one entry per dimension, none negative.
MaybeFault check_lengths(std::string_view key, const Bases& bases, std::int64_t rank);
/// Checks that without zero bases it is a permutation: each 1, 2, 4, .. of a dimension once,
/// without gaps.
MaybeFault check_cga(const Bases& cga, std::int64_t rank);

/// The largest rank of an encoding; Triton tensors have far fewer dimensions.
inline constexpr std::int64_t kMaxRank = 8;

/// The largest number of an encoding: Triton keeps them in 32 bits, and products of two fit 64.
inline constexpr std::int64_t kMaxParameter = std::numeric_limits<std::int32_t>::max();

}  // namespace tileglot::notation::triton
