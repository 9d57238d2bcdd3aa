// SPDX-License-Identifier: Apache-2.0
// linear/conversion_operations.cc: conversions between distributed layouts, by name.
//
// What     linear_conversion_operations() has minimal_cvt_layout, warp_decomposition and
//          convert_plan. A plan is answered by its class, the inputs that move, and its counts.
// Units    As in relayout/warp/plan.h; bits are those of an element.
// Example  linear.convert_plan of two equal layouts is of class none, with nothing counted.
//          [tests: linear/conversion_operations_test.cc, "a conversion is answered by its counts"]
// Errors   Those of linear/arguments.h and relayout/warp.

#include "tileglot/calculator/linear/operations.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/calculator/linear/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/swizzle/f2_bases.h"
#include "tileglot/relayout/warp/decomposition.h"
#include "tileglot/relayout/warp/minimal_conversion.h"
#include "tileglot/relayout/warp/plan.h"
#include "tileglot/value/linear.h"
#include "tileglot/value/linear_plan.h"

namespace tileglot::calculator {
namespace {

namespace linear = notation::linear;
namespace warp = relayout::warp;
using core::Result;

struct Conversion {
  linear::Layout src;
  linear::Layout dst;
};

Result<Conversion> two_layouts(const Arguments& args) {
  TILEGLOT_TRY(src, linear_argument(args, 0));
  TILEGLOT_TRY(dst, linear_argument(args, 1));
  return Conversion{src, dst};
}

/// A number that does not fit int is not an element size, and is refused as such.
Result<int> bits_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(number, number_argument(args, i));
  return static_cast<int>(
      std::clamp<std::int64_t>(number, -1, std::numeric_limits<std::int16_t>::max()));
}

/// From one input to the output of the same name.
Json permutation(const linear::Name& name, const std::vector<int>& to) {
  linear::Layout layout;
  linear::F2Bases columns;
  for (const int bit : to) columns.push_back(std::uint64_t{1} << bit);
  layout.add_out(name, static_cast<int>(to.size()));
  layout.add_in(name, linear::view(columns));
  return value::linear_to_json(layout);
}

Result<Value> warp_decomposition(const Arguments& args) {
  constexpr std::array kSelect{0x3210, 0x7654, 0x3210, 0x7654};  // whole words, before and after
  TILEGLOT_TRY(c, two_layouts(args));
  TILEGLOT_TRY(bits, bits_argument(args, 2));
  TILEGLOT_TRY(d, warp::warp_decomposition(c.src, c.dst, bits));
  Json mixed = Json::array();
  Json selectors = Json::array();
  for (const warp::Exchange& e : d.mixed) {
    mixed.push_back({e.register_bit, e.lane_bit});
    selectors.push_back(kSelect);
  }
  return Json{{"pReg", permutation(linear::kRegister, d.registers)},
              {"pLane", permutation(linear::kLane, d.lanes)},
              {"mixed", std::move(mixed)},
              {"nPack", d.packed_bits},
              {"selectors", std::move(selectors)}};
}

Result<Value> convert_plan(const Arguments& args) {
  TILEGLOT_TRY(c, two_layouts(args));
  TILEGLOT_TRY(bits, bits_argument(args, 2));
  TILEGLOT_TRY(plan, warp::plan_conversion(c.src, c.dst, bits));
  return value::plan_to_json(plan);
}

constexpr std::array kLinearConversionOperations{
    Operation{
        "linear.convert_plan", "source, target, bits",
        "how a conversion between two distributed layouts moves data: its class, the inputs that "
        "move, and its instructions",
        "linear.convert_plan({register: [1], lane: [2,4,8,16,32], warp: [], block: []} -> {dim0: "
        "64}, {register: [2], lane: [1,4,8,16,32], warp: [], block: []} -> {dim0: 64}, 32)",
        convert_plan},
    operation<warp::minimal_cvt_layout, linear_argument, linear_argument>(
        {"linear.minimal_cvt_layout", "source, target",
         "the conversion reduced to the inputs that move",
         "linear.minimal_cvt_layout({register: [1], lane: [2], warp: [4], block: []} -> {dim0: 8}, "
         "{register: [2], lane: [1], warp: [4], block: []} -> {dim0: 8})"}),
    Operation{
        "linear.warp_decomposition", "source, target, bits",
        "a conversion inside warps as permutations of registers and lanes, and exchanges between "
        "them",
        "linear.warp_decomposition({register: [1], lane: [2,4,8,16,32], warp: [], block: []} -> "
        "{dim0: 64}, {register: [2], lane: [1,4,8,16,32], warp: [], block: []} -> {dim0: 64}, 32)",
        warp_decomposition},
};

}  // namespace

std::span<const Operation> linear_conversion_operations() { return kLinearConversionOperations; }

}  // namespace tileglot::calculator
