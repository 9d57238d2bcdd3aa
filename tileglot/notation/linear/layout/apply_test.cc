// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/apply.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

Layout worked() {
  return parse("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}").value();
}

std::string code_of(const Layout& layout, const std::vector<NamedValue>& inputs) {
  const auto outputs = linear::apply(layout, inputs);
  return outputs ? "ok" : outputs.error()->code;
}

TEST(Apply, ValuesAreGivenByNameInAnyOrder) {
  const std::vector<NamedValue> expected{{"dim0", 3}, {"dim1", 1}};
  EXPECT_EQ(linear::apply(worked(), std::vector<NamedValue>{{"lane", 3}, {"register", 1}}),
            expected);
  // Bits beyond the size of the input count nothing.
  EXPECT_EQ(linear::apply(worked(), std::vector<NamedValue>{{"register", 3}, {"lane", 7}}),
            expected);
}

TEST(Apply, EachInputNeedsOneValue) {
  EXPECT_EQ(code_of(worked(), {{"lane", 3}}), "linear.no_dimension");
  EXPECT_EQ(code_of(worked(), {{"lane", 3}, {"register", 1}, {"warp", 0}}), "linear.no_dimension");
  EXPECT_EQ(linear::apply(worked(), std::vector<NamedValue>{{"line", 3}}).error()->message,
            "there is no input line; the layout has register, lane");
  EXPECT_EQ(code_of(worked(), {{"lane", 3}, {"lane", 3}, {"register", 1}}), "linear.duplicate");
  EXPECT_EQ(code_of(worked(), {{"lane", -1}, {"register", 1}}), "linear.negative");
  EXPECT_EQ(code_of(worked(), {{std::string(99, 'x'), 1}, {"lane", 3}, {"register", 1}}),
            "linear.no_dimension");
}

TEST(Apply, TheTableXorsBasisVectors) {
  core::check_law("linear_apply_is_xor", 10000, [] {
    const Layout layout = *any_layout();
    const auto rows = table(layout).value();
    for (std::size_t x = 0; x < rows.size(); ++x) {
      std::vector<std::int64_t> expected(layout.outs().size(), 0);
      for (int j = 0; j < layout.in_bits(); ++j) {
        const auto basis = unpacked(layout, layout.column(j));
        for (std::size_t k = 0; k < basis.size(); ++k) {
          if (((x >> j) & 1) != 0) expected[k] ^= basis[k];
        }
      }
      EXPECT_EQ(rows[x], expected);
    }
  });
}

TEST(Apply, AVeryLongTableIsRefused) {
  EXPECT_EQ(table(identity(21, kRegister, kOffset)).error()->code, "linear.too_many_values");
  EXPECT_EQ(table(identity(63, kRegister, kOffset)).error()->code, "linear.too_many_values");
  Layout long_and_wide;
  for (const char* out : {"a", "b"}) long_and_wide.add_out(Name(out), 0);
  long_and_wide.add_in(kRegister, std::vector<std::uint64_t>(20, 0));
  EXPECT_EQ(table(long_and_wide).error()->code, "linear.too_many_values");
}

}  // namespace
}  // namespace tileglot::notation::linear
