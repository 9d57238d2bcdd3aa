// SPDX-License-Identifier: Apache-2.0
// tiled_operations.cc: tiled instructions by the names of their atoms.
#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/notation/cute/atoms.h"
#include "tileglot/notation/cute/detail/arguments.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/print.h"
#include "tileglot/notation/cute/tiled_copy.h"
#include "tileglot/notation/cute/tiled_mma.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

template <class Atom>
core::Error unknown_atom(const std::string& name, std::span<const Atom> atoms) {
  std::vector<std::string_view> names;
  for (const Atom& atom : atoms) names.push_back(atom.name);
  const std::string guess = core::did_you_mean(name, names);
  return {.code = "cute.atom",
          .message = fmt::format("there is no instruction '{}'", name.substr(0, 64)),
          .help = guess.empty() ? fmt::format("one of them is {}", names.front()) : guess};
}

/// Arguments: atom, atoms (M,N,K)[, tile], the tile at `tile_at` where there are that many.
Result<TiledMma> tiled_mma(const Arguments& arguments, std::size_t tile_at) {
  const MmaAtom* atom = mma_atom(arguments.text(0));
  if (atom == nullptr) return fail(unknown_atom<MmaAtom>(arguments.text(0), kMmaAtoms));
  TILEGLOT_TRY(atoms, arguments.layout(1));
  if (arguments.count() <= tile_at) return to_result(make_tiled_mma(*atom, atoms));
  TILEGLOT_TRY(tile, arguments.tiler(tile_at));
  return to_result(make_tiled_mma(*atom, atoms, tile));
}

/// Arguments: atom, bits of an element, threads, values.
Result<TiledCopy> tiled_copy(const Arguments& arguments) {
  const CopyAtom* atom = copy_atom(arguments.text(0));
  if (atom == nullptr) return fail(unknown_atom<CopyAtom>(arguments.text(0), kCopyAtoms));
  TILEGLOT_TRY(bits, arguments.number(1));
  TILEGLOT_TRY(threads, arguments.layout(2));
  TILEGLOT_TRY(values, arguments.layout(3));
  return to_result(make_tiled_copy(*atom, bits, threads, values));
}

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

constexpr Operation kOperations[] = {
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

std::span<const Operation> tiled_operations() { return kOperations; }

}  // namespace tileglot::notation::cute
