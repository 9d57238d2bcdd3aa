// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/mma_layouts.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tileglot/notation/cute/atoms/atom_list.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(mma_atom("SM80_16x8x16_F32F16F16F32_TN"));
static_assert(!mma_atom("SM80_16x8x16") && !mma_atom(""));
static_assert(shape_mnk(*mma_atom("SM61_DP4A")) == *core::tuple_of(core::static_integer(1),
                                                                   core::static_integer(1),
                                                                   core::static_integer(4)));

TEST(MmaLayouts, ANameGivesTheLayoutsThatCuTeRecords) {
  const MmaAtom atom = *mma_atom("SM80_16x8x16_F32F16F16F32_TN");
  EXPECT_EQ(print(layout_of(atom, MmaLayout::kC), Marks::kShow),
            "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
  EXPECT_EQ(print(layout_of(atom, MmaLayout::kThrId), Marks::kShow), "_32:_1");
  EXPECT_EQ(print(layout_of(atom, MmaLayout::kE)), "():()");
}

/// Each of `places` indices is some thread's value; returns how many hold each, 0 if that differs.
int holders(const Layout<>& layout, std::int64_t places) {
  std::vector<int> times(static_cast<std::size_t>(places));
  // Leaf by leaf: the indices of the leaves before it, once for each of its steps.
  std::vector<std::int64_t> indices{0};
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::size_t before = indices.size();
    for (std::int64_t step = 1; step < layout.shape.values[slot]; ++step) {
      for (std::size_t i = 0; i < before; ++i) {
        indices.push_back(indices[i] + step * layout.stride.values[slot]);
      }
    }
  }
  for (const std::int64_t index : indices) {
    if (index < 0 || index >= places) return 0;
    ++times[static_cast<std::size_t>(index)];
  }
  for (const int time : times) {
    if (time != times[0]) return 0;
  }
  return times[0];
}

/// One of all the instructions whose layouts are the same.
std::vector<MmaAtom> atoms_with_different_layouts() {
  std::vector<MmaAtom> atoms;
  std::set<std::tuple<int, std::int64_t, std::int64_t, std::int64_t, std::int64_t, bool,
                      std::int64_t, int>>
      seen;
  for (const MmaAtom& x : all_mmas()) {
    const bool is_warp = x.family == MmaFamily::kWarp || x.family == MmaFamily::kQuadPair;
    const std::int64_t packing = x.b_from == Place::kRegisters || x.a_from == Place::kRegisters
                                     ? bits_of(x.a) * 1000 + (is_warp ? bits_of(x.d) : 0)
                                     : 0;
    const int majors = x.family == MmaFamily::kQuadPair ? 2 * int(*x.a_major) + int(*x.b_major) : 0;
    if (seen.emplace(int(x.family), x.m, x.n, x.k, packing, x.is_sparse, x.sms, majors).second) {
      atoms.push_back(x);
    }
  }
  return atoms;
}

/// An operand in shared memory of a warpgroup: every thread names all of it, in the same order.
void expect_whole(const Layout<>& layout, std::int64_t places, const MmaAtom& atom) {
  ASSERT_EQ(*mode(layout, 0), *read_layout("128:0")) << cute_name(atom);
  ASSERT_EQ(holders(*mode(layout, 1), places), 1) << cute_name(atom);
}

// An element of C is one thread's, and so is one of A or B that is in registers. Operands in shared
// memory are whole for every thread (wgmma) or shared out among SMs (tcgen05).
TEST(MmaLayouts, EveryElementOfAnMmaIsHeldOnce) {
  const std::vector<MmaAtom> atoms = atoms_with_different_layouts();
  EXPECT_GT(atoms.size(), 300U);
  for (const MmaAtom& x : atoms) {
    ASSERT_EQ(holders(layout_of(x, MmaLayout::kC), x.m * x.n), 1) << cute_name(x);
    const bool is_group = x.family == MmaFamily::kWgmma;
    const Layout<> a = layout_of(x, MmaLayout::kA);
    const Layout<> b = layout_of(x, MmaLayout::kB);
    if (is_group && x.a_from == Place::kShared) {
      expect_whole(a, x.m * x.k, x);
    } else {
      ASSERT_EQ(holders(a, x.m * x.k), 1) << cute_name(x);
    }
    if (is_group) {
      expect_whole(b, x.n * x.k, x);
    } else {
      ASSERT_EQ(holders(b, x.n * x.k), 1) << cute_name(x);
    }
    const std::int64_t threads = size(layout_of(x, MmaLayout::kThrId))->value;
    for (const Layout<>& layout : {a, b, layout_of(x, MmaLayout::kC)}) {
      ASSERT_EQ(size(*mode(layout, 0))->value, threads) << cute_name(x);
    }
  }
}

// A byte of metadata serves several elements of a row; factors serve a block, and lanes of a quad
// hold the same (PTX ISA, 9.7.14.6 and 9.7.14.3).
TEST(MmaLayouts, MetadataAndFactorsReachEveryRow) {
  for (const MmaAtom& x : atoms_with_different_layouts()) {
    const Layout<> metadata = layout_of(x, MmaLayout::kE);
    const bool has_threads = x.family == MmaFamily::kWgmma || x.family == MmaFamily::kWarpF8f6f4;
    ASSERT_EQ(metadata == Layout<>{}, !x.is_sparse || !has_threads) << cute_name(x);
    if (metadata == Layout<>{}) continue;
    // Of 16 bits and more, two lanes of a quad hold the same.
    const int times = bits_of(x.b) >= 16 ? 2 : 1;
    ASSERT_EQ(holders(metadata, x.m * x.k), times) << cute_name(x);
  }
  const MmaAtom scaled =
      *mma_atom("SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>");
  EXPECT_EQ(holders(layout_of(scaled, MmaLayout::kSfa), 1024), 2);
  EXPECT_EQ(holders(layout_of(scaled, MmaLayout::kSfb), 512), 4);
}

TEST(MmaLayouts, ValuesOfASparseOperandStandForSeveralElements) {
  const auto held = [](std::string_view name) {
    const MmaAtom atom = *mma_atom(name);
    return name_of(held_a(atom)) + " " + name_of(held_b(atom)) + " " + name_of(held_e(atom));
  };
  EXPECT_EQ(held("SM90::GMMA::SPARSE::GMMA_64x8x16_F32TF32TF32_SS_TN"),
            "sparse<2,tf32> tf32 sparse<4,u8>");
  EXPECT_EQ(held("SM120_SPARSE_16x8x64_TN<float_e2m3_t,float_e4m3_t,float>"),
            "sparse<2,e2m3> u8 sparse<8,u8>");
  EXPECT_EQ(held("SM100_MMA_MXF4NVF4_SS_SPARSE<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,"
                 "64,32,K,K>"),
            "sparse<4,u8> e2m1 sparse<16,u8>");
}

}  // namespace
}  // namespace tileglot::notation::cute
