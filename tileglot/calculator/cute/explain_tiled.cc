// SPDX-License-Identifier: Apache-2.0
// explain_tiled.cc: the steps of tiled instructions, their divides and compositions.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explanations.h"
#include "tileglot/calculator/cute/detail/tiled_arguments.h"
#include "tileglot/calculator/cute/operations.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/cute/tiled/copy.h"
#include "tileglot/notation/cute/tiled/mma.h"

namespace tileglot::notation::cute {
namespace {

using core::Result;
using Texts = std::vector<std::string>;

std::string marked(const Layout<>& layout) { return print(layout, Marks::kShow); }

std::string tiler_text(const Layout<>& first, const Layout<>& second) {
  return fmt::format("<{},{}>", marked(first), marked(second));
}

/// Adds "why: operation(arguments) = answer", the arguments without marks.
Result<std::string> add_call(Lines& lines, std::string_view why, std::string_view operation,
                             const Texts& arguments) {
  std::string shown;
  for (const std::string& argument : arguments) shown += (shown.empty() ? "" : ", ") + argument;
  std::erase(shown, '_');
  return add_answer(lines, fmt::format("{}: {}({})", why, operation, shown), operation, arguments);
}

// -- MMAs

constexpr std::string_view kSides = "MNK";
constexpr std::string_view kOperands = "ABC";

/// The line "M: 16 of one instruction * 2 beside one another, a round of 32:1".
Result<std::string> line_of_round(const TiledMma& mma, int side) {
  TILEGLOT_TRY(atoms, to_result(atoms_along(mma, side)));
  TILEGLOT_TRY(tile, to_result(tile_along(mma, side)));
  return fmt::format("{}: one instruction has {}, {} are side by side; a round is {}",
                     kSides[static_cast<std::size_t>(side)], mma.shape.values[side], atoms.value,
                     print(tile));
}

Result<Lines> explain_make_mma(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 2));
  TILEGLOT_TRY(atoms, arguments.layout(1));
  TILEGLOT_TRY(three, to_result(with_three_modes(atoms)));
  TILEGLOT_TRY(lanes, to_result(mode(mma.threads, 0)));
  Lines lines;
  TILEGLOT_TRY_STATUS(add_call(lines, "copies of the lanes of one instruction", "logical_product",
                               {marked(lanes), marked(three)}));
  lines.push_back(fmt::format("as (lane, in M, in N, in K): {}", print(mma.threads)));
  for (int side = 0; side < 3; ++side) {
    TILEGLOT_TRY(line, line_of_round(mma, side));
    lines.push_back(line);
  }
  return lines;
}

/// The two divides, the composition and the divide that yield threads and values.
Result<Lines> steps_of_thrfrg(const TiledMma& mma, Operand operand, const Layout<>& matrix) {
  const auto [row, column] = sides_of(operand);
  Lines lines;
  TILEGLOT_TRY(rows, to_result(tile_along(mma, row)));
  TILEGLOT_TRY(columns, to_result(tile_along(mma, column)));
  const std::string rounds = tiler_text(rows, columns);
  TILEGLOT_TRY_STATUS(add_call(lines, "rounds", "logical_divide", {marked(matrix), rounds}));
  TILEGLOT_TRY(tile, to_result(tiler_of(rows, columns)));
  TILEGLOT_TRY(tiled, to_result(logical_divide(matrix, tile)));
  const Layout<> high = extent_of_one(mma.shape.at(row));
  const Layout<> wide = extent_of_one(mma.shape.at(column));
  TILEGLOT_TRY_STATUS(
      add_call(lines, "instructions", "zipped_divide", {marked(tiled), tiler_text(high, wide)}));
  TILEGLOT_TRY(cut, to_result(cut_into_instructions(mma, operand, matrix)));
  TILEGLOT_TRY(inside, to_result(mode(cut, 0)));
  TILEGLOT_TRY(others, to_result(mode(cut, 1)));
  TILEGLOT_TRY(atom, to_result(mode(mma.operands, static_cast<int>(operand))));
  TILEGLOT_TRY_STATUS(add_call(lines, "threads and values of one instruction", "composition",
                               {marked(inside), marked(atom)}));
  TILEGLOT_TRY(down, to_result(atoms_along(mma, row)));
  TILEGLOT_TRY(across, to_result(atoms_along(mma, column)));
  TILEGLOT_TRY_STATUS(
      add_call(lines, "instructions side by side, and the rest", "zipped_divide",
               {marked(others), tiler_text(extent_of_one(down), extent_of_one(across))}));
  return lines;
}

