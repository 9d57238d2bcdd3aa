// SPDX-License-Identifier: Apache-2.0
// atoms_law_test.cc: Triton's encodings of matrix instructions are CuTe's tiled instructions.
//
// The two were written from different sources: encodings from Triton's lowering, atoms from the PTX
// ISA. Each thread's registers must be the same elements in the same order, but that Triton repeats
// an instruction along the last dimension first, and CuTe along the first.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tileglot/bridge/triton/lower.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/tiled/mma.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
namespace triton = notation::triton;

/// An operand of rows x columns: how many instructions repeat along each, after the warps.
struct Case {
  std::string atom;
  cute::Layout<> atoms;  ///< instructions side by side, to their threads
  cute::Operand operand = cute::Operand::kC;
  std::int64_t tile[3] = {};  ///< M, N and K
  triton::Encoding encoding;
};

/// The element that CuTe gives thread t as value v: its row and column.
class CuteSide {
 public:
  explicit CuteSide(const Case& c) : rows_(c.tile[cute::sides_of(c.operand).row]) {
    const auto tiler = cute::tiler_of(*core::tuple_of(core::static_integer(c.tile[0]),
                                                      core::static_integer(c.tile[1]),
                                                      core::static_integer(c.tile[2])));
    const auto mma = cute::make_tiled_mma(*cute::mma_atom(c.atom), c.atoms, *tiler);
    EXPECT_TRUE(mma.ok()) << c.atom;
    layout_ = *cute::layout_tv(*mma, c.operand);
    values_ = cute::size(*cute::mode(layout_, 1))->value;
    const auto rest = cute::mode(*cute::mode(layout_, 1), 1);
    repeats_[0] = cute::size(*cute::mode(*rest, 0))->value;
    repeats_[1] = cute::size(*cute::mode(*rest, 1))->value;
  }

  std::int64_t values() const { return values_; }

  /// In Triton's order: repeated along the columns first.
  std::pair<std::int64_t, std::int64_t> element(std::int64_t thread, std::int64_t reg,
                                                bool columns_first) const {
    const std::int64_t inside = values_ / (repeats_[0] * repeats_[1]);
    const std::int64_t repeat = reg / inside;
    const std::int64_t row = columns_first ? repeat / repeats_[1] : repeat % repeats_[0];
    const std::int64_t column = columns_first ? repeat % repeats_[1] : repeat / repeats_[0];
    const std::int64_t value = reg % inside + inside * (row + repeats_[0] * column);
    const std::int64_t index = cute::crd2idx(*core::tuple_of(thread, value), layout_)->value;
    return {index % rows_, index / rows_};
  }

 private:
  std::int64_t rows_;
  std::int64_t values_ = 0;
  std::int64_t repeats_[2] = {};
  cute::Layout<> layout_;
};

std::int64_t size_in(const linear::Layout& layout, const linear::Name& name) {
  const auto* in = layout.find_in(name);
  return in == nullptr ? 1 : in->size();
}

triton::Numbers element_in(const linear::Layout& layout, std::int64_t reg, std::int64_t lane,
                           std::int64_t warp) {
  std::uint64_t flat = 0;
  for (const auto& [name, value] :
       {std::pair{linear::kRegister, reg}, std::pair{linear::kLane, lane},
        std::pair{linear::kWarp, warp}}) {
    flat |= linear::placed(static_cast<std::uint64_t>(value), *layout.find_in(name));
  }
  return linear::unpacked(layout, linear::apply_flat(layout, flat));
}

void expect_same_registers(const Case& c) {
  const auto [row, column] = cute::sides_of(c.operand);
  // Triton's B is K x N.
  const bool is_turned = c.operand == cute::Operand::kB;
  const triton::Numbers shape = is_turned ? triton::Numbers{c.tile[column], c.tile[row]}
                                          : triton::Numbers{c.tile[row], c.tile[column]};
  const auto layout = lower(c.encoding, shape);
  ASSERT_TRUE(layout.has_value()) << c.atom << ": " << layout.error()->message;
  const CuteSide tiled(c);
  const std::int64_t warps = size_in(*layout, linear::kWarp);
  ASSERT_EQ(size_in(*layout, linear::kRegister), tiled.values()) << c.atom;
  for (std::int64_t warp = 0; warp < warps; ++warp) {
    for (std::int64_t lane = 0; lane < 32; ++lane) {
      for (std::int64_t reg = 0; reg < tiled.values(); ++reg) {
        triton::Numbers theirs = element_in(*layout, reg, lane, warp);
        if (is_turned) std::swap(theirs[0], theirs[1]);
        const auto ours = tiled.element(32 * warp + lane, reg, true);
        ASSERT_EQ(std::pair(theirs[0], theirs[1]), ours)
            << c.atom << ", " << shape[0] << "x" << shape[1] << ", warp " << warp << ", lane "
            << lane << ", register " << reg;
      }
    }
  }
}

