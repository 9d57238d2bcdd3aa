// SPDX-License-Identifier: Apache-2.0
// fault.h: a parameter of an encoding that cannot be, and the checks that families share.
//
// What     A Fault is the key and the error. The checks are total: they take any numbers, so one
//          does not rely on another, and first_of() gives the first that found something.
// Why      The parser knows where the key stands in the text; whoever made the encoding does not
//          need to.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/encoding/encoding.h"

namespace tileglot::notation::linear {

struct Fault {
  std::string_view key = {};
  core::Error error = {};
};
using MaybeFault = std::optional<Fault>;

MaybeFault first_of(std::initializer_list<MaybeFault> checks);

/// A fault with this code and these words, unless `holds`.
MaybeFault demand(bool holds, std::string_view key, std::string code, std::string message,
                  std::string help = {});

bool is_power_of_two(std::int64_t number);
/// The exponent. Precondition: is_power_of_two(number).
std::int64_t log2_of(std::int64_t number);

MaybeFault check_power_of_two(std::string_view key, std::int64_t number);
MaybeFault check_powers_of_two(std::string_view key, const Numbers& numbers);
/// 1 to kMaxRank entries.
MaybeFault check_rank(std::string_view key, std::int64_t rank);
MaybeFault check_length(std::string_view key, const Numbers& numbers, std::int64_t rank);
MaybeFault check_order(std::string_view key, const Numbers& order);
/// Each basis has an entry a dimension, none negative.
MaybeFault check_lengths(std::string_view key, const Bases& bases, std::int64_t rank);
/// Without zero bases a permutation: each 1, 2, 4, .. of a dimension once, without a hole.
MaybeFault check_cga(const Bases& cga, std::int64_t rank);

/// The largest rank of an encoding; no tensor of Triton comes near.
inline constexpr std::int64_t kMaxRank = 8;

}  // namespace tileglot::notation::linear