template <Operand Which>
Result<Lines> explain_thrfrg(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 3));
  TILEGLOT_TRY(matrix, arguments.layout(2));
  TILEGLOT_TRY(lines, steps_of_thrfrg(mma, Which, matrix));
  lines.emplace_back("so ((lane, instruction), (value, rest))");
  return lines;
}

std::string thrfrg_name(Operand operand) {
  return fmt::format("thrfrg_{}", kOperands[static_cast<std::size_t>(operand)]);
}

/// Adds an operand's thread-value layout, with its steps below it, and returns it.
Result<Layout<>> add_thrfrg(Lines& lines, const TiledMma& mma, Operand operand,
                            const Layout<>& matrix) {
  TILEGLOT_TRY(divided, to_result(thrfrg(mma, operand, matrix)));
  lines.push_back(
      fmt::format("{} of {} = {}", thrfrg_name(operand), print(matrix), print(divided)));
  TILEGLOT_TRY(steps, steps_of_thrfrg(mma, operand, matrix));
  add_indented(lines, steps);
  return divided;
}

template <Operand Which>
Result<Lines> explain_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 2));
  const auto [row, column] = sides_of(Which);
  TILEGLOT_TRY(rows, to_result(tile_along(mma, row)));
  TILEGLOT_TRY(columns, to_result(tile_along(mma, column)));
  TILEGLOT_TRY(high, to_result(size(rows)));
  TILEGLOT_TRY(wide, to_result(size(columns)));
  TILEGLOT_TRY(sides, to_result(core::tuple_of(high, wide)));
  TILEGLOT_TRY(tile, to_result(make_layout(sides)));
  Lines lines;
  TILEGLOT_TRY(divided, add_thrfrg(lines, mma, Which, tile));
  TILEGLOT_TRY(threads, to_result(mode(divided, 0)));
  TILEGLOT_TRY(projection, to_result(operand_threads(mma, Which)));
  TILEGLOT_TRY_STATUS(add_call(lines, "of (lane, in M, in N, in K) only what the operand has",
                               "composition", {marked(threads), marked(projection)}));
  TILEGLOT_TRY(of_instructions, to_result(composition(threads, projection)));
  TILEGLOT_TRY(places, to_result(places_of_threads(mma)));
  lines.push_back(fmt::format("the place of each thread among them: {}", print(places)));
  TILEGLOT_TRY_STATUS(add_call(lines, "so the threads are", "composition",
                               {marked(of_instructions), marked(places)}));
  return lines;
}

template <Operand Which>
Result<Lines> explain_partition(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 4));
  TILEGLOT_TRY(thread, arguments.number(2));
  TILEGLOT_TRY(matrix, arguments.layout(3));
  Lines lines;
  TILEGLOT_TRY(divided, add_thrfrg(lines, mma, Which, matrix));
  TILEGLOT_TRY(threads, to_result(mode(divided, 0)));
  TILEGLOT_TRY(projection, to_result(operand_threads(mma, Which)));
  TILEGLOT_TRY(place, to_result(place_of_thread(mma, thread)));
  lines.push_back(
      fmt::format("thread {} is index {} of (lane, in M, in N, in K)", thread, place.value));
  TILEGLOT_TRY(index, add_call(lines, "what the operand has of it", "crd2idx",
                               {std::to_string(place.value), marked(projection)}));
  TILEGLOT_TRY_STATUS(
      add_call(lines, "where its elements begin", "crd2idx", {index, marked(threads)}));
  return lines;
}

// -- copies

