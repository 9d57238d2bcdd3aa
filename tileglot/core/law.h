// SPDX-License-Identifier: Apache-2.0
// law.h: runs a property test with a given number of cases, reproducibly.
//
// What     check_law(name, soak_count, property) runs a property on random inputs and reports the
//          smallest failing ones to GoogleTest. The property draws its inputs itself, by
//          `const auto shape = *any_shape();`, and states the law with EXPECT_..., RC_ASSERT or a
//          helper named by the law.
// Why      A law is one line in a test, the counts are in one place, and a failure can be replayed.
// Units    Runs soak_count cases if the environment has TILEGLOT_SOAK=1, else a tenth, or with
//          TILEGLOT_LAW_SHARE=N the Nth part (at least 1): sanitizers take ten times as long.
//          The seed is fixed; TILEGLOT_SEED=N replaces it. Both are printed with the result.
//          law_minimum(n) is n, and less in proportion where less than a tenth of the cases run.
// Example  check_law("inverse_undoes", 10000, [] {
//            const Permutation p = *any_permutation(8);
//            EXPECT_EQ(compose(p, inverse(p)), identity_permutation(p.size()));
//          });
//          [tests: law_test.cc, "a broken law reports its smallest counterexample"]
// Errors   A seed or a share that is not a number fails the law. A GoogleTest failure inside the
//          property is a failure of the law, and shrinks.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tileglot::core {

/// True if tests run at their full counts.
bool is_soak();

/// law_minimum; at least 1, so a law that never reached its case fails.
std::int64_t minimum_of_share(std::int64_t ordinary);

/// EXPECT_GT(found, law_minimum(100)) after a law checks that it met enough cases of one kind.
template <std::integral Count>
Count law_minimum(Count ordinary) {
  return static_cast<Count>(minimum_of_share(static_cast<std::int64_t>(ordinary)));
}

/// Runs the cases and reports; a test compiles only the template below.
void run_law(std::string_view name, int soak_count, const std::function<void()>& property);

template <std::invocable Property>
void check_law(std::string_view name, int soak_count, Property&& property) {
  static_assert(std::is_void_v<std::invoke_result_t<Property&>>,
                "a property returns nothing: a bool would be lost; use EXPECT_TRUE or RC_ASSERT");
  run_law(name, soak_count, std::forward<Property>(property));
}

}  // namespace tileglot::core
