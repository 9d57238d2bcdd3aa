// SPDX-License-Identifier: Apache-2.0
// linear/swizzle_operations.cc: swizzles of shared memory and bank conflicts, by name.
//
// What     linear_swizzle_operations() has optimal_swizzling_ld_st, optimal_swizzling,
//          vec_bitwidth_ld_st, bank_conflicts and bank_conflicts_memdesc.
// Units    A tile is {"laneContig":[..],"laneAddr":[..]}; bits are those of an element. After them
//          bank_conflicts takes the number of banks, 32 by default, and the lane bits of one
//          wavefront; optimal_swizzling_ld_st those of a write and of a read.
// Example  linear.vec_bitwidth_ld_st of two layouts with registers 1 and 2 in common and f16 is 64.
//          [tests: linear/swizzle_operations_test.cc, "the width of a vector"]
// Errors   linear.json (not a list of tiles or of lane bits); those of linear/arguments.h and notation/linear.

#include "tileglot/calculator/linear/operations.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/calculator/linear/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/access_tile.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/swizzle/optimal_swizzling.h"
#include "tileglot/notation/linear/swizzle/optimal_swizzling_ld_st.h"
#include "tileglot/value/linear.h"

namespace tileglot::calculator {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;

/// A number that does not fit int is never valid; an operation's checks refuse the value returned.
Result<int> int_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(number, number_argument(args, i));
  if (std::in_range<std::int16_t>(number)) return static_cast<int>(number);
  return fail({.code = "eval.syntax",
               .message = fmt::format("{} is not a number of bits, or of banks", number),
               .help = "write a number up to 32767"});
}

core::Error no_tile(const Json& json) {
  return {{.code = "linear.json",
           .message = "not a tile of an instruction: " + json.dump().substr(0, 80),
           .help = R"(write {"laneContig":[],"laneAddr":[0,1,2]})"}};
}

std::optional<linear::AccessTile::LaneBits> lane_bits(const Json& json) {
  if (!json.is_array() || json.size() > linear::kMaxBits) return std::nullopt;
  linear::AccessTile::LaneBits bits;
  for (const Json& entry : json) {
    const auto value = value::integer_of(entry);
    if (!value || *value < 0 || *value >= linear::kMaxBits) return std::nullopt;
    bits.push_back(static_cast<int>(*value));
  }
  return bits;
}

Result<linear::AccessTile> tile_of(const Json& json) {
  if (!json.is_object() || !json.contains("laneContig") || !json.contains("laneAddr"))
    return fail(no_tile(json));
  const auto contiguous = lane_bits(json["laneContig"]);
  const auto addresses = lane_bits(json["laneAddr"]);
  if (!contiguous || !addresses) return fail(no_tile(json));
  return linear::AccessTile{*contiguous, *addresses};
}

Result<std::vector<linear::AccessTile>> tiles_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(json, json_argument(args, i));
  if (!json.is_array()) return fail(no_tile(json));
  std::vector<linear::AccessTile> tiles;
  for (const Json& entry : json) {
    TILEGLOT_TRY(tile, tile_of(entry));
    tiles.push_back(tile);
  }
  return tiles;
}

/// [0,1,4]; null or no argument leaves the choice to the width of the access.
Result<std::optional<linear::LaneBits>> lanes_argument(const Arguments& args, std::size_t i) {
  if (i >= args.count()) return std::nullopt;
  TILEGLOT_TRY(json, json_argument(args, i));
  if (json.is_null()) return std::nullopt;
  auto bits = json.is_array() ? lane_bits(json) : std::nullopt;
  if (bits) return bits;
  return fail({.code = "linear.json",
               .message = "not a list of lane bits: " + json.dump().substr(0, 80),
               .help = "write [0,1,4], the bits of the lanes that access in one wavefront, or "
                       "null"});
}

Result<Value> optimal_swizzling_ld_st(const Arguments& args) {
  TILEGLOT_TRY(src, linear_argument(args, 0));
  TILEGLOT_TRY(dst, linear_argument(args, 1));
  TILEGLOT_TRY(bits, int_argument(args, 2));
  TILEGLOT_TRY(banks, int_argument(args, 3));
  TILEGLOT_TRY(write, lanes_argument(args, 4));
  TILEGLOT_TRY(read, lanes_argument(args, 5));
  TILEGLOT_TRY(s, linear::optimal_swizzling_ld_st(src, dst, bits, banks, {write, read}));
  return Json{{"smem", value::linear_to_json(s.memory)},
              {"read_conflicts", s.read_conflicts},
              {"write_conflicts", s.write_conflicts}};
}

