// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/conversion_operations.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/calculator/linear/operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/swizzle/f2_bases.h"
#include "tileglot/relayout/warp/decomposition.h"
#include "tileglot/relayout/warp/minimal_conversion.h"
#include "tileglot/relayout/warp/plan.h"
#include "tileglot/value/linear.h"
#include "tileglot/value/linear_plan.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
namespace warp = relayout::warp;
using core::Result;

struct Conversion {
  linear::Layout src;
  linear::Layout dst;
};

Result<Conversion> two_layouts(Arguments args) {
  TILEGLOT_TRY(src, linear_argument(args, 0));
  TILEGLOT_TRY(dst, linear_argument(args, 1));
  return Conversion{src, dst};
}

/// A number that does not fit int is not an element size, and is refused as such.
Result<int> bits_argument(Arguments args, std::size_t i) {
  TILEGLOT_TRY(number, number_argument(args, i));
  return static_cast<int>(
      std::clamp<std::int64_t>(number, -1, std::numeric_limits<std::int16_t>::max()));
}

Result<LinearResult> minimal_cvt_layout(Arguments args) {
  TILEGLOT_TRY(c, two_layouts(args));
  TILEGLOT_TRY(layout, warp::minimal_cvt_layout(c.src, c.dst));
  return layout;
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

Result<LinearResult> warp_decomposition(Arguments args) {
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

Result<LinearResult> convert_plan(Arguments args) {
  TILEGLOT_TRY(c, two_layouts(args));
  TILEGLOT_TRY(bits, bits_argument(args, 2));
  TILEGLOT_TRY(plan, warp::plan_conversion(c.src, c.dst, bits));
  return value::plan_to_json(plan);
}

constexpr std::array kLinearConversionOperations{
    LinearOperation{"linear.convert_plan", 3, convert_plan},
    LinearOperation{"linear.minimal_cvt_layout", 2, minimal_cvt_layout},
    LinearOperation{"linear.warp_decomposition", 3, warp_decomposition},
};

}  // namespace

std::span<const LinearOperation> linear_conversion_operations() {
  return kLinearConversionOperations;
}

}  // namespace tileglot::api
