// SPDX-License-Identifier: Apache-2.0
// CuTe's operations over F2 against CuTe's own, through the map: on layouts of powers of two whose
// strides have no bit in common, both algebras speak of one function.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/values.h"
#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/linear/algebra/complement.h"
#include "tileglot/notation/linear/algebra/compose.h"
#include "tileglot/notation/linear/algebra/logical_division.h"
#include "tileglot/notation/linear/algebra/one_sided_inverse.h"
#include "tileglot/notation/linear/dimensions/concatenate.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/matrix.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;

constexpr std::int64_t kAll = std::int64_t{1} << 20;

/// One layout in both notations.
struct Both {
  linear::Layout over_f2;
  cute::Layout<> cute;
};

/// Distinct single bits in any order; a few are 0, where that is allowed.
std::vector<std::uint64_t> any_bits(int count, int among, bool may_be_zero) {
  std::vector<int> bits(static_cast<std::size_t>(among));
  for (int i = 0; i < among; ++i) bits[static_cast<std::size_t>(i)] = i;
  std::vector<std::uint64_t> columns;
  for (int k = 0; k < count; ++k) {
    const bool is_zero = may_be_zero && *rc::gen::inRange(0, 6) == 0;
    const auto at = static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, bits.size()));
    columns.push_back(is_zero ? 0 : std::uint64_t{1} << bits[static_cast<std::size_t>(at)]);
    bits.erase(bits.begin() + at);
  }
  return columns;
}

linear::Layout layout_of(std::string_view in, std::string_view out, int out_bits,
                         const std::vector<std::uint64_t>& columns) {
  linear::Layout layout;
  layout.add_out(linear::Name(out), out_bits);
  layout.add_in(linear::Name(in), columns);
  return layout;
}

Both both_of(const linear::Layout& layout) { return {layout, *to_cute(*to_map(layout))}; }

/// `bits` bits among out_bits.
Both any_both(std::string_view in, std::string_view out, int bits, int out_bits,
              bool may_be_zero = false) {
  return both_of(layout_of(in, out, out_bits, any_bits(bits, out_bits, may_be_zero)));
}

std::vector<std::int64_t> values(const AnyLayout& layout) {
  return values_of(layout, kAll, Via::kMap)->offsets;
}

/// How often both sides had an answer.
struct Tally {
  int tried = 0;
  int answered = 0;
};

void expect_one_function(const core::Result<linear::Layout>& over_f2,
                         const cute::Outcome<cute::Layout<>>& in_cute, Tally& tally) {
  ++tally.tried;
  if (!over_f2 || !in_cute.ok()) return;
  ++tally.answered;
  EXPECT_EQ(values(*over_f2), values(in_cute.value))
      << linear::print(*over_f2) << " against " << cute::print(in_cute.value);
}

void check_operation(const std::string& name, const std::function<void(Tally&)>& property) {
  Tally tally;
  core::check_law(name, 10000, [&] { property(tally); });
  std::cout << name << ": both answer " << tally.answered << " of " << tally.tried << "\n";
  EXPECT_GT(10 * tally.answered, 9 * tally.tried);
}

int between(int low, int high) { return *rc::gen::inRange(low, high + 1); }

TEST(LinearAlgebraLaw, TheExampleOfTheSeedIsItsMatrix) {
  const auto layout = to_linear(*to_map(*parse_layout("(2,2,2):(2,4,1)")));
  EXPECT_EQ(linear::matrix(*layout), (std::vector<std::uint64_t>{0b100, 0b001, 0b010}));
}

TEST(LinearAlgebraLaw, ConcatenationAgreesWithCute) {
  check_operation("f2_concatenation_is_cutes", [](Tally& tally) {
    const int out_bits = between(2, 8);
    std::vector<std::uint64_t> columns = any_bits(out_bits, out_bits, true);
    const auto middle = columns.begin() + between(0, out_bits);
    const Both a = both_of(layout_of("i", "o", out_bits, {columns.begin(), middle}));
    const Both b = both_of(layout_of("j", "o", out_bits, {middle, columns.end()}));
    expect_one_function(linear::concat_ins(a.over_f2, b.over_f2), cute::make_layout(a.cute, b.cute),
                        tally);
  });
}

