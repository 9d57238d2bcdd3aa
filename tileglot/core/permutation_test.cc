// SPDX-License-Identifier: Apache-2.0
// permutation_test.cc: the laws of permutations, on every permutation of up to six dimensions.
#include "tileglot/core/permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tileglot/core/any_permutation.h"
#include "tileglot/core/law.h"

namespace tileglot::core {
namespace {

using Strings = std::vector<std::string>;

std::vector<Permutation> all_permutations(std::int64_t size) {
  std::vector<Permutation> result;
  Permutation p = identity_permutation(size);
  do {
    result.push_back(p);
  } while (std::next_permutation(p.begin(), p.end()));
  return result;
}

std::string fault_of(const Permutation& p) {
  const auto fault = permutation_fault(p);
  return fault ? describe(*fault) : "none";
}

void expect_inverse_undoes(const Permutation& p) {
  const Permutation q = inverse(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_EQ(q[static_cast<std::size_t>(p[i])], static_cast<std::int64_t>(i));
  }
  EXPECT_TRUE(is_identity(compose(p, q)));
  EXPECT_TRUE(is_identity(compose(q, p)));
}

TEST(Permutation, PermuteComposeAndInverseByHand) {
  EXPECT_EQ(permute(Strings{"a", "b", "c"}, Permutation{2, 0, 1}), (Strings{"c", "a", "b"}));
  EXPECT_EQ(inverse(Permutation{2, 0, 1}), (Permutation{1, 2, 0}));
  EXPECT_EQ(compose(Permutation{2, 0, 1}, Permutation{1, 0, 2}), (Permutation{0, 2, 1}));
  EXPECT_EQ(reverse_permutation(3), (Permutation{2, 1, 0}));
}

TEST(Permutation, InverseUndoesEveryPermutationOfUpToSix) {
  for (std::int64_t size = 0; size <= 6; ++size) {
    for (const Permutation& p : all_permutations(size)) expect_inverse_undoes(p);
  }
}

TEST(Permutation, ComposingPermutesInTurn) {
  const Strings x = {"a", "b", "c", "d"};
  for (const Permutation& p : all_permutations(4)) {
    for (const Permutation& q : all_permutations(4)) {
      EXPECT_EQ(permute(x, compose(p, q)), permute(permute(x, p), q));
    }
  }
}

TEST(Permutation, OnlyPermutationsHaveNoFault) {
  // Every list of three numbers of -1 to 3, against the definition: sorted it is 0, 1, 2.
  for (int code = 0; code < 125; ++code) {
    const Permutation p = {code % 5 - 1, code / 5 % 5 - 1, code / 25 - 1};
    Permutation sorted = p;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(is_permutation(p), sorted == identity_permutation(3)) << code;
  }
}

TEST(Permutation, AFaultNamesWhatIsWrong) {
  EXPECT_EQ(fault_of({}), "none");
  EXPECT_EQ(fault_of({1, 0}), "none");
  EXPECT_EQ(fault_of({1, 1}), "1 is listed twice and 0 is missing");
  EXPECT_EQ(fault_of({0, 0, 0}), "0 is listed 3 times and 1 is missing");
  EXPECT_EQ(fault_of({1, 2}), "2 is not one of 0 to 1 and 0 is missing");
  EXPECT_EQ(fault_of({3, 1, 1, -7}), "-7 is not one of 0 to 3, 1 is listed twice and 0 is missing");
  EXPECT_EQ(fault_of({1}), "1 is not 0 and 0 is missing");
  EXPECT_EQ(fault_of({std::numeric_limits<std::int64_t>::min(), 0}),
            "-9223372036854775808 is not one of 0 to 1 and 1 is missing");
}

TEST(Permutation, LawsHoldForLongPermutations) {
  check_law("inverse_undoes", 1000, [] { expect_inverse_undoes(*any_permutation(40)); });
  check_law("inverse_reverses_composition", 1000, [] {
    const Permutation p = *any_permutation(40);
    const Permutation q = *any_permutation(40);
    EXPECT_EQ(inverse(compose(p, q)), compose(inverse(q), inverse(p)));
  });
}

}  // namespace
}  // namespace tileglot::core
