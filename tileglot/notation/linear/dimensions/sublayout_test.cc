// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/sublayout.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

using Names = std::vector<Name>;

TEST(Sublayout, TheDimensionsNamedAreKept) {
  const Layout layout = layout_of("{register: [[1,0]], lane: [[0,1]]} -> {dim0: 2, dim1: 2}");
  EXPECT_EQ(answer_text(sublayout(layout, Names{kLane}, Names{standard_out(1)})),
            "{lane: [[1]]} -> {dim1: 2}");
  EXPECT_EQ(answer_text(sublayout(layout, Names{kLane}, {})), "{lane: [[]]} -> {}");
  EXPECT_EQ(answer_text(sublayout(layout, Names{kWarp}, {})), "linear.no_dimension");
  EXPECT_EQ(answer_text(sublayout(layout, {}, Names{kWarp})), "linear.no_dimension");
  EXPECT_FALSE(sublayout_is_zero(layout, Names{kLane}, Names{standard_out(1)}).value());
  EXPECT_TRUE(sublayout_is_zero(layout, Names{kRegister}, Names{standard_out(1)}).value());
  EXPECT_TRUE(sublayout_is_zero(layout, Names{kRegister}, Names{kWarp}).value());
  EXPECT_FALSE(sublayout_is_zero(layout, Names{kWarp}, {}).has_value());
}

Names some_of(std::span<const Dimension> dimensions) {
  Names names;
  for (const Dimension& d : dimensions) {
    if (*rc::gen::arbitrary<bool>()) names.push_back(d.name);
  }
  return names;
}

TEST(Sublayout, ItDoesWhatTheLayoutDoesThere) {
  core::check_law("linear_sublayout", 10000, [] {
    const Layout layout = *any_layout();
    const Names ins = some_of(layout.ins());
    const Names outs = some_of(layout.outs());
    const Layout part = sublayout(layout, ins, outs).value();
    ASSERT_EQ(part.ins().size(), ins.size());
    ASSERT_EQ(part.outs().size(), outs.size());
    bool zero = true;
    for (std::uint64_t x = 0; x < std::uint64_t{1} << part.in_bits(); ++x) {
      std::uint64_t whole = 0;
      for (const Dimension& in : part.ins())
        whole |= placed(part_of(x, in), *layout.find_in(in.name));
      for (const Dimension& out : part.outs()) {
        const std::uint64_t value = part_of(apply_flat(layout, whole), *layout.find_out(out.name));
        EXPECT_EQ(part_of(apply_flat(part, x), out), value);
        zero = zero && value == 0;
      }
    }
    EXPECT_EQ(sublayout_is_zero(layout, ins, outs).value(), zero);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