cute::Layout<> row_major_atoms(std::int64_t m, std::int64_t n) {
  return *cute::make_layout(*core::tuple_of(m, n, 1), *core::tuple_of(n, 1, 0));
}
cute::Layout<> column_major_atoms(std::int64_t m, std::int64_t n) {
  return *cute::make_layout(*core::tuple_of(m, n, 1), *core::tuple_of(1, m, 0));
}

/// Instructions of a warp by types: a register holds 32 bits of K.
struct WarpAtom {
  std::string_view name;
  std::int64_t k;
  std::int64_t k_width;
};

constexpr WarpAtom kWarpAtoms[] = {{"SM80_16x8x16_F32F16F16F32_TN", 16, 2},
                                   {"SM80_16x8x8_F32TF32TF32F32_TN", 8, 1},
                                   {"SM80_16x8x32_S32S8S8S32_TN", 32, 4}};

// Version 2: mma.sync, warps along the columns first.
TEST(AtomsLaw, Version2EncodingsAreTiledInstructionsOfAWarp) {
  int cases = 0;
  for (const WarpAtom& atom : kWarpAtoms) {
    for (const std::int64_t warps_m : {1, 2, 4}) {
      for (const std::int64_t warps_n : {1, 2, 4}) {
        const triton::NvidiaMma mma{
            .version_major = 2, .warps_per_cta = {warps_m, warps_n}, .instr_shape = {16, 8}};
        Case c{.atom = std::string(atom.name),
               .atoms = row_major_atoms(warps_m, warps_n),
               .encoding = mma};
        for (const std::int64_t repeats : {1, 2, 4}) {
          c.operand = cute::Operand::kC;
          c.encoding = mma;
          c.tile[0] = 16 * warps_m * repeats;
          c.tile[1] = 8 * warps_n * (4 / repeats);
          c.tile[2] = atom.k;
          expect_same_registers(c);
          ++cases;
        }
        for (const int operand : {0, 1}) {
          c.operand = operand == 0 ? cute::Operand::kA : cute::Operand::kB;
          c.encoding = triton::DotOperand{
              .op_idx = operand, .parent = triton::Encoding(mma), .k_width = atom.k_width};
          c.tile[0] = 16 * warps_m;
          c.tile[1] = 8 * warps_n;
          c.tile[2] = atom.k;
          expect_same_registers(c);
          ++cases;
        }
      }
    }
  }
  EXPECT_GE(cases, 100);
}

// Version 3: wgmma, a warpgroup is four warps along the rows, and warpgroups go along the rows
// first.
TEST(AtomsLaw, Version3EncodingsAreTiledInstructionsOfAWarpgroup) {
  int cases = 0;
  for (const std::int64_t n : {8, 16, 32, 64, 128, 256}) {
    for (const std::int64_t groups_m : {1, 2}) {
      for (const std::int64_t groups_n : {1, 2}) {
        for (const std::int64_t repeats_m : {1, 2}) {
          for (const std::int64_t repeats_n : {1, 2, 4}) {
            const std::int64_t columns = n * groups_n * repeats_n;
            if (columns > 512) continue;
            Case c{.atom = fmt::format("SM90_64x{}x16_F32F16F16_SS", n),
                   .atoms = column_major_atoms(groups_m, groups_n),
                   .encoding = triton::NvidiaMma{.version_major = 3,
                                                 .warps_per_cta = {4 * groups_m, groups_n},
                                                 .instr_shape = {16, n, 16}}};
            c.tile[0] = 64 * groups_m * repeats_m;
            c.tile[1] = columns;
            c.tile[2] = 16;
            expect_same_registers(c);
            ++cases;
          }
        }
      }
    }
  }
  EXPECT_GE(cases, 100);
}

}  // namespace
}  // namespace tileglot::bridge
