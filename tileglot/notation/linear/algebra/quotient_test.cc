// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/quotient.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

using Names = std::vector<Name>;

TEST(Quotient, WhatStaysIsLeftOut) {
  const Layout layout =
      layout_of("{register: [[1,0],[2,0]], lane: [[0,1]]} -> {register: 4, lane: 2}");
  EXPECT_EQ(answer_text(quotient(layout, Names{kRegister}).value()), "{lane: [[1]]} -> {lane: 2}");
  EXPECT_EQ(answer_text(quotient(layout, Names{kRegister, kLane}).value()), "{} -> {}");
  EXPECT_EQ(answer_text(quotient(layout, Names{kRegister, kWarp}).value()), "none");
  EXPECT_EQ(is_trivial_over(layout, Names{kWarp}).error()->code, "linear.no_dimension");
  const Layout in_only = layout_of("{register: [1]} -> {offset: 2}");
  EXPECT_EQ(quotient(in_only, Names{kRegister}).error()->code, "linear.no_dimension");
}

/// Nearly the identity from three inputs to the outputs of the same names.
Layout near_identity() {
  Layout layout;
  const Names names{kRegister, kLane, kWarp};
  std::vector<int> bits;
  for (const Name& name : names) {
    bits.push_back(uniform(0, 3));
    layout.add_out(name, bits.back() + (uniform(0, 10) == 0 ? 1 : 0));
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::vector<std::uint64_t> columns;
    for (int i = 0; i < bits[k]; ++i)
      columns.push_back(placed(std::uint64_t{1} << i, layout.outs()[k]));
    layout.add_in(names[k], columns);
  }
  if (layout.in_bits() > 0 && *rc::gen::arbitrary<bool>()) {
    const int j = uniform(0, layout.in_bits());
    const int i = uniform(0, layout.out_bits());
    layout.set_column(j, layout.column(j) ^ (std::uint64_t{1} << i));
  }
  return layout;
}

Names some_names() {
  Names names;
  for (const Name& name : {kRegister, kLane, kWarp}) {
    if (*rc::gen::arbitrary<bool>()) names.push_back(name);
  }
  return names;
}

bool has(const Names& names, const Name& name) {
  return std::ranges::find(names, name) != names.end();
}

/// A flat value without what it has in the named dimensions, or with nothing else.
std::uint64_t only(std::uint64_t flat, std::span<const Dimension> dimensions, const Names& names,
                   bool named) {
  std::uint64_t kept = 0;
  for (const Dimension& d : dimensions) {
    if (has(names, d.name) == named) kept |= flat & mask_of(d);
  }
  return kept;
}

bool same_sizes(const Layout& layout, const Names& names) {
  return std::ranges::all_of(names, [&](const Name& name) {
    return layout.find_in(name)->bits == layout.find_out(name)->bits;
  });
}

/// Every named output is the input of the same name, for flat inputs of which `inputs` is kept.
bool copies(const Layout& layout, const Names& names, const auto& inputs) {
  for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x) {
    const std::uint64_t y = apply_flat(layout, inputs(x));
    for (const Name& name : names) {
      if (part_of(y, *layout.find_out(name)) != part_of(x, *layout.find_in(name))) return false;
    }
  }
  return same_sizes(layout, names);
}

TEST(Quotient, TheSquareSublayoutIsTheIdentityIfItCopies) {
  core::check_law("linear_square_sublayout_is_identity", 10000, [] {
    const Layout layout = near_identity();
    const Names names = some_names();
    EXPECT_EQ(
        square_sublayout_is_identity(layout, names).value(),
        copies(layout, names, [&](std::uint64_t x) { return only(x, layout.ins(), names, true); }));
  });
}

TEST(Quotient, AnOutputIsIdentityIfItIsTheInput) {
  core::check_law("linear_is_identity_on_out_dim", 10000, [] {
    const Layout layout = near_identity();
    EXPECT_EQ(is_identity_on_out_dim(layout, kLane).value(),
              copies(layout, {kLane}, [](std::uint64_t x) { return x; }));
  });
}

TEST(Quotient, TheQuotientIsWhatTheOthersDo) {
  core::check_law("linear_quotient", 10000, [] {
    const Layout layout = near_identity();
    const Names names = some_names();
    bool apart = copies(layout, names, [](std::uint64_t x) { return x; });
    for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x) {
      const std::uint64_t y = apply_flat(layout, only(x, layout.ins(), names, true));
      apart = apart && only(y, layout.outs(), names, false) == 0;
    }
    EXPECT_EQ(is_trivial_over(layout, names).value(), apart);
    const auto rest = quotient(layout, names).value();
    EXPECT_EQ(rest.has_value(), apart);
    if (!rest) return;
    for (const Dimension& in : rest->ins()) {
      for (int i = 0; i < in.bits; ++i) {
        const std::uint64_t y = layout.column(layout.find_in(in.name)->begin + i);
        for (const Dimension& out : rest->outs())
          EXPECT_EQ(part_of(rest->column(in.begin + i), out),
                    part_of(y, *layout.find_out(out.name)));
      }
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
