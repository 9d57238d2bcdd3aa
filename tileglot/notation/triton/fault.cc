// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/fault.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/notation/triton/basis_facts.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

MaybeFault first_of(std::initializer_list<MaybeFault> checks) {
  const auto* found = std::ranges::find_if(checks, [](const MaybeFault& c) { return !!c; });
  return found == checks.end() ? std::nullopt : *found;
}

MaybeFault demand(bool holds, std::string_view key, std::string code, std::string message,
                  std::string help) {
  if (holds) return std::nullopt;
  return Fault{key,
               {{.code = std::move(code), .message = std::move(message), .help = std::move(help)}}};
}

MaybeFault check_largest(std::string_view key, std::int64_t number) {
  return demand(number <= kMaxParameter, key, "triton.too_large",
                fmt::format("{} has {}, and a number of an encoding is at most {}", key, number,
                            kMaxParameter));
}

MaybeFault check_power_of_two(std::string_view key, std::int64_t number) {
  return demand(core::is_power_of_two(number), key, "triton.power_of_two",
                fmt::format("{} is {}, not a power of two", key, number),
                "linear layouts exchange bits, so every count is 1, 2, 4, ..");
}

MaybeFault check_powers_of_two(std::string_view key, const Numbers& numbers) {
  for (const std::int64_t number : numbers) {
    if (auto fault = check_power_of_two(key, number)) {
      fault->error->message = fmt::format("{} has {}, not a power of two", key, number);
      return fault;
    }
  }
  return std::nullopt;
}

MaybeFault check_counts(std::string_view key, const Numbers& numbers) {
  for (const std::int64_t number : numbers) {
    if (auto fault = check_largest(key, number)) return fault;
  }
  return check_powers_of_two(key, numbers);
}

MaybeFault check_rank(std::string_view key, std::int64_t rank) {
  return first_of({demand(rank > 0, key, "triton.rank",
                          fmt::format("{} is empty, so the encoding has no dimensions", key)),
                   demand(rank <= kMaxRank, key, "triton.too_large",
                          fmt::format("an encoding has {} dimensions, and at most {} are read",
                                      rank, kMaxRank))});
}

MaybeFault check_length(std::string_view key, const Numbers& numbers, std::int64_t rank) {
  return demand(std::ssize(numbers) == rank, key, "triton.rank",
                fmt::format("{} has {} entries for {} dimensions", key, numbers.size(), rank));
}

MaybeFault check_order(std::string_view key, const Numbers& order) {
  if (std::ssize(order) > kMaxRank) return check_rank(key, std::ssize(order));
  Numbers dimensions(order.size());
  std::iota(dimensions.begin(), dimensions.end(), 0);
  return demand(std::ranges::is_permutation(order, dimensions), key, "triton.order",
                fmt::format("{} must list every dimension once, fastest first; it is [{}]", key,
                            fmt::join(order, ", ")),
                fmt::format("write a permutation of [{}]", fmt::join(dimensions, ", ")));
}

namespace {

MaybeFault check_not_negative(std::string_view key, const Bases& bases) {
  for (const Numbers& basis : bases) {
    if (std::ranges::all_of(basis, [](std::int64_t entry) { return entry >= 0; })) continue;
    return demand(
        false, key, "triton.bases",
        fmt::format("the basis [{}] of {} has an entry below 0", fmt::join(basis, ", "), key));
  }
  return std::nullopt;
}

}  // namespace

MaybeFault check_lengths(std::string_view key, const Bases& bases, std::int64_t rank) {
  const auto wrong = std::ranges::find_if(
      bases, [rank](const Numbers& basis) { return std::ssize(basis) != rank; });
  if (wrong == bases.end()) return check_not_negative(key, bases);
  return demand(false, key, "triton.rank",
                fmt::format("the basis [{}] of {} has {} entries for {} dimensions",
                            fmt::join(*wrong, ", "), key, wrong->size(), rank));
}

MaybeFault check_cga(const Bases& cga, std::int64_t rank) {
  constexpr std::string_view kKey = "CGALayout";
  if (auto fault = check_lengths(kKey, cga, rank)) return fault;
  return demand(is_permutation(cga, rank), kKey, "triton.cga",
                fmt::format("the bases [{}] of the blocks are not a permutation of bits",
                            fmt::join(cga, ", ")),
                "apart from zeros, every 1, 2, 4, .. of a dimension appears once, without a gap");
}

}  // namespace tileglot::notation::triton
