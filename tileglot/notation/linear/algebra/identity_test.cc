// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/identity.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

std::string text_of(const core::Result<Layout>& layout) {
  return layout ? print(*layout) : layout.error()->code;
}

TEST(Identity, TheConstructorsOfOneDimension) {
  EXPECT_EQ(text_of(identity_1d(8, "i", "o")), "{i: [[1],[2],[4]]} -> {o: 8}");
  EXPECT_EQ(text_of(identity_1d(1, "i", "o")), "{i: []} -> {o: 1}");
  EXPECT_EQ(text_of(identity_1d(0, "i", "o")), "{} -> {}");
  EXPECT_EQ(text_of(identity_1d(3, "i", "o")), "linear.size");
  EXPECT_EQ(text_of(identity_1d(-8, "i", "o")), "linear.size");
  EXPECT_EQ(text_of(strided_1d(8, 4, "i", "o")),
            "{i: [[4],[8],[16]]} -> {o: 32}, surjective: false");
  EXPECT_EQ(text_of(strided_1d(8, 0, "i", "o")), "linear.size");
  EXPECT_EQ(text_of(strided_1d(std::int64_t{1} << 62, 2, "i", "o")), "linear.too_many_bits");
  EXPECT_EQ(text_of(zeros_1d(4, "i", "o")), "{i: [[0],[0]]} -> {o: 1}");
  EXPECT_EQ(text_of(zeros_1d(4, "i", "o", 8)), "{i: [[0],[0]]} -> {o: 8}, surjective: false");
  EXPECT_EQ(text_of(zeros_1d(4, "i i", "o")), "linear.name");
}

TEST(Identity, ATensorIsFilledInTheOrderGiven) {
  const auto filled = [](std::vector<std::int64_t> shape, std::vector<std::int64_t> order) {
    return text_of(identity_standard_nd("register", shape, order));
  };
  EXPECT_EQ(filled({2, 4}, {1, 0}), "{register: [[1,0],[2,0],[0,1]]} -> {dim1: 4, dim0: 2}");
  EXPECT_EQ(filled({2, 4}, {0, 0}), "linear.order");
  EXPECT_EQ(filled({2, 4}, {0}), "linear.order");
  EXPECT_EQ(filled({2, 3}, {0, 1}), "linear.size");
  EXPECT_EQ(filled({}, {}), "{} -> {}");
}

TEST(Identity, ZerosLikeKeepsTheDimensions) {
  const Layout layout = parse("{i: [[1,0],[0,1]]} -> {a: 2, b: 2}").value();
  EXPECT_EQ(print(zeros_like(layout)), "{i: [[0,0],[0,0]]} -> {a: 2, b: 2}, surjective: false");
}

}  // namespace
}  // namespace tileglot::notation::linear