/// The steps that map threads and values to places in the tile, in whole instructions.
Result<Lines> explain_make_copy(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(atom, to_result(mode(copy.threads, 0)));
  TILEGLOT_TRY(extents, to_result(sides_of_tile(atom.shape)));
  TILEGLOT_TRY(tv, apply_operation("make_layout_tv", {arguments.text(2), arguments.text(3)}));
  Lines lines;
  TILEGLOT_TRY_STATUS(add_call(lines, "which place of the tile is whose", "make_layout_tv",
                               {arguments.text(2), arguments.text(3)}));
  TILEGLOT_TRY_STATUS(add_call(lines, "in whole instructions", "zipped_divide",
                               {print_value(tv, Marks::kShow), print(extents, Marks::kShow)}));
  for (const auto& [end, name] : {std::pair(copy.source, "read"), {copy.destination, "written"}}) {
    TILEGLOT_TRY_STATUS(add_call(lines, fmt::format("what one instruction has {}", name),
                                 "composition", {marked(atom), marked(end)}));
  }
  return lines;
}

template <End Which>
Result<Lines> explain_copy_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(atom, to_result(mode(copy.threads, 0)));
  TILEGLOT_TRY(rest, to_result(mode(copy.threads, 1)));
  const Layout<>& end = Which == End::kSource ? copy.source : copy.destination;
  Lines lines{fmt::format("whole instructions in the tile: {}", print(copy.threads))};
  TILEGLOT_TRY_STATUS(add_call(lines, "threads and values of one instruction", "composition",
                               {marked(atom), marked(end)}));
  lines.push_back(fmt::format("its threads and values go on with those of {}", print(rest)));
  return lines;
}

Result<Lines> steps_of_tidfrg(const TiledCopy& copy, End end, const Layout<>& matrix) {
  Lines lines;
  TILEGLOT_TRY_STATUS(
      add_call(lines, "tiles", "zipped_divide", {marked(matrix), print(copy.tile, Marks::kShow)}));
  TILEGLOT_TRY(tiler, to_result(tiler_of(copy.tile)));
  TILEGLOT_TRY(tiles, to_result(zipped_divide(matrix, tiler)));
  TILEGLOT_TRY(tile, to_result(mode(tiles, 0)));
  TILEGLOT_TRY(tv, to_result(layout_tv(copy, end)));
  for (int i = 0; i < 2; ++i) {
    TILEGLOT_TRY(part, to_result(mode(tv, i)));
    TILEGLOT_TRY_STATUS(add_call(lines, i == 0 ? "threads" : "values", "composition",
                                 {marked(tile), marked(part)}));
  }
  return lines;
}

template <End Which>
Result<Lines> explain_tidfrg(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(matrix, arguments.layout(4));
  TILEGLOT_TRY(lines, steps_of_tidfrg(copy, Which, matrix));
  lines.emplace_back("so (thread, value, rest of the tiles)");
  return lines;
}

template <End Which>
Result<Lines> explain_copy_partition(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(matrix, arguments.layout(5));
  TILEGLOT_TRY(lines, steps_of_tidfrg(copy, Which, matrix));
  TILEGLOT_TRY(divided, to_result(tidfrg(copy, Which, matrix)));
  TILEGLOT_TRY(threads, to_result(mode(divided, 0)));
  TILEGLOT_TRY_STATUS(add_call(lines, "where the thread's elements begin", "crd2idx",
                               {arguments.text(4), marked(threads)}));
  return lines;
}

constexpr Explanation kExplanations[] = {
    {"layout_A_TV", explain_layout_tv<Operand::kA>},
    {"layout_B_TV", explain_layout_tv<Operand::kB>},
    {"layout_C_TV", explain_layout_tv<Operand::kC>},
    {"layout_D_TV", explain_copy_layout_tv<End::kDestination>},
    {"layout_S_TV", explain_copy_layout_tv<End::kSource>},
    {"make_tiled_copy", explain_make_copy},
    {"make_tiled_mma", explain_make_mma},
    {"partition_A", explain_partition<Operand::kA>},
    {"partition_B", explain_partition<Operand::kB>},
    {"partition_C", explain_partition<Operand::kC>},
    {"partition_D", explain_copy_partition<End::kDestination>},
    {"partition_S", explain_copy_partition<End::kSource>},
    {"thrfrg_A", explain_thrfrg<Operand::kA>},
    {"thrfrg_B", explain_thrfrg<Operand::kB>},
    {"thrfrg_C", explain_thrfrg<Operand::kC>},
    {"tidfrg_D", explain_tidfrg<End::kDestination>},
    {"tidfrg_S", explain_tidfrg<End::kSource>},
};

}  // namespace

std::span<const Explanation> tiled_explanations() { return kExplanations; }

}  // namespace tileglot::notation::cute
