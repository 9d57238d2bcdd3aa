// SPDX-License-Identifier: Apache-2.0
// What a given lane holds, as the PTX ISA (8.7) says it: each test names the section, and has the
// formulas of that section beside the layout.
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/layout/coordinate.h"

namespace tileglot::notation::cute {
namespace {

/// An operand: at(thread, value) is (row, column).
class Held {
 public:
  Held(std::string_view name, MmaLayout which) : layout_(layout_of(*mma_atom(name), which)) {
    const MmaAtom atom = *mma_atom(name);
    rows_ = which == MmaLayout::kB || which == MmaLayout::kSfb ? atom.n : atom.m;
    threads_ = size(*mode(layout_, 0))->value;
    values_ = size(*mode(layout_, 1))->value;
  }

  /// The element that each thread's each value is, is (row(thread, value), column(thread, value)).
  template <class Row, class Column>
  void expect(const Row& row, const Column& column) const {
    for (std::int64_t t = 0; t < threads_; ++t) {
      for (std::int64_t i = 0; i < values_; ++i) {
        const std::int64_t index = crd2idx(*core::tuple_of(t, i), layout_)->value;
        ASSERT_EQ(index % rows_, row(t, i)) << "row of thread " << t << ", value " << i;
        ASSERT_EQ(index / rows_, column(t, i)) << "column of thread " << t << ", value " << i;
      }
    }
  }

