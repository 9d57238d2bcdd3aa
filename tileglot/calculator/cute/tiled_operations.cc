// SPDX-License-Identifier: Apache-2.0
// tiled_operations.cc: tiled instructions by the names of their atoms.
#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/tiled_arguments.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/tiled/copy.h"
#include "tileglot/notation/cute/tiled/mma.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

Result<Value> to_value(const Outcome<PartOfThread>& part) {
  if (!part) return fail(to_error(part.refusal));
  return Value(LayoutAtOffset{part->layout, IntTuple(part->offset)});
}

Result<Value> apply_make_tiled_mma(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 2));
  std::string tile;
  for (int i = 0; i < 3; ++i) {
    TILEGLOT_TRY(along, to_result(tile_along(mma, i)));
    const bool is_extent = along.shape.is_scalar && along.stride.values[0] == 1;
    tile += (i == 0 ? "" : ",") +
            (is_extent ? print(along.shape, Marks::kShow) : print(along, Marks::kShow));
  }
  const auto operand = [&](int i) { return print(*mode(mma.operands, i), Marks::kShow); };
  return Value(Text{fmt::format(
      "TiledMMA\n  ThrLayoutVMNK:  {}\n  PermutationMNK: ({})\n"
      "MMA_Atom\n  ThrID:      {}\n  Shape_MNK:  {}\n"
      "  LayoutA_TV: {}\n  LayoutB_TV: {}\n  LayoutC_TV: {}\n",
      print(mma.threads, Marks::kShow), tile, print(*mode(mma.threads, 0), Marks::kShow),
      print(mma.shape, Marks::kShow), operand(0), operand(1), operand(2))});
}

Result<Value> apply_make_tiled_copy(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(source, to_result(layout_tv(copy, End::kSource)));
  TILEGLOT_TRY(destination, to_result(layout_tv(copy, End::kDestination)));
  return Value(
      Text{fmt::format("TiledCopy\n  Tile:       {}\n  LayoutS_TV: {}\n"
                       "  LayoutD_TV: {}\n",
                       print(copy.tile, Marks::kShow), print(source, Marks::kShow),
                       print(destination, Marks::kShow))});
}

template <Operand Which>
Result<Value> apply_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 2));
  return cute::to_value(layout_tv(mma, Which));
}

template <Operand Which>
Result<Value> apply_thrfrg(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 3));
  TILEGLOT_TRY(matrix, arguments.layout(2));
  return cute::to_value(thrfrg(mma, Which, matrix));
}

template <Operand Which>
Result<Value> apply_partition(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 4));
  TILEGLOT_TRY(thread, arguments.number(2));
  TILEGLOT_TRY(matrix, arguments.layout(3));
  return to_value(partition(mma, Which, thread, matrix));
}

template <End Which>
Result<Value> apply_copy_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  return cute::to_value(layout_tv(copy, Which));
}

template <End Which>
Result<Value> apply_tidfrg(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(matrix, arguments.layout(4));
  return cute::to_value(tidfrg(copy, Which, matrix));
}

template <End Which>
Result<Value> apply_copy_partition(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(thread, arguments.number(4));
  TILEGLOT_TRY(matrix, arguments.layout(5));
  return to_value(partition(copy, Which, thread, matrix));
}

constexpr Operation kTiledOperations[] = {
    {"layout_A_TV", 2, 3, apply_layout_tv<Operand::kA>},
    {"layout_B_TV", 2, 3, apply_layout_tv<Operand::kB>},
    {"layout_C_TV", 2, 3, apply_layout_tv<Operand::kC>},
    {"layout_D_TV", 4, 4, apply_copy_layout_tv<End::kDestination>},
    {"layout_S_TV", 4, 4, apply_copy_layout_tv<End::kSource>},
    {"make_tiled_copy", 4, 4, apply_make_tiled_copy},
    {"make_tiled_mma", 2, 3, apply_make_tiled_mma},
    {"partition_A", 4, 5, apply_partition<Operand::kA>},
    {"partition_B", 4, 5, apply_partition<Operand::kB>},
    {"partition_C", 4, 5, apply_partition<Operand::kC>},
    {"partition_D", 6, 6, apply_copy_partition<End::kDestination>},
    {"partition_S", 6, 6, apply_copy_partition<End::kSource>},
    {"thrfrg_A", 3, 4, apply_thrfrg<Operand::kA>},
    {"thrfrg_B", 3, 4, apply_thrfrg<Operand::kB>},
    {"thrfrg_C", 3, 4, apply_thrfrg<Operand::kC>},
    {"tidfrg_D", 5, 5, apply_tidfrg<End::kDestination>},
    {"tidfrg_S", 5, 5, apply_tidfrg<End::kSource>},
};

}  // namespace

std::span<const Operation> tiled_operations() { return kTiledOperations; }

}  // namespace tileglot::notation::cute
