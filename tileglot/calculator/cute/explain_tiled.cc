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

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explanations.h"
#include "tileglot/calculator/cute/detail/tiled_arguments.h"
#include "tileglot/calculator/cute/operations.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/cute/tiled/copy.h"
#include "tileglot/notation/cute/tiled/mma.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::Result;
using Texts = std::vector<std::string>;

std::string marked(const cute::Layout<>& layout) { return cute::print(layout, cute::Marks::kShow); }

std::string tiler_text(const cute::Layout<>& first, const cute::Layout<>& second) {
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
Result<std::string> line_of_round(const cute::TiledMma& mma, int side) {
  TILEGLOT_TRY(atoms, cute::to_result(cute::atoms_along(mma, side)));
  TILEGLOT_TRY(tile, cute::to_result(cute::tile_along(mma, side)));
  return fmt::format("{}: one instruction has {}, {} are side by side; a round is {}",
                     kSides[static_cast<std::size_t>(side)], cute::shape_mnk(mma.atom).values[side],
                     atoms.value, cute::print(tile));
}

Result<Lines> explain_make_mma(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 2));
  TILEGLOT_TRY(atoms, layout_argument(arguments, 1));
  TILEGLOT_TRY(three, cute::to_result(cute::with_three_modes(atoms)));
  TILEGLOT_TRY(lanes, cute::to_result(cute::mode(mma.threads, 0)));
  Lines lines;
  TILEGLOT_TRY_STATUS(add_call(lines, "copies of the lanes of one instruction", "logical_product",
                               {marked(lanes), marked(three)}));
  lines.push_back(fmt::format("as (lane, in M, in N, in K): {}", cute::print(mma.threads)));
  for (int side = 0; side < 3; ++side) {
    TILEGLOT_TRY(line, line_of_round(mma, side));
    lines.push_back(line);
  }
  return lines;
}

/// The two divides, the composition and the divide that yield threads and values.
Result<Lines> steps_of_thrfrg(const cute::TiledMma& mma, cute::Operand operand,
                              const cute::Layout<>& matrix) {
  const auto [row, column] = cute::sides_of(operand);
  Lines lines;
  TILEGLOT_TRY(rows, cute::to_result(cute::tile_along(mma, row)));
  TILEGLOT_TRY(columns, cute::to_result(cute::tile_along(mma, column)));
  const std::string rounds = tiler_text(rows, columns);
  TILEGLOT_TRY_STATUS(add_call(lines, "rounds", "logical_divide", {marked(matrix), rounds}));
  TILEGLOT_TRY(tile, cute::to_result(cute::tiler_of(rows, columns)));
  TILEGLOT_TRY(tiled, cute::to_result(cute::logical_divide(matrix, tile)));
  const cute::Layout<> high = cute::extent_of_one(cute::shape_mnk(mma.atom).at(row));
  const cute::Layout<> wide = cute::extent_of_one(cute::shape_mnk(mma.atom).at(column));
  TILEGLOT_TRY_STATUS(
      add_call(lines, "instructions", "zipped_divide", {marked(tiled), tiler_text(high, wide)}));
  TILEGLOT_TRY(cut, cute::to_result(cute::cut_into_instructions(mma, operand, matrix)));
  TILEGLOT_TRY(inside, cute::to_result(cute::mode(cut, 0)));
  TILEGLOT_TRY(others, cute::to_result(cute::mode(cut, 1)));
  TILEGLOT_TRY(atom, cute::to_result(cute::mode(mma.operands, static_cast<int>(operand))));
  TILEGLOT_TRY_STATUS(add_call(lines, "threads and values of one instruction", "composition",
                               {marked(inside), marked(atom)}));
  TILEGLOT_TRY(down, cute::to_result(cute::atoms_along(mma, row)));
  TILEGLOT_TRY(across, cute::to_result(cute::atoms_along(mma, column)));
  TILEGLOT_TRY_STATUS(add_call(
      lines, "instructions side by side, and the rest", "zipped_divide",
      {marked(others), tiler_text(cute::extent_of_one(down), cute::extent_of_one(across))}));
  return lines;
}

