// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/every_coordinate.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::optional<Numbers> element(std::string_view text, std::int64_t offset) {
  return *element_at(*parse_valid_shape(text), offset);
}

/// At every offset the element that lies there, and at all others nothing.
void expect_inverse(const Shape& shape) {
  const auto evaluator = *Evaluator::of(shape);
  std::vector<std::optional<Numbers>> expected(static_cast<std::size_t>(evaluator.physical_size()));
  for (const Numbers& x : every_coordinate(evaluator.extents()))
    expected[static_cast<std::size_t>(evaluator.offset(x))] = x;
  Numbers x(evaluator.extents().size());
  for (std::size_t offset = 0; offset < expected.size(); ++offset) {
    const bool found = evaluator.element_at(static_cast<std::int64_t>(offset), x);
    ASSERT_EQ(found ? std::optional(x) : std::nullopt, expected[offset])
        << print(shape) << " at " << offset;
  }
}

TEST(ElementAt, TheWorkedExampleBackwards) {
  EXPECT_EQ(element("f32[3,5]{1,0:T(2,2)}", 17), (Numbers{2, 3}));
  EXPECT_EQ(element("f32[3,5]{1,0:T(2,2)}", 14), std::nullopt);
  EXPECT_EQ(element("bf16[9,200]{1,0:T(8,128)(2,1)}", 1285), (Numbers{3, 130}));
  EXPECT_EQ(element("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", 8307), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(element("f32[]{:T(256)}", 0), Numbers{});
  EXPECT_EQ(element("f32[]{:T(256)}", 255), std::nullopt);
}

TEST(ElementAt, TheTailHoldsNothing) {
  for (const std::string_view text :
       {"f32[10]{0:L(16)}", "f32[]{:L(16)}", "f32[3,5]{1,0:T(2,2)L(100)}", "f32[1,1]{1,0:L(7)}",
        "f32[5]{0:T(2,4)L(64)}"}) {
    expect_inverse(*parse_valid_shape(text));
  }
}

TEST(ElementAt, OffsetsOutsideAreRefused) {
  const Shape shape = *parse_valid_shape("f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(element_at(shape, 24).error()->code, "xla.offset");
  EXPECT_EQ(element_at(shape, -1).error()->code, "xla.offset");
  EXPECT_EQ(element_at(*parse_valid_shape("f32[0]"), 0).error()->code, "xla.offset");
}

TEST(ElementAt, PaddingOfTilesLongerThanTheRankHoldsNothing) {
  for (const std::string_view text :
       {"f32[5]{0:T(8,4)}", "f32[5]{0:T(3,4)(2,2)}", "f32[]{:T(2,2)(*,3)}",
        "f32[3]{0:T(2,4)(*,2,*,3)}", "f32[2,3]{0,1:T(*,2,2)(*,*,5)}"}) {
    expect_inverse(*parse_valid_shape(text));
  }
}

TEST(ElementAt, TheInverseOfTheOffsetIsTheElement) {
  core::check_law("xla_inverse_is_identity", 20000, [] { expect_inverse(*any_shape()); });
}

}  // namespace
}  // namespace tileglot::notation::xla