Result<Value> optimal_swizzling(const Arguments& args) {
  TILEGLOT_TRY(src, linear_argument(args, 0));
  TILEGLOT_TRY(dst, linear_argument(args, 1));
  TILEGLOT_TRY(src_tiles, tiles_argument(args, 2));
  TILEGLOT_TRY(dst_tiles, tiles_argument(args, 3));
  TILEGLOT_TRY(bits, int_argument(args, 4));
  TILEGLOT_TRY(s, linear::optimal_swizzling(src, dst, src_tiles, dst_tiles, bits));
  return Json{{"smem", value::linear_to_json(s.memory)}, {"tiles", {s.src_tile, s.dst_tile}}};
}

Result<linear::BankConflicts> conflicts(const Arguments& args) {
  TILEGLOT_TRY(registers, linear_argument(args, 0));
  TILEGLOT_TRY(memory, linear_argument(args, 1));
  TILEGLOT_TRY(bits, int_argument(args, 2));
  linear::SharedMemory model;
  if (args.count() > 3) {
    TILEGLOT_TRY(banks, int_argument(args, 3));
    model.banks = banks;
  }
  TILEGLOT_TRY(lanes, lanes_argument(args, 4));
  model.lanes = lanes;
  return linear::access_conflicts(registers, memory, bits, model);
}

Result<Value> bank_conflicts(const Arguments& args) {
  TILEGLOT_TRY(counted, conflicts(args));
  return Json{{"elems_per_vec", counted.elements_per_vector},
              {"extra_wavefronts", counted.extra_wavefronts}};
}

Result<Value> bank_conflicts_memdesc(const Arguments& args) {
  TILEGLOT_TRY(counted, conflicts(args));
  return Json(counted.extra_wavefronts);
}

constexpr std::array kLinearSwizzleOperations{
    Operation{"linear.bank_conflicts", "registers, memory, bits, [banks], [lanes]",
              "the widest vector, and the wavefronts that bank conflicts add to one access",
              "linear.bank_conflicts({register: [1,2], lane: [4,8,16,32,64], warp: [], block: []} "
              "-> {dim0: 128}, {offset: [1,2,4,8,16,32,64], block: []} -> {dim0: 128}, 32)",
              bank_conflicts},
    Operation{
        "linear.bank_conflicts_memdesc", "registers, memory, bits, [banks], [lanes]",
        "the wavefronts that bank conflicts add to one access",
        "linear.bank_conflicts_memdesc({register: [1,2], lane: [4,8,16,32,64], warp: [], block: "
        "[]} -> {dim0: 128}, {offset: [1,2,4,8,16,32,64], block: []} -> {dim0: 128}, 32)",
        bank_conflicts_memdesc},
    Operation{"linear.optimal_swizzling", "source, target, source tiles, target tiles, bits",
              "the layout of shared memory with the fewest bank conflicts for the tiles of two "
              "instructions, and which tiles it is for",
              "linear.optimal_swizzling({register: [[1,0],[2,0]], lane: "
              "[[4,0],[0,1],[0,2],[0,4],[0,8]], warp: [], block: []} -> {dim0: 8, dim1: 16}, "
              "{register: [[0,1],[0,2]], lane: [[1,0],[2,0],[4,0],[0,4],[0,8]], warp: [], block: "
              "[]} -> {dim0: 8, dim1: 16}, [{\"laneContig\":[],\"laneAddr\":[0,1,2]}], "
              "[{\"laneContig\":[],\"laneAddr\":[0,1,2]}], 32)",
              optimal_swizzling},
    Operation{"linear.optimal_swizzling_ld_st",
              "source, target, bits, banks, [write lanes], [read lanes]",
              "the layout of shared memory with the fewest bank conflicts for plain loads and "
              "stores, with the conflicts that are left",
              "linear.optimal_swizzling_ld_st({register: [[1,0],[2,0]], lane: "
              "[[4,0],[0,1],[0,2],[0,4],[0,8]], warp: [], block: []} -> {dim0: 8, dim1: 16}, "
              "{register: [[0,1],[0,2]], lane: [[1,0],[2,0],[4,0],[0,4],[0,8]], warp: [], block: "
              "[]} -> {dim0: 8, dim1: 16}, 32, 32)",
              optimal_swizzling_ld_st},
    operation<linear::vec_bitwidth_ld_st, linear_argument, linear_argument, int_argument>(
        {"linear.vec_bitwidth_ld_st", "source, target, bits",
         "the bits of the widest vector that both layouts have in common",
         "linear.vec_bitwidth_ld_st({register: [1,2], lane: [4,8,16,32,64], warp: [], block: []} "
         "-> {dim0: 128}, {register: [1,2], lane: [64,32,16,8,4], warp: [], block: []} -> {dim0: "
         "128}, 16)"}),
};

}  // namespace

std::span<const Operation> linear_swizzle_operations() { return kLinearSwizzleOperations; }

}  // namespace tileglot::calculator