template <cute::Operand Which>
Result<Lines> explain_thrfrg(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 3));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 2));
  TILEGLOT_TRY(lines, steps_of_thrfrg(mma, Which, matrix));
  lines.emplace_back("so ((lane, instruction), (value, rest))");
  return lines;
}

std::string thrfrg_name(cute::Operand operand) {
  return fmt::format("thrfrg_{}", kOperands[static_cast<std::size_t>(operand)]);
}

/// Adds an operand's thread-value layout, with its steps below it, and returns it.
Result<cute::Layout<>> add_thrfrg(Lines& lines, const cute::TiledMma& mma, cute::Operand operand,
                                  const cute::Layout<>& matrix) {
  TILEGLOT_TRY(divided, cute::to_result(cute::thrfrg(mma, operand, matrix)));
  lines.push_back(fmt::format("{} of {} = {}", thrfrg_name(operand), cute::print(matrix),
                              cute::print(divided)));
  TILEGLOT_TRY(steps, steps_of_thrfrg(mma, operand, matrix));
  add_indented(lines, steps);
  return divided;
}

template <cute::Operand Which>
Result<Lines> explain_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 2));
  const auto [row, column] = cute::sides_of(Which);
  TILEGLOT_TRY(rows, cute::to_result(cute::tile_along(mma, row)));
  TILEGLOT_TRY(columns, cute::to_result(cute::tile_along(mma, column)));
  TILEGLOT_TRY(high, cute::to_result(cute::size(rows)));
  TILEGLOT_TRY(wide, cute::to_result(cute::size(columns)));
  TILEGLOT_TRY(sides, cute::to_result(core::tuple_of(high, wide)));
  TILEGLOT_TRY(tile, cute::to_result(cute::make_layout(sides)));
  Lines lines;
  TILEGLOT_TRY(divided, add_thrfrg(lines, mma, Which, tile));
  TILEGLOT_TRY(threads, cute::to_result(cute::mode(divided, 0)));
  TILEGLOT_TRY(projection, cute::to_result(cute::operand_threads(mma, Which)));
  TILEGLOT_TRY_STATUS(add_call(lines, "of (lane, in M, in N, in K) only what the operand has",
                               "composition", {marked(threads), marked(projection)}));
  TILEGLOT_TRY(of_instructions, cute::to_result(cute::composition(threads, projection)));
  TILEGLOT_TRY(places, cute::to_result(cute::places_of_threads(mma)));
  lines.push_back(fmt::format("the place of each thread among them: {}", cute::print(places)));
  TILEGLOT_TRY_STATUS(add_call(lines, "so the threads are", "composition",
                               {marked(of_instructions), marked(places)}));
  return lines;
}

template <cute::Operand Which>
Result<Lines> explain_partition(const Arguments& arguments) {
  TILEGLOT_TRY(mma, tiled_mma(arguments, 4));
  TILEGLOT_TRY(thread, integer_argument(arguments, 2));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 3));
  Lines lines;
  TILEGLOT_TRY(divided, add_thrfrg(lines, mma, Which, matrix));
  TILEGLOT_TRY(threads, cute::to_result(cute::mode(divided, 0)));
  TILEGLOT_TRY(projection, cute::to_result(cute::operand_threads(mma, Which)));
  TILEGLOT_TRY(place, cute::to_result(cute::place_of_thread(mma, thread)));
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
  TILEGLOT_TRY(atom, cute::to_result(cute::mode(copy.threads, 0)));
  TILEGLOT_TRY(extents, cute::to_result(cute::sides_of_tile(atom.shape)));
  const Texts layouts{arguments.text(2), arguments.text(3)};
  TILEGLOT_TRY(tv, cute_operations().apply("make_layout_tv", layouts));
  Lines lines;
  TILEGLOT_TRY_STATUS(
      add_call(lines, "which place of the tile is whose", "make_layout_tv", layouts));
  TILEGLOT_TRY_STATUS(add_call(lines, "in whole instructions", "zipped_divide",
                               {print_value(tv), cute::print(extents, cute::Marks::kShow)}));
  for (const auto& [end, name] : {std::pair(copy.source, "read"), {copy.destination, "written"}}) {
    TILEGLOT_TRY_STATUS(add_call(lines, fmt::format("what one instruction has {}", name),
                                 "composition", {marked(atom), marked(end)}));
  }
  return lines;
}

