// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"
#include "tileglot/relayout/warp/decomposition.h"
#include "tileglot/relayout/warp/minimal_conversion.h"
#include "tileglot/relayout/warp/shared_plan.h"
#include "tileglot/relayout/warp/shuffle_plan.h"
#include "tileglot/relayout/warp/thread_moves.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;
using core::Status;
using linear::Layout;

/// From this many exchanges on, shared memory is assumed to be cheaper than shuffles.
constexpr std::size_t kTooManyExchanges = 2;

Status require_size(const linear::HardwareBases& bases) {
  const std::array<std::pair<std::size_t, std::size_t>, 4> limits{{{bases.registers.size(), 12},
                                                                   {bases.lanes.size(), 6},
                                                                   {bases.warps.size(), 6},
                                                                   {bases.blocks.size(), 5}}};
  for (const auto& [bits, most] : limits)
    if (bits > most)
      return fail(
          {.code = "warp.too_large",
           .message = fmt::format("2^{} registers, 2^{} lanes, 2^{} warps and 2^{} blocks",
                                  bases.registers.size(), bases.lanes.size(), bases.warps.size(),
                                  bases.blocks.size()),
           .help = "at most 2^12 registers, 2^6 lanes, 2^6 warps and 2^5 blocks are planned"});
  return {};
}

Status require_side(const Layout& layout) {
  TILEGLOT_TRY_STATUS(linear::require_distributed(layout));
  TILEGLOT_TRY_STATUS(linear::require_surjective(layout));
  return require_size(linear::hardware_bases(layout));
}

/// Checks that the same threads hold both layouts.
Status require_same_threads(const linear::HardwareBases& a, const linear::HardwareBases& b) {
  if (a.lanes.size() == b.lanes.size() && a.warps.size() == b.warps.size() &&
      a.blocks.size() == b.blocks.size())
    return {};
  return fail({.code = "warp.other_threads",
               .message = fmt::format("2^{} lanes, 2^{} warps and 2^{} blocks hold the one layout, "
                                      "2^{} lanes, 2^{} warps and 2^{} blocks the other",
                                      a.lanes.size(), a.warps.size(), a.blocks.size(),
                                      b.lanes.size(), b.warps.size(), b.blocks.size()),
               .help = "threads without elements of their own have vectors of 0"});
}

Result<int> moved_bits(int bits) {
  constexpr std::array kSizes{1, 2, 4, 8, 16, 32, 64, 128};
  if (std::ranges::find(kSizes, bits) != kSizes.end()) return std::max(bits, 8);
  return fail({.code = "linear.element_bits",
               .message = fmt::format("an element of {} bits is in no register", bits),
               .help = "a power of two up to 128"});
}

bool has(const std::vector<std::string>& names, const linear::Name& name) {
  return std::ranges::find(names, name.view()) != names.end();
}

/// Each register of the target is a register of the source, in the same thread.
Plan register_plan(const Layout& moves, const Layout& src, const Layout& dst, int bits) {
  Plan plan{.conversion = moves.ins().empty() ? ConversionClass::kNone : ConversionClass::kRegister,
            .bits = bits,
            .inputs = 1 << linear::hardware_bases(src).registers.size()};
  const int registers = 1 << linear::hardware_bases(dst).registers.size();
  for (int r = 0; r < registers; ++r) {
    const auto from =
        moves.ins().empty()
            ? r
            : static_cast<int>(linear::apply_flat(moves, static_cast<std::uint64_t>(r)));
    plan.results.push_back({from, 0});
  }
  return plan;
}

Result<Plan> plan_for(const Layout& moves, const std::vector<std::string>& dims, const Layout& src,
                      const Layout& dst, int bits) {
  if (!has(dims, linear::kBlock) && !has(dims, linear::kWarp)) {
    if (!has(dims, linear::kLane)) return register_plan(moves, src, dst, bits);
    const auto d = warp_decomposition(src, dst, bits);
    if (d && d->mixed.size() < kTooManyExchanges) return shuffle_plan(src, dst, bits, *d);
  }
  return shared_plan(src, dst, bits);
}

}  // namespace

const char* name_of(ConversionClass c) {
  constexpr std::array kNames{"none", "register", "warp_shuffle", "shared"};
  return kNames[static_cast<std::size_t>(c)];
}

Result<Plan> plan_conversion(const Layout& src, const Layout& dst, int bits) {
  TILEGLOT_TRY(moved, moved_bits(bits));
  TILEGLOT_TRY_STATUS(linear::require_same_tensor(src, dst));
  TILEGLOT_TRY_STATUS(require_side(src));
  TILEGLOT_TRY_STATUS(require_side(dst));
  TILEGLOT_TRY_STATUS(
      require_same_threads(linear::hardware_bases(src), linear::hardware_bases(dst)));
  const auto in_threads = thread_moves(src, dst);
  TILEGLOT_TRY(moves, in_threads ? Result<Layout>(*in_threads) : minimal_cvt_layout(src, dst));
  std::vector<std::string> dims;
  for (const linear::Dimension& in : moves.ins()) dims.emplace_back(in.name.view());
  TILEGLOT_TRY(plan, plan_for(moves, dims, src, dst, moved));
  plan.dims = std::move(dims);
  return plan;
}

}  // namespace tileglot::relayout::warp
