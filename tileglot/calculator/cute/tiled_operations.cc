// SPDX-License-Identifier: Apache-2.0
// tiled_operations.cc: tiled instructions by the names of their atoms.
#include <fmt/format.h>

#include <span>
#include <string>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/tiled_arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/tiled/copy.h"
#include "tileglot/notation/cute/tiled/mma.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Result;

Result<Value> value_of_part(const core::Outcome<cute::PartOfThread>& part) {
  if (!part) return fail(cute::to_error(part.refusal));
  return Value(LayoutAtOffset{part->layout, core::IntTuple(part->offset)});
}

Result<Value> apply_make_tiled_mma(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 2));
  std::string tile;
  for (int i = 0; i < 3; ++i) {
    TILEGLOT_TRY(along, cute::to_result(cute::tile_along(mma, i)));
    const bool is_extent = along.shape.is_scalar && along.stride.values[0] == 1;
    tile += (i == 0 ? "" : ",") + (is_extent ? cute::print(along.shape, cute::Marks::kShow)
                                             : cute::print(along, cute::Marks::kShow));
  }
  const auto operand = [&](int i) {
    return cute::print(*cute::mode(mma.operands, i), cute::Marks::kShow);
  };
  return Value(
      Text{fmt::format("TiledMMA\n  ThrLayoutVMNK:  {}\n  PermutationMNK: ({})\n"
                       "MMA_Atom\n  ThrID:      {}\n  Shape_MNK:  {}\n"
                       "  LayoutA_TV: {}\n  LayoutB_TV: {}\n  LayoutC_TV: {}\n",
                       cute::print(mma.threads, cute::Marks::kShow), tile,
                       cute::print(*cute::mode(mma.threads, 0), cute::Marks::kShow),
                       cute::print(cute::shape_mnk(mma.atom), cute::Marks::kShow), operand(0),
                       operand(1), operand(2))});
}

Result<Value> apply_make_tiled_copy(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  return text_of_tiled_copy(copy);
}

template <cute::Operand Which>
Result<Value> apply_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 2));
  return to_value(cute::layout_tv(mma, Which));
}

template <cute::Operand Which>
Result<Value> apply_thrfrg(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 3));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 2));
  return to_value(cute::thrfrg(mma, Which, matrix));
}

template <cute::Operand Which>
Result<Value> apply_partition(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 4));
  TILEGLOT_TRY(thread, integer_argument(arguments, 2));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 3));
  return value_of_part(cute::partition(mma, Which, thread, matrix));
}

template <cute::End Which>
Result<Value> apply_copy_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  return to_value(cute::layout_tv(copy, Which));
}

template <cute::End Which>
Result<Value> apply_tidfrg(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 4));
  return to_value(cute::tidfrg(copy, Which, matrix));
}

template <cute::End Which>
Result<Value> apply_copy_partition(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(thread, integer_argument(arguments, 4));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 5));
  return value_of_part(cute::partition(copy, Which, thread, matrix));
}

