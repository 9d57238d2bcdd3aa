// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/copy_layouts.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/notation/cute/atoms/atom_list.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(copy_atom("SM75_U32x4_LDSM_N") && !copy_atom("") && !copy_atom("SM75_U32x4_LDSM_T"));

TEST(CopyLayouts, ANameGivesTheLayoutsThatCuTeRecords) {
  const CopyAtom atom = *copy_atom("SM75_U32x1_LDSM_N");
  EXPECT_EQ(print(layout_of(atom, CopyLayout::kDst), Marks::kShow), "(_32,_32):(_32,_1)");
  EXPECT_EQ(print(layout_of(atom, CopyLayout::kSrc), Marks::kShow),
            "((_8,_4),_128):((_128,_0),_1)");
}

/// How many (thread, bit) have each of the `places` first bits; empty if one has another bit.
std::vector<int> holders(const Layout<>& layout, std::int64_t places) {
  std::vector<int> times(static_cast<std::size_t>(places));
  const std::int64_t bits = size(layout)->value;
  for (std::int64_t i = 0; i < bits; ++i) {
    const std::int64_t bit = crd2idx(i, layout)->value;
    if (bit < 0 || bit >= places) return {};
    ++times[static_cast<std::size_t>(bit)];
  }
  return times;
}

/// Rows are named by several lanes if there are fewer than 32; tensor memory by every thread.
TEST(CopyLayouts, EveryBitOfACopyIsWrittenByOneThread) {
  for (const CopyAtom& x : all_copies()) {
    if (x.family == CopyFamily::kTensorCopy) continue;
    const bool is_store = x.family == CopyFamily::kStmatrix || x.family == CopyFamily::kTensorStore;
    const Layout<> held = layout_of(x, is_store ? CopyLayout::kSrc : CopyLayout::kDst);
    const std::int64_t bits = size(held)->value;
    if (bits > 4'096) continue;
    for (const int time : holders(held, bits)) ASSERT_EQ(time, 1) << cute_name(x);
    const std::vector<int> named =
        holders(layout_of(x, is_store ? CopyLayout::kDst : CopyLayout::kSrc), bits);
    ASSERT_EQ(named.size(), static_cast<std::size_t>(bits)) << cute_name(x);
    for (const int time : named) ASSERT_EQ(time, named[0]) << cute_name(x);
    const Registers registers = registers_at(x, is_store);
    ASSERT_EQ(registers.bits * registers.count, size(*mode(held, 1))->value) << cute_name(x);
  }
}

// tcgen05.cp fills 128 lanes: a bit of shared memory goes to as many as its form says.
TEST(CopyLayouts, ACopyIntoTensorMemoryFillsItsLanes) {
  for (const CopyAtom& x : all_copies()) {
    if (x.family != CopyFamily::kTensorCopy) continue;
    const Layout<> source = *mode(layout_of(x, CopyLayout::kSrc), 1);
    const Layout<> addresses = layout_of(x, CopyLayout::kValId);
    EXPECT_EQ(size(addresses)->value, 128 * x.bits) << cute_name(x);
    if (x.spread == Spread::kFour) continue;
    const int copies = x.spread == Spread::kEvery ? 1 : x.spread == Spread::kFourfold ? 4 : 2;
    const std::int64_t distinct = 128 * x.bits / copies;
    for (const int time : holders(source, distinct)) ASSERT_EQ(time, copies) << cute_name(x);
  }
}

TEST(CopyLayouts, AddressesInTensorMemoryHaveALaneForEachRow) {
  const CopyAtom atom = *copy_atom("SM100_TMEM_LOAD_16dp128b4x_16b");
  EXPECT_EQ(print(layout_of(atom, CopyLayout::kValId)), "((16,32),16):((1,32),2097152)");
}

}  // namespace
}  // namespace tileglot::notation::cute
