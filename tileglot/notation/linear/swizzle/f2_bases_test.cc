// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/f2_bases.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/f2_span.h"
#include "tileglot/core/law.h"

namespace tileglot::notation::linear {
namespace {

using Words = std::vector<std::uint64_t>;

Words words(const F2Bases& bases) { return {bases.begin(), bases.end()}; }

/// Every sum of the vectors, as a table of the space.
std::vector<bool> spanned(F2BasesView vectors, int dimension) {
  std::vector<bool> in(std::size_t{1} << dimension, false);
  in[0] = true;
  for (const std::uint64_t v : vectors)
    for (std::uint64_t x = 0; x < in.size(); ++x)
      if (in[x]) in[x ^ v] = true;
  return in;
}

bool independent(F2BasesView vectors) {
  core::F2Span span;
  for (const std::uint64_t v : vectors)
    if (!span.insert(v)) return false;
  return true;
}

Words any_vectors(int dimension, bool single_bits) {
  Words result(static_cast<std::size_t>(*rc::gen::inRange(0, dimension + 2)));
  for (std::uint64_t& v : result)
    v = single_bits ? std::uint64_t{1} << *rc::gen::inRange(0, dimension)
                    : *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << dimension);
  return result;
}

TEST(F2Bases, TheWorkedExamples) {
  EXPECT_EQ(words(intersection(Words{4, 1, 2}, Words{1, 4}, 3)), (Words{4, 1}));
  EXPECT_EQ(words(intersection(Words{3, 4}, Words{1, 2}, 3)), (Words{3}));
  EXPECT_EQ(words(complement(Words{2, 5}, 4)), (Words{4, 8}));
  EXPECT_EQ(words(kernel(Words{}, 2)), (Words{1, 2}));
}

TEST(F2Bases, TheIntersectionIsWhatBothSpan) {
  core::check_law("f2_intersection", 10000, [] {
    const int dimension = *rc::gen::inRange(1, 8);
    const bool single = *rc::gen::arbitrary<bool>();
    const Words a = any_vectors(dimension, single);
    const Words b = any_vectors(dimension, single);
    const F2Bases both = intersection(a, b, dimension);
    EXPECT_TRUE(independent(view(both)));
    const auto in_a = spanned(a, dimension);
    const auto in_b = spanned(b, dimension);
    const auto in_both = spanned(view(both), dimension);
    for (std::size_t x = 0; x < in_both.size(); ++x) EXPECT_EQ(in_both[x], in_a[x] && in_b[x]);
  });
}

TEST(F2Bases, AComplementCompletesOnce) {
  core::check_law("f2_complement", 10000, [] {
    const int dimension = *rc::gen::inRange(1, 9);
    const Words v = any_vectors(dimension, false);
    core::F2Span span;
    for (const std::uint64_t x : v) span.insert(x);
    for (const std::uint64_t x : complement(v, dimension)) EXPECT_TRUE(span.insert(x));
    EXPECT_EQ(span.dimension(), dimension);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