template <cute::End Which>
Result<Lines> explain_copy_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(atom, cute::to_result(cute::mode(copy.threads, 0)));
  TILEGLOT_TRY(rest, cute::to_result(cute::mode(copy.threads, 1)));
  const cute::Layout<>& end = Which == cute::End::kSource ? copy.source : copy.destination;
  Lines lines{fmt::format("whole instructions in the tile: {}", cute::print(copy.threads))};
  TILEGLOT_TRY_STATUS(add_call(lines, "threads and values of one instruction", "composition",
                               {marked(atom), marked(end)}));
  lines.push_back(fmt::format("its threads and values go on with those of {}", cute::print(rest)));
  return lines;
}

Result<Lines> steps_of_tidfrg(const cute::TiledCopy& copy, cute::End end,
                              const cute::Layout<>& matrix) {
  Lines lines;
  TILEGLOT_TRY_STATUS(add_call(lines, "tiles", "zipped_divide",
                               {marked(matrix), cute::print(copy.tile, cute::Marks::kShow)}));
  TILEGLOT_TRY(tiler, cute::to_result(cute::tiler_of(copy.tile)));
  TILEGLOT_TRY(tiles, cute::to_result(cute::zipped_divide(matrix, tiler)));
  TILEGLOT_TRY(tile, cute::to_result(cute::mode(tiles, 0)));
  TILEGLOT_TRY(tv, cute::to_result(cute::layout_tv(copy, end)));
  for (int i = 0; i < 2; ++i) {
    TILEGLOT_TRY(part, cute::to_result(cute::mode(tv, i)));
    TILEGLOT_TRY_STATUS(add_call(lines, i == 0 ? "threads" : "values", "composition",
                                 {marked(tile), marked(part)}));
  }
  return lines;
}

template <cute::End Which>
Result<Lines> explain_tidfrg(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 4));
  TILEGLOT_TRY(lines, steps_of_tidfrg(copy, Which, matrix));
  lines.emplace_back("so (thread, value, rest of the tiles)");
  return lines;
}

template <cute::End Which>
Result<Lines> explain_copy_partition(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy(arguments));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 5));
  TILEGLOT_TRY(lines, steps_of_tidfrg(copy, Which, matrix));
  TILEGLOT_TRY(divided, cute::to_result(cute::tidfrg(copy, Which, matrix)));
  TILEGLOT_TRY(threads, cute::to_result(cute::mode(divided, 0)));
  TILEGLOT_TRY_STATUS(add_call(lines, "where the thread's elements begin", "crd2idx",
                               {arguments.text(4), marked(threads)}));
  return lines;
}

constexpr Explanation kExplanations[] = {
    {"layout_A_TV", explain_layout_tv<cute::Operand::kA>},
    {"layout_B_TV", explain_layout_tv<cute::Operand::kB>},
    {"layout_C_TV", explain_layout_tv<cute::Operand::kC>},
    {"layout_D_TV", explain_copy_layout_tv<cute::End::kDestination>},
    {"layout_S_TV", explain_copy_layout_tv<cute::End::kSource>},
    {"make_tiled_copy", explain_make_copy},
    {"make_tiled_mma", explain_make_mma},
    {"partition_A", explain_partition<cute::Operand::kA>},
    {"partition_B", explain_partition<cute::Operand::kB>},
    {"partition_C", explain_partition<cute::Operand::kC>},
    {"partition_D", explain_copy_partition<cute::End::kDestination>},
    {"partition_S", explain_copy_partition<cute::End::kSource>},
    {"thrfrg_A", explain_thrfrg<cute::Operand::kA>},
    {"thrfrg_B", explain_thrfrg<cute::Operand::kB>},
    {"thrfrg_C", explain_thrfrg<cute::Operand::kC>},
    {"tidfrg_D", explain_tidfrg<cute::End::kDestination>},
    {"tidfrg_S", explain_tidfrg<cute::End::kSource>},
};

}  // namespace

std::span<const Explanation> tiled_explanations() { return kExplanations; }

}  // namespace tileglot::calculator
