// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/interpret.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/refine.h"
#include "tileglot/relayout/plan/buffers.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/plan/visits.h"

namespace tileglot::relayout::plan {
namespace {

std::byte mask_of(std::int64_t bit) { return std::byte{1} << static_cast<int>(bit % 8); }

void move_unit(Move at, int bits, std::span<const std::byte> source, std::span<std::byte> target) {
  for (std::int64_t i = 0; i < bits; ++i) {
    const std::int64_t from = at.f * bits + i;
    const std::int64_t to = at.g * bits + i;
    const bool set = (source[static_cast<std::size_t>(from / 8)] & mask_of(from)) != std::byte{0};
    std::byte& byte = target[static_cast<std::size_t>(to / 8)];
    byte = set ? byte | mask_of(to) : byte & ~mask_of(to);
  }
}

}  // namespace

core::Status interpret(const Plan& plan, std::span<const std::byte> source,
                       std::span<std::byte> target, bool zero_fill) {
  TILEGLOT_TRY_STATUS(check_buffers(plan, source, target));
  if (zero_fill) std::fill_n(target.begin(), plan.target_bytes(), std::byte{0});
  for (const Nest& nest : plan.nests) {
    for (std::int64_t i = 0; i < nest.units(); ++i) {
      move_unit(unit_at(nest, i, plan.walks), nest.unit_bits, source, target);
    }
  }
  return {};
}

}  // namespace tileglot::relayout::plan