constexpr Operation kTiledOperations[] = {
    {"layout_A_TV", "atom, atoms, [tile]",
     "the layout from (thread, value) to the place in the tile of operand A of a tiled MMA",
     "layout_A_TV(SM80_8x8x4_F64F64F64F64_TN,(2,2,1))", apply_layout_tv<cute::Operand::kA>},
    {"layout_B_TV", "atom, atoms, [tile]",
     "the layout from (thread, value) to the place in the tile of operand B of a tiled MMA",
     "layout_B_TV(SM80_8x8x4_F64F64F64F64_TN,(2,2,1))", apply_layout_tv<cute::Operand::kB>},
    {"layout_C_TV", "atom, atoms, [tile]",
     "the layout from (thread, value) to the place in the tile of C of a tiled MMA",
     "layout_C_TV(SM80_8x8x4_F64F64F64F64_TN,(2,2,1))", apply_layout_tv<cute::Operand::kC>},
    {"layout_D_TV", "atom, bits, threads, values",
     "the layout from (thread, value) to the place that a tiled copy writes",
     "layout_D_TV(SM75_U32x1_LDSM_N,16,(8,4):(4,1),(1,2))",
     apply_copy_layout_tv<cute::End::kDestination>},
    {"layout_S_TV", "atom, bits, threads, values",
     "the layout from (thread, value) to the place that a tiled copy reads",
     "layout_S_TV(SM75_U32x1_LDSM_N,16,(8,4):(4,1),(1,2))",
     apply_copy_layout_tv<cute::End::kSource>},
    {"make_tiled_copy", "atom, bits, threads, values",
     "the text of a tiled copy: its tile and the layouts of its two ends",
     "make_tiled_copy(SM75_U32x1_LDSM_N,16,(8,4):(4,1),(1,2))", apply_make_tiled_copy},
    {"make_tiled_mma", "atom, atoms, [tile]",
     "the text of a tiled MMA: its threads, its tile and the layouts of its operands",
     "make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN,(2,2,1))", apply_make_tiled_mma},
    {"partition_A", "atom, atoms, thread, matrix, [tile]",
     "the part of A that one thread of a tiled MMA has, with its first offset",
     "partition_A(SM80_8x8x4_F64F64F64F64_TN,(1,1,1),5,(8,4))", apply_partition<cute::Operand::kA>},
    {"partition_B", "atom, atoms, thread, matrix, [tile]",
     "the part of B that one thread of a tiled MMA has, with its first offset",
     "partition_B(SM80_8x8x4_F64F64F64F64_TN,(1,1,1),5,(8,4))", apply_partition<cute::Operand::kB>},
    {"partition_C", "atom, atoms, thread, matrix, [tile]",
     "the part of C that one thread of a tiled MMA has, with its first offset",
     "partition_C(SM80_8x8x4_F64F64F64F64_TN,(1,1,1),5,(8,8))", apply_partition<cute::Operand::kC>},
    {"partition_D", "atom, bits, threads, values, thread, matrix",
     "the part of a matrix that one thread of a tiled copy writes, with its first offset",
     "partition_D(SM75_U32x1_LDSM_N,16,(8,4):(4,1),(1,2),3,(8,8))",
     apply_copy_partition<cute::End::kDestination>},
    {"partition_S", "atom, bits, threads, values, thread, matrix",
     "the part of a matrix that one thread of a tiled copy reads, with its first offset",
     "partition_S(SM75_U32x1_LDSM_N,16,(8,4):(4,1),(1,2),3,(8,8))",
     apply_copy_partition<cute::End::kSource>},
    {"thrfrg_A", "atom, atoms, matrix, [tile]",
     "matrix A divided among the threads of a tiled MMA, as ((thread), (value))",
     "thrfrg_A(SM80_8x8x4_F64F64F64F64_TN,(1,1,1),(8,4))", apply_thrfrg<cute::Operand::kA>},
    {"thrfrg_B", "atom, atoms, matrix, [tile]",
     "matrix B divided among the threads of a tiled MMA, as ((thread), (value))",
     "thrfrg_B(SM80_8x8x4_F64F64F64F64_TN,(1,1,1),(8,4))", apply_thrfrg<cute::Operand::kB>},
    {"thrfrg_C", "atom, atoms, matrix, [tile]",
     "matrix C divided among the threads of a tiled MMA, as ((thread), (value))",
     "thrfrg_C(SM80_8x8x4_F64F64F64F64_TN,(1,1,1),(16,8))", apply_thrfrg<cute::Operand::kC>},
    {"tidfrg_D", "atom, bits, threads, values, matrix",
     "the written matrix divided among the threads of a tiled copy, as (thread, value, rest)",
     "tidfrg_D(SM75_U32x1_LDSM_N,16,(8,4):(4,1),(1,2),(8,16))",
     apply_tidfrg<cute::End::kDestination>},
    {"tidfrg_S", "atom, bits, threads, values, matrix",
     "the read matrix divided among the threads of a tiled copy, as (thread, value, rest)",
     "tidfrg_S(SM75_U32x1_LDSM_N,16,(8,4):(4,1),(1,2),(8,16))", apply_tidfrg<cute::End::kSource>},
};

}  // namespace

std::span<const Operation> tiled_operations() { return kTiledOperations; }

}  // namespace tileglot::calculator
