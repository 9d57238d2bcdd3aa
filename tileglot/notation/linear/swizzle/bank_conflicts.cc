// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/core/checked.h"
#include "tileglot/core/f2_span.h"
#include "tileglot/notation/linear/swizzle/memory_offsets.h"
#include "tileglot/notation/linear/swizzle/swizzle.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using core::Status;

std::uint64_t low_mask(int bits) { return (std::uint64_t{1} << bits) - 1; }

/// log2 of the number of different values of these bits in the span of the offsets.
int rank_of_bits(F2BasesView offsets, int from, int to) {
  core::F2Span span;
  for (const std::uint64_t o : offsets) span.insert((o & low_mask(to)) >> from);
  return span.dimension();
}

/// |{o in W: bits sub..top are 0}| / |{o in W: o >> sub = 0}|: kernels have 2^(dimension - rank).
int wavefronts(F2BasesView lanes, int vector, int bits, int banks) {
  const int sub = core::log2_floor(std::max(1 << vector, kBankBits / bits));
  const int top = std::max(core::log2_floor(banks * kBankBits / bits), sub);
  return 1 << (rank_of_bits(lanes, sub, kMaxBits - 1) - rank_of_bits(lanes, sub, top));
}

Status require_access(int bits, int banks) {
  if (bits < 1 || bits > kMaxAccessBits || !std::has_single_bit(static_cast<unsigned>(bits)))
    return fail({.code = "linear.element_bits",
                 .message = fmt::format("an element of {} bits", bits),
                 .help = "a power of two up to 128"});
  return require_banks(banks);
}

}  // namespace

Status require_banks(int banks) {
  if (banks < 4 || banks > 1024 || !std::has_single_bit(static_cast<unsigned>(banks)))
    return fail({.code = "linear.banks",
                 .message = fmt::format("{} banks", banks),
                 .help = "a power of two from 4 to 1024; most GPUs have 32"});
  return {};
}

int vector_bits(F2BasesView registers, F2BasesView others, int bits) {
  const int widest = core::log2_floor(kMaxAccessBits / bits);
  int k = 0;
  while (k < widest && contains(registers, std::uint64_t{1} << k)) ++k;
  const auto outside = [&](std::uint64_t o) { return (o & low_mask(k)) == 0; };
  const auto in_vector = [&](std::uint64_t o) { return std::has_single_bit(o) && o < (1U << k); };
  while (k > 0 && !(std::ranges::all_of(others, outside) &&
                    std::ranges::all_of(
                        registers, [&](std::uint64_t o) { return outside(o) || in_vector(o); })))
    --k;
  return k;
}

F2BasesView together(F2BasesView lanes, int elements_per_vector, int bits, int banks) {
  const int words = std::max(1, elements_per_vector * bits / kBankBits);
  const int later =
      core::log2_floor(words) + static_cast<int>(lanes.size()) - core::log2_floor(banks);
  return lanes.first(lanes.size() - static_cast<std::size_t>(
                                        std::clamp(later, 0, static_cast<int>(lanes.size()))));
}

Status require_lanes(const std::optional<LaneBits>& lanes, std::size_t count) {
  if (!lanes) return {};
  for (const int bit : *lanes) {
    const bool once = std::ranges::count(*lanes, bit) == 1;
    if (once && 0 <= bit && static_cast<std::size_t>(bit) < count) continue;
    return fail({.code = "linear.tile",
                 .message = once ? fmt::format("there is no lane bit {}: the layout has {}, from 0",
                                               bit, count)
                                 : fmt::format("lane bit {} is listed twice", bit),
                 .help = "list the bits of the lanes that access in one wavefront, as [0,1,4]"});
  }
  return {};
}

F2Bases chosen_lanes(F2BasesView lanes, const LaneBits& bits) {
  F2Bases chosen;
  for (const int bit : bits) chosen.push_back(lanes[static_cast<std::size_t>(bit)]);
  return chosen;
}

Result<BankConflicts> access_conflicts(const Layout& registers, const Layout& memory, int bits,
                                       const SharedMemory& model) {
  TILEGLOT_TRY_STATUS(require_access(bits, model.banks));
  TILEGLOT_TRY(offsets, memory_offsets(registers, memory));
  TILEGLOT_TRY_STATUS(require_lanes(model.lanes, offsets.lanes.size()));
  const int k = vector_bits(view(offsets.registers), view(offsets.others), bits);
  if (!model.lanes) {
    const F2BasesView lanes = together(view(offsets.lanes), 1 << k, bits, model.banks);
    return BankConflicts{1 << k, wavefronts(lanes, k, bits, model.banks) - 1};
  }
  const F2Bases lanes = chosen_lanes(view(offsets.lanes), *model.lanes);
  return BankConflicts{1 << k, wavefronts(view(lanes), k, bits, model.banks) - 1};
}

}  // namespace tileglot::notation::linear
