// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tiled/atoms.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/notation/cute/layout/coordinate.h"

namespace tileglot::notation::cute {
namespace {

std::int64_t at(const Layout<>& layout, std::int64_t thread, std::int64_t value) {
  return crd2idx(*tuple_of(thread, value), layout)->value;
}

std::int64_t extent(const IntTuple& shape, int index) { return size(*mode(shape, index))->value; }

/// Each of the `places` first indices, equally often.
void expect_covers(std::string_view text, std::int64_t places, std::string_view name) {
  const Layout<> layout = *read_layout(text);
  std::vector<int> visits(static_cast<std::size_t>(places), 0);
  const std::int64_t elements = size(layout)->value;
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t offset = crd2idx(i, layout)->value;
    ASSERT_TRUE(offset >= 0 && offset < places) << name << " " << text;
    ++visits[static_cast<std::size_t>(offset)];
  }
  for (const int count : visits) ASSERT_EQ(count, elements / places) << name << " " << text;
}

TEST(Atoms, EveryElementOfAnMmaIsHeldOnce) {
  for (const MmaAtom& atom : kMmaAtoms) {
    const IntTuple shape = *read_int_tuple(atom.shape);
    const std::int64_t m = extent(shape, 0);
    const std::int64_t n = extent(shape, 1);
    const std::int64_t k = extent(shape, 2);
    expect_covers(atom.a, m * k, atom.name);
    expect_covers(atom.b, n * k, atom.name);
    expect_covers(atom.c, m * n, atom.name);
    const std::int64_t threads = size(*read_layout(atom.threads))->value;
    for (const std::string_view text : {atom.a, atom.b, atom.c}) {
      EXPECT_EQ(extent(read_layout(text)->shape, 0), threads) << atom.name;
    }
  }
}

TEST(Atoms, EveryBitOfACopyIsWrittenOnce) {
  for (const CopyAtom& atom : kCopyAtoms) {
    const Layout<> destination = *read_layout(atom.destination);
    const std::int64_t bits = size(destination)->value;
    expect_covers(atom.destination, bits, atom.name);
    expect_covers(atom.source, bits, atom.name);
    expect_covers(atom.reference, bits, atom.name);
  }
}

// Lane 4g + t of m16n8k16 holds of A, 16-bit: rows g and g+8, columns 2t, 2t+1 and both + 8.
TEST(Atoms, AThreadOfAnM16n8k16HoldsTheElementsThatThePtxIsaGivesIt) {
  const Layout<> a = *read_layout(mma_atom("SM80_16x8x16_F32F16F16F32_TN")->a);
  EXPECT_EQ(at(a, 5, 0), 33);
  EXPECT_EQ(at(a, 5, 1), 49);
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    for (std::int64_t i = 0; i < 8; ++i) {
      const std::int64_t row = lane / 4 + (i & 2) * 4;
      const std::int64_t column = lane % 4 * 2 + (i & 1) + (i & 4) * 2;
      ASSERT_EQ(at(a, lane, i), row + 16 * column);
    }
  }
}

// The same for the members that no recorded answer has: s4 in m16n8k64.
TEST(Atoms, AThreadOfAnM16n8k64HoldsEightNeighboursOfARow) {
  const MmaAtom& atom = *mma_atom("SM80_16x8x64_S32S4S4S32_TN");
  const Layout<> a = *read_layout(atom.a);
  const Layout<> b = *read_layout(atom.b);
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    for (std::int64_t i = 0; i < 32; ++i) {
      const std::int64_t row = lane / 4 + (i & 8);
      const std::int64_t column = lane % 4 * 8 + (i & 7) + (i & 16) * 2;
      ASSERT_EQ(at(a, lane, i), row + 16 * column);
    }
    for (std::int64_t i = 0; i < 16; ++i) {
      ASSERT_EQ(at(b, lane, i), lane / 4 + 8 * (lane % 4 * 8 + (i & 7) + (i & 8) * 4));
    }
  }
}

// Quad pairs accumulate in f32 by bits: row (lane & 1) + (i & 2) + 4 * upper, column (i & 4) +
// (lane & 2) + (i & 1).
TEST(Atoms, AQuadPairScattersItsAccumulators) {
  const Layout<> c = *read_layout(mma_atom("SM70_8x8x4_F32F16F16F32_NT")->c);
  for (std::int64_t thread = 0; thread < 8; ++thread) {
    for (std::int64_t i = 0; i < 8; ++i) {
      const std::int64_t row = (thread & 1) + (i & 2) + (thread & 4);
      const std::int64_t column = (i & 4) + (thread & 2) + (i & 1);
      ASSERT_EQ(at(c, thread, i), row + 8 * column);
    }
  }
}

static_assert(mma_atom("SM80_16x8x16_F32F16F16F32_TN") != nullptr);
static_assert(mma_atom("SM80_16x8x16") == nullptr && copy_atom("") == nullptr);
static_assert(member(*mma_atom("SM61_DP4A"), "Shape_MNK") == "(_1,_1,_4)");
static_assert(member(*copy_atom("SM75_U32x4_LDSM_N"), "ALayout").empty());

}  // namespace
}  // namespace tileglot::notation::cute
