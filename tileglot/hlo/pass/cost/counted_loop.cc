// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/counted_loop.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::pass {
namespace {

using core::Checked;
using notation::xla::PrimitiveType;

constexpr int kInt64Bits = 64;

struct Limits {
  std::int64_t least = 0;
  std::int64_t most = 0;
  bool has(std::int64_t value) const { return least <= value && value <= most; }
};

/// Of u64 the half that int64 holds.
Limits limits_of(PrimitiveType type) {
  const int bits = value_bits(type);
  if (bits >= kInt64Bits) return {is_unsigned(type) ? 0 : core::kInt64Min, core::kInt64Max};
  const std::int64_t values = std::int64_t{1} << bits;
  if (is_unsigned(type)) return {0, values - 1};
  return {-(values / 2), values / 2 - 1};
}

/// Adding the largest unsigned number is a step of -1.
std::int64_t signed_step(const CountedLoop& loop) {
  const int bits = value_bits(loop.type);
  if (!is_unsigned(loop.type) || bits >= kInt64Bits) return loop.step;
  const std::int64_t values = std::int64_t{1} << bits;
  return loop.step > values / 2 ? loop.step - values : loop.step;
}

/// Trips while `first + k * step < bound`.
Checked trips_below(std::int64_t first, std::int64_t step, std::int64_t bound) {
  if (first >= bound) return 0;
  if (step <= 0) return std::nullopt;
  const Checked distance = core::checked_sub(bound, first);
  if (!distance) return std::nullopt;
  return core::ceil_div(*distance, step);
}

/// Trips while `first + k * step > bound`.
Checked trips_above(std::int64_t first, std::int64_t step, std::int64_t bound) {
  const Checked negative_first = core::checked_sub(0, first);
  const Checked negative_step = core::checked_sub(0, step);
  const Checked negative_bound = core::checked_sub(0, bound);
  if (!negative_first || !negative_step || !negative_bound) return std::nullopt;
  return trips_below(*negative_first, *negative_step, *negative_bound);
}

Checked trips_until(std::int64_t first, std::int64_t step, std::int64_t bound) {
  if (first == bound) return 0;
  const Checked distance = core::checked_sub(bound, first);
  if (!distance || step == 0 || core::floor_mod(*distance, step) != 0) return std::nullopt;
  const std::int64_t trips = core::floor_div(*distance, step);
  return trips < 0 ? std::nullopt : Checked(trips);
}

Checked trips_by_direction(const CountedLoop& loop, std::int64_t first, std::int64_t step) {
  const std::string_view direction = loop.direction;
  if (direction == "LT") return trips_below(first, step, loop.bound);
  if (direction == "GT") return trips_above(first, step, loop.bound);
  if (direction == "NE") return trips_until(first, step, loop.bound);
  if (direction == "EQ") {
    if (first != loop.bound) return 0;
    return step == 0 ? std::nullopt : Checked(1);
  }
  const std::int64_t more = direction == "LE" ? 1 : -1;
  const Checked bound = core::checked_add(loop.bound, more);
  if (!bound || (direction != "LE" && direction != "GE")) return std::nullopt;
  return more > 0 ? trips_below(first, step, *bound) : trips_above(first, step, *bound);
}

}  // namespace

std::optional<std::int64_t> trips_of(const CountedLoop& loop) {
  const Limits limits = limits_of(loop.type);
  const std::int64_t step = signed_step(loop);
  const Checked first = core::checked_add(loop.start, loop.offset);
  if (!first || !limits.has(loop.start) || !limits.has(*first)) return std::nullopt;
  if (!limits.has(loop.bound)) return std::nullopt;
  const Checked trips = trips_by_direction(loop, *first, step);
  if (!trips) return std::nullopt;
  // The counter moves one way, so it does not wrap if its last value does not.
  const Checked moved = core::checked_mul(*trips, step);
  const Checked last = moved ? core::checked_add(loop.start, *moved) : std::nullopt;
  const Checked compared = last ? core::checked_add(*last, loop.offset) : std::nullopt;
  if (!compared || !limits.has(*last) || !limits.has(*compared)) return std::nullopt;
  return trips;
}

std::string_view mirrored_direction(std::string_view direction) {
  if (direction == "LT") return "GT";
  if (direction == "GT") return "LT";
  if (direction == "LE") return "GE";
  if (direction == "GE") return "LE";
  return direction;
}

}  // namespace tileglot::hlo::pass