 private:
  Layout<> layout_;
  std::int64_t rows_;
  std::int64_t threads_;
  std::int64_t values_;
};

// groupID = lane >> 2, threadID_in_group = lane % 4.
std::int64_t group(std::int64_t lane) { return lane / 4; }
std::int64_t in_group(std::int64_t lane) { return lane % 4; }

// 9.7.14.5.8, Matrix Fragments for mma.m16n8k16 with floating point type
TEST(MmaFragments, AThreadOfAnM16n8k16HoldsWhatThePtxIsaGivesIt) {
  Held("SM80_16x8x16_F32F16F16F32_TN", MmaLayout::kA)
      .expect([](auto lane, auto i) { return group(lane) + ((i & 2) != 0 ? 8 : 0); },
              [](auto lane, auto i) { return in_group(lane) * 2 + (i & 1) + (i >= 4 ? 8 : 0); });
  Held("SM80_16x8x16_F32F16F16F32_TN", MmaLayout::kB)
      .expect([](auto lane, auto) { return group(lane); },
              [](auto lane, auto i) { return in_group(lane) * 2 + (i & 1) + (i >= 2 ? 8 : 0); });
  Held("SM80_16x8x16_F32F16F16F32_TN", MmaLayout::kC)
      .expect([](auto lane, auto i) { return group(lane) + (i >= 2 ? 8 : 0); },
              [](auto lane, auto i) { return in_group(lane) * 2 + (i & 1); });
}

// 9.7.14.5.7, Matrix Fragments for mma.m16n8k8: .tf32
TEST(MmaFragments, Tf32HasARegisterForEachElement) {
  Held("SM80_16x8x8_F32TF32TF32F32_TN", MmaLayout::kA)
      .expect([](auto lane, auto i) { return group(lane) + ((i & 1) != 0 ? 8 : 0); },
              [](auto lane, auto i) { return in_group(lane) + (i >= 2 ? 4 : 0); });
  Held("SM80_16x8x8_F32TF32TF32F32_TN", MmaLayout::kB)
      .expect([](auto lane, auto) { return group(lane); },
              [](auto lane, auto i) { return in_group(lane) + (i == 1 ? 4 : 0); });
}

// 9.7.14.5.2, Matrix Fragments for mma.m8n8k4 with .f64
TEST(MmaFragments, DoublesHaveOneElementOfEachOperand) {
  Held("SM80_8x8x4_F64F64F64F64_TN", MmaLayout::kA)
      .expect([](auto lane, auto) { return lane >> 2; }, [](auto lane, auto) { return lane % 4; });
  Held("SM80_8x8x4_F64F64F64F64_TN", MmaLayout::kC)
      .expect([](auto lane, auto) { return lane >> 2; },
              [](auto lane, auto i) { return in_group(lane) * 2 + (i & 1); });
}

// 9.7.14.5.10, Matrix Fragments for mma.m16n8k32
TEST(MmaFragments, BytesAreFourInARegister) {
  Held("SM80_16x8x32_S32S8S8S32_TN", MmaLayout::kA)
      .expect([](auto lane, auto i) { return group(lane) + ((i & 4) != 0 ? 8 : 0); },
              [](auto lane, auto i) { return in_group(lane) * 4 + (i & 3) + (i >= 8 ? 16 : 0); });
  Held("SM80_16x8x32_S32S8S8S32_TN", MmaLayout::kB)
      .expect([](auto lane, auto) { return group(lane); },
              [](auto lane, auto i) { return in_group(lane) * 4 + (i & 3) + (i >= 4 ? 16 : 0); });
}

// 9.7.14.5.11, Matrix Fragments for mma.m16n8k64
TEST(MmaFragments, NibblesAreEightInARegister) {
  Held("SM80_16x8x64_S32S4S4S32_TN", MmaLayout::kA)
      .expect([](auto lane, auto i) { return group(lane) + ((i & 8) != 0 ? 8 : 0); },
              [](auto lane, auto i) { return in_group(lane) * 8 + (i & 7) + (i >= 16 ? 32 : 0); });
}

// 9.7.14.5.14, Matrix Fragments for mma.m16n8k256
TEST(MmaFragments, SingleBitsAreThirtyTwoInARegister) {
  Held("SM80_16x8x256_S32U1U1S32_TN_XORPOPC", MmaLayout::kA)
      .expect(
          [](auto lane, auto i) { return group(lane) + ((i & 32) != 0 ? 8 : 0); },
          [](auto lane, auto i) { return in_group(lane) * 32 + (i & 31) + (i >= 64 ? 128 : 0); });
}

// 9.7.14.5.1, Matrix Fragments for mma.m8n8k4 with .f16: accumulators of .f32
TEST(MmaFragments, AQuadPairScattersItsAccumulators) {
  Held("SM70_8x8x4_F32F16F16F32_NT", MmaLayout::kC)
      .expect([](auto t, auto i) { return (t & 1) + (i & 2) + (t & 4); },
              [](auto t, auto i) { return (i & 4) + (t & 2) + (i & 1); });
  Held("SM70_8x8x4_F32F16F16F32_TN", MmaLayout::kA)
      .expect([](auto t, auto) { return t; }, [](auto, auto i) { return i; });
  Held("SM70_8x8x4_F32F16F16F32_NT", MmaLayout::kA)
      .expect([](auto t, auto i) { return i + (t >= 4 ? 4 : 0); },
              [](auto t, auto) { return t % 4; });
}

// 9.7.1.23, dp4a
TEST(MmaFragments, Dp4aTakesFourBytesOfAThread) {
  Held("SM61_DP4A", MmaLayout::kA)
      .expect([](auto, auto) { return 0; }, [](auto, auto i) { return i; });
}

// 9.7.15.5.1.1, Register Fragments for wgmma.mma_async.m64nNk16: A and D of a warp are 16 rows
TEST(MmaFragments, AWarpOfAWgmmaHoldsSixteenRows) {
  const auto row = [](auto thread, auto i) {
    return 16 * (thread / 32) + group(thread % 32) + ((i & 2) != 0 ? 8 : 0);
  };
  Held("SM90_64x128x16_F32F16F16_RS", MmaLayout::kA).expect(row, [](auto t, auto i) {
    return in_group(t) * 2 + (i & 1) + (i >= 4 ? 8 : 0);
  });
  Held("SM90_64x128x16_F32F16F16_RS", MmaLayout::kC).expect(row, [](auto t, auto i) {
    return in_group(t) * 2 + (i & 1) + 8 * (i / 4);
  });
}

// 9.7.15.5.1.3, Register Fragments for wgmma.mma_async.m64nNk32
TEST(MmaFragments, AWgmmaOfBytesPacksFour) {
  Held("SM90_64x32x32_F32E4M3E4M3_RS_TN", MmaLayout::kA)
      .expect([](auto t, auto i) { return 16 * (t / 32) + group(t % 32) + ((i & 4) != 0 ? 8 : 0); },
              [](auto t, auto i) { return in_group(t) * 4 + (i & 3) + (i >= 8 ? 16 : 0); });
}

// 9.7.14.6.2.4, Matrix Fragments for sparse mma.m16n8k64 with 8-bit types: a register of A holds
// four stored elements, which stand for eight.
TEST(MmaFragments, AStoredByteStandsForTwoElements) {
  Held("SM120_SPARSE_16x8x64_TN<float_e4m3_t,float_e4m3_t,float>", MmaLayout::kA)
      .expect([](auto lane, auto i) { return group(lane) + ((i & 8) != 0 ? 8 : 0); },
              [](auto lane, auto i) { return in_group(lane) * 8 + (i & 7) + (i >= 16 ? 32 : 0); });
}

// 9.7.14.3, Block Scaling for mma.sync: factors of A are those of row (lane % 2) * 8 + lane / 4
TEST(MmaFragments, FactorsOfABlockAreHeldByTwoLanesOfAQuad) {
  Held("SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>", MmaLayout::kSfa)
      .expect([](auto lane, auto) { return group(lane) + lane % 2 * 8; },
              [](auto, auto i) { return i; });
  Held("SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>", MmaLayout::kSfb)
      .expect([](auto lane, auto) { return group(lane); }, [](auto, auto i) { return i; });
}

// 9.7.16.10.5, Data Path Layout Organization: M = 256 by two SMs
TEST(MmaFragments, TheSecondSmHasTheSecondHalfOfTheRows) {
  Held("SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,256,128,K,K>", MmaLayout::kC)
      .expect([](auto sm, auto i) { return 128 * sm + i % 128; },
              [](auto, auto i) { return i / 128; });
  Held("SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,256,128,K,K>", MmaLayout::kB)
      .expect([](auto sm, auto i) { return 64 * sm + i % 64; },
              [](auto, auto i) { return i / 64; });
}

}  // namespace
}  // namespace tileglot::notation::cute
