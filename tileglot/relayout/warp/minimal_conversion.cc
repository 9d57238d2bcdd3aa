// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/minimal_conversion.h"

#include <array>
#include <span>

#include "tileglot/notation/linear/algebra/invert_and_compose.h"
#include "tileglot/notation/linear/algebra/quotient.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

}  // namespace

core::Result<linear::Layout> minimal_cvt_layout(const linear::Layout& src,
                                                const linear::Layout& dst) {
  constexpr std::array kSlowestFirst{linear::kBlock, linear::kWarp, linear::kLane,
                                     linear::kRegister};
  TILEGLOT_TRY_STATUS(linear::require_distributed(src));
  TILEGLOT_TRY_STATUS(linear::require_distributed(dst));
  TILEGLOT_TRY_STATUS(linear::require_same_tensor(src, dst));
  TILEGLOT_TRY(moved, linear::invert_and_compose(dst, src));
  linear::Layout result = moved;
  for (const linear::Name& name : kSlowestFirst) {
    if (result.find_in(name) == nullptr) continue;
    if (result.find_out(name) == nullptr) break;
    TILEGLOT_TRY(rest, linear::quotient(result, std::span(&name, 1)));
    if (!rest) break;
    result = *rest;
  }
  return result;
}

}  // namespace tileglot::relayout::warp
