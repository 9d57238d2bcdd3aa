// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/atoms/atom_list.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/tiled/mma.h"

namespace tileglot::notation::cute {
namespace {

/// Small enough to visit every element of a few tiles.
std::vector<MmaAtom> small_atoms() {
  std::vector<MmaAtom> atoms;
  for (const MmaAtom& atom : all_mmas()) {
    if (atom.m * atom.n * atom.k <= 32'768) atoms.push_back(atom);
  }
  return atoms;
}

/// How often each element of the matrix is a value of a thread of `mma`.
std::vector<int> visits(const TiledMma& mma, Operand operand, const Layout<>& matrix) {
  std::vector<int> times(static_cast<std::size_t>(size(matrix)->value));
  const std::int64_t threads = size(mma.threads)->value;
  for (std::int64_t i = 0; i < threads; ++i) {
    const std::int64_t thread = crd2idx(IntTuple(i), mma.threads)->value;
    const auto part = partition(mma, operand, thread, matrix);
    EXPECT_TRUE(part.ok());
    const std::int64_t values = part.ok() ? size(part->layout)->value : 0;
    for (std::int64_t v = 0; v < values; ++v) {
      const std::int64_t offset = part->offset.value + crd2idx(IntTuple(v), part->layout)->value;
      ++times.at(static_cast<std::size_t>(offset));
    }
  }
  return times;
}

/// How many threads hold each element: those whose instructions differ only in the side that the
/// operand does not have, and those that hold the same in one instruction.
std::int64_t expected_visits(const MmaAtom& atom, const std::int64_t (&copies)[3],
                             Operand operand) {
  const bool is_whole =
      atom.family == MmaFamily::kWgmma &&
      (operand == Operand::kB || (operand == Operand::kA && atom.a_from == Place::kShared));
  const int other = operand == Operand::kA ? 1 : operand == Operand::kB ? 0 : 2;
  return copies[other] * (is_whole ? 128 : 1);
}

TEST(TiledMmaLaw, ThreadsOfAnyTilingCoverTheTile) {
  const std::vector<MmaAtom> atoms = small_atoms();
  int tilings = 0;
  core::check_law("tiled_mma_covers_the_tile", 1500, [&] {
    const MmaAtom atom = *rc::gen::elementOf(atoms);
    std::int64_t copies[3] = {};
    std::int64_t tile[3] = {};
    const std::int64_t extents[3] = {atom.m, atom.n, atom.k};
    for (int side = 0; side < 3; ++side) {
      copies[side] = *rc::gen::inRange<std::int64_t>(1, side == 2 ? 3 : 4);
      tile[side] = extents[side] * copies[side] * *rc::gen::inRange<std::int64_t>(1, 3);
    }
    const auto arrangement = core::tuple_of(copies[0], copies[1], copies[2]);
    const Layout<> order =
        *rc::gen::arbitrary<bool>() ? *make_layout(*arrangement) : *make_layout_right(*arrangement);
    const auto tiler = tiler_of(*core::tuple_of(tile[0], tile[1], tile[2]));
    const auto mma = make_tiled_mma(atom, order, *tiler);
    ASSERT_TRUE(mma.ok()) << cute_name(atom) << " " << print(order);
    const auto operand = *rc::gen::element(Operand::kA, Operand::kB, Operand::kC);
    const auto [row, column] = sides_of(operand);
    const std::int64_t rounds = *rc::gen::inRange<std::int64_t>(1, 3);
    const Layout<> matrix = *make_layout(*core::tuple_of(tile[row] * rounds, tile[column]));
    if (size(matrix)->value > 8'192) return;
    ++tilings;
    const std::int64_t expected = expected_visits(atom, copies, operand);
    for (const int time : visits(*mma, operand, matrix)) {
      ASSERT_EQ(time, expected) << cute_name(atom) << " " << print(order) << " " << print(matrix)
                                << ", operand " << int(operand);
    }
  });
  EXPECT_GT(tilings, core::law_minimum(80));
}

}  // namespace
}  // namespace tileglot::notation::cute
