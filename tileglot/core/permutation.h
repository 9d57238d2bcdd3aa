// SPDX-License-Identifier: Apache-2.0
// permutation.h: reorderings of dimensions, with one convention for the whole project.
//
// What     permute(x, p)[i] = x[p[i]]; compose(p, q)[i] = p[q[i]]; inverse(p)[p[i]] = i.
// Why      Both conventions are in use in the field; a mix is a wrong layout without an error.
// Example  permute({a,b,c}, {2,0,1}) = {c,a,b}; inverse({2,0,1}) = {1,2,0}.
//          [tests: permutation_test.cc, "permute, compose and inverse by hand"]
// Errors   permutation_fault names the first number outside the range, listed twice or missing; the
//          caller knows which list of which text it was. Everything else here has a permutation as
//          precondition.
// Source   The conventions are those of XLA's permutation functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace tileglot::core {

using Permutation = std::vector<std::int64_t>;

/// Why a list of n numbers is not a permutation of 0..n-1: the smallest number of each kind.
struct PermutationFault {
  struct Repeated {
    std::int64_t number = 0;
    std::int64_t times = 0;
    friend bool operator==(const Repeated&, const Repeated&) = default;
  };
  std::int64_t size = 0;
  std::optional<std::int64_t> outside = {};
  std::optional<Repeated> repeated = {};
  std::optional<std::int64_t> missing = {};
  friend bool operator==(const PermutationFault&, const PermutationFault&) = default;
};

/// Nothing if `p` is a permutation of 0..n-1, n its length.
std::optional<PermutationFault> permutation_fault(std::span<const std::int64_t> p);

/// "1 is listed twice and 0 is missing", to end a sentence with.
std::string describe(const PermutationFault& fault);

bool is_permutation(std::span<const std::int64_t> p);
bool is_identity(std::span<const std::int64_t> p);

/// {0, 1, .., size-1}.
Permutation identity_permutation(std::int64_t size);

/// {size-1, .., 1, 0}: the minor_to_major of row-major order.
Permutation reverse_permutation(std::int64_t size);

/// p o q, which is permute(p, q). Precondition: permutations of one length.
Permutation compose(std::span<const std::int64_t> p, std::span<const std::int64_t> q);

/// The p^-1 of compose(p, p^-1) = identity. Precondition: is_permutation(p).
Permutation inverse(std::span<const std::int64_t> p);

/// Precondition: is_permutation(p), x has as many elements.
template <class Range>
auto permute(const Range& x, std::span<const std::int64_t> p) {
  std::vector<std::remove_cvref_t<decltype(x[0])>> result;
  result.reserve(p.size());
  for (const std::int64_t source : p) result.push_back(x[static_cast<std::size_t>(source)]);
  return result;
}

}  // namespace tileglot::core