TEST(LinearAlgebraLaw, CompositionAgreesWithCute) {
  check_operation("f2_composition_is_cutes", [](Tally& tally) {
    const int bits = between(1, 8);
    const Both a = any_both("o", "p", bits, between(bits, 9), true);
    const Both b = any_both("i", "o", between(0, bits), bits, true);
    expect_one_function(linear::compose(b.over_f2, a.over_f2), cute::composition(a.cute, b.cute),
                        tally);
  });
}

TEST(LinearAlgebraLaw, ComplementAgreesWithCute) {
  check_operation("f2_complement_is_cutes", [](Tally& tally) {
    const int out_bits = between(1, 8);
    const Both a = any_both("i", "o", between(0, out_bits), out_bits, true);
    const std::int64_t size = std::int64_t{1} << between(out_bits, 10);
    expect_one_function(linear::complement(a.over_f2, size), cute::complement(a.cute, size), tally);
  });
}

TEST(LinearAlgebraLaw, RightInverseAgreesWithCute) {
  check_operation("f2_right_inverse_is_cutes", [](Tally& tally) {
    const int out_bits = between(1, 8);
    const Both a = any_both("i", "o", between(0, out_bits), out_bits, true);
    expect_one_function(linear::right_inverse(a.over_f2), cute::right_inverse(a.cute), tally);
  });
}

/// Inverses on the left may say anything of offsets that the layout does not have.
TEST(LinearAlgebraLaw, LeftInverseAgreesWithCuteOnEveryOffset) {
  check_operation("f2_left_inverse_is_cutes", [](Tally& tally) {
    const int out_bits = between(1, 8);
    const Both a = any_both("i", "o", between(0, out_bits), out_bits);
    const auto over_f2 = linear::left_inverse(a.over_f2);
    const auto in_cute = cute::left_inverse(a.cute);
    ++tally.tried;
    if (!over_f2 || !in_cute.ok()) return;
    ++tally.answered;
    const std::vector<std::int64_t> offsets = values(a.cute);
    const std::vector<std::int64_t> by_cute = values(in_cute.value);
    const std::vector<std::int64_t> by_f2 = values(*over_f2);
    const int rest = over_f2->out_bits() - a.over_f2.in_bits();
    for (std::size_t x = 0; x < offsets.size(); ++x) {
      const auto at = static_cast<std::size_t>(offsets[x]);
      ASSERT_LT(at, by_cute.size());
      ASSERT_LT(at, by_f2.size());
      ASSERT_EQ(by_cute[at], static_cast<std::int64_t>(x)) << cute::print(a.cute);
      ASSERT_EQ(by_f2[at] >> rest, static_cast<std::int64_t>(x)) << linear::print(a.over_f2);
    }
  });
}

TEST(LinearAlgebraLaw, DivideAgreesWithCute) {
  check_operation("f2_divide_is_cutes", [](Tally& tally) {
    const int bits = between(1, 8);
    const Both a = any_both("i", "o", bits, between(bits, 9), true);
    const Both b = any_both("j", "k", between(0, bits), bits);
    expect_one_function(linear::logical_divide(a.over_f2, b.over_f2),
                        cute::logical_divide(a.cute, b.cute), tally);
  });
}

TEST(LinearAlgebraLaw, ProductAgreesWithCute) {
  check_operation("f2_product_is_cutes", [](Tally& tally) {
    const int out_bits = between(1, 5);
    const Both a = any_both("i", "o", between(0, out_bits), out_bits);
    const int times = between(1, 5);
    const Both b = any_both("j", "o", between(0, times), times, true);
    expect_one_function(linear::logical_product(a.over_f2, b.over_f2),
                        cute::logical_product(a.cute, b.cute), tally);
  });
}

}  // namespace
}  // namespace tileglot::bridge
