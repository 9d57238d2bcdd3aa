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
  return Value(Text{
      fmt::format("TiledMMA\n  ThrLayoutVMNK:  {}\n  PermutationMNK: ({})\n"
                  "MMA_Atom\n  ThrID:      {}\n  Shape_MNK:  {}\n"
                  "  LayoutA_TV: {}\n  LayoutB_TV: {}\n  LayoutC_TV: {}\n",
                  cute::print(mma.threads, cute::Marks::kShow), tile,
                  cute::print(*cute::mode(mma.threads, 0), cute::Marks::kShow),
                  cute::print(mma.shape, cute::Marks::kShow), operand(0), operand(1), operand(2))});
}

Result<Value> apply_make_tiled_copy(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(source, cute::to_result(cute::layout_tv(copy, cute::End::kSource)));
  TILEGLOT_TRY(destination, cute::to_result(cute::layout_tv(copy, cute::End::kDestination)));
  return Value(Text{fmt::format(
      "TiledCopy\n  Tile:       {}\n  LayoutS_TV: {}\n"
      "  LayoutD_TV: {}\n",
      cute::print(copy.tile, cute::Marks::kShow), cute::print(source, cute::Marks::kShow),
      cute::print(destination, cute::Marks::kShow))});
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
    {"layout_A_TV", 2, 3, apply_layout_tv<cute::Operand::kA>},
    {"layout_B_TV", 2, 3, apply_layout_tv<cute::Operand::kB>},
    {"layout_C_TV", 2, 3, apply_layout_tv<cute::Operand::kC>},
    {"layout_D_TV", 4, 4, apply_copy_layout_tv<cute::End::kDestination>},
    {"layout_S_TV", 4, 4, apply_copy_layout_tv<cute::End::kSource>},
    {"make_tiled_copy", 4, 4, apply_make_tiled_copy},
    {"make_tiled_mma", 2, 3, apply_make_tiled_mma},
    {"partition_A", 4, 5, apply_partition<cute::Operand::kA>},
    {"partition_B", 4, 5, apply_partition<cute::Operand::kB>},
    {"partition_C", 4, 5, apply_partition<cute::Operand::kC>},
    {"partition_D", 6, 6, apply_copy_partition<cute::End::kDestination>},
    {"partition_S", 6, 6, apply_copy_partition<cute::End::kSource>},
    {"thrfrg_A", 3, 4, apply_thrfrg<cute::Operand::kA>},
    {"thrfrg_B", 3, 4, apply_thrfrg<cute::Operand::kB>},
    {"thrfrg_C", 3, 4, apply_thrfrg<cute::Operand::kC>},
    {"tidfrg_D", 5, 5, apply_tidfrg<cute::End::kDestination>},
    {"tidfrg_S", 5, 5, apply_tidfrg<cute::End::kSource>},
};

}  // namespace

std::span<const Operation> tiled_operations() { return kTiledOperations; }

}  // namespace tileglot::calculator
