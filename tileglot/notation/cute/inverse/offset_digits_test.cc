// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/offset_digits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr OffsetDigits digits_by_leaf(const Layout<>& layout) {
  const LeavesByStride leaves(layout);
  return OffsetDigits::by_leaf(
      leaves, [&](int i) { return index_step(layout.shape, leaves.slot(i)).value; });
}

constexpr OffsetDigits digits_by_element(const Layout<>& layout) {
  return OffsetDigits::by_element(
      size(layout)->value, [&](std::int64_t i) { return crd2idx(Integer(i), layout)->value; });
}

/// "end:worth" of each digit.
std::string text_of(const OffsetDigits& digits) {
  if (!digits.found()) return digits.is_decided() ? "none" : "undecided";
  std::string text;
  for (int k = 0; k < digits.count(); ++k) {
    text += fmt::format("{}{}:{}", k == 0 ? "" : " ", digits.end(k), digits.worth(k));
  }
  return text;
}

static_assert(digits_by_leaf("(2,2):(2,5)"_layout).worth(1) == 1);
static_assert(!digits_by_element("(3,4):(2,3)"_layout).found());

TEST(OffsetDigits, DigitsEndWhereTheWorthsAreWhole) {
  EXPECT_EQ(text_of(digits_by_leaf("(2,2):(2,5)"_layout)), "1:0 2:1");
  EXPECT_EQ(text_of(digits_by_leaf("(2,(2,3)):(7,(16,1))"_layout)), "1:4 7:1 14:-6");
}

TEST(OffsetDigits, ByElementCarriesMayCancelOneAnother) {
  EXPECT_EQ(text_of(digits_by_leaf("(2,3):(8,3)"_layout)), "none");
  EXPECT_NE(text_of(digits_by_element("(2,3):(8,3)"_layout)), "none");
}

TEST(OffsetDigits, ByElementAnIndexIsChosen) {
  EXPECT_EQ(text_of(digits_by_element("(2,2):(1,1)"_layout)), "1:1 2:3");
}

TEST(OffsetDigits, ASearchThatIsTooLongIsUndecided) {
  EXPECT_EQ(text_of(digits_by_leaf("(2,2):(1000000000000,1000000000007)"_layout)), "undecided");
}

/// What the digits of an offset are worth together.
std::int64_t index_of(const OffsetDigits& digits, std::int64_t offset) {
  std::int64_t index = 0;
  for (int k = digits.count() - 1; k >= 0; --k) {
    index += offset / digits.end(k) * digits.worth(k);
    offset %= digits.end(k);
  }
  return index;
}

/// Up to three leaves of rising strides from 1 to 12.
Layout<> any_leaves() {
  Layout<> layout;
  const int count = *rc::gen::inRange(1, 4);
  for (int i = 0; i < count; ++i) {
    push_leaf(layout,
              {*rc::gen::inRange<std::int64_t>(2, 5), *rc::gen::inRange<std::int64_t>(1, 13)});
  }
  end_leaves(layout);
  return layout;
}

bool has_equal_strides(const LeavesByStride& leaves) {
  for (int i = 1; i < leaves.count(); ++i) {
    if (leaves.leaf(i - 1).stride.value == leaves.leaf(i).stride.value) return true;
  }
  return false;
}

TEST(OffsetDigits, ThoseOfEveryOffsetGiveItsIndex) {
  int found = 0;
  core::check_law("digits_by_leaf_give_indices", 10000, [&found] {
    const Layout<> layout = any_leaves();
    if (has_equal_strides(LeavesByStride(layout))) return;
    const OffsetDigits digits = digits_by_leaf(layout);
    if (!digits.found()) return;
    ++found;
    const std::vector<std::int64_t> offsets = offsets_of(layout);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      ASSERT_EQ(index_of(digits, offsets[i]), std::int64_t(i)) << print(layout);
    }
  });
  EXPECT_GT(found, core::law_minimum(100));
}

}  // namespace
}  // namespace tileglot::notation::cute
