// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/optimal_swizzling_ld_st.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/core/checked.h"
#include "tileglot/core/f2_span.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using core::Status;

enum class Side : bool { kWrite, kRead };

/// The vector of one access, and the side whose registers filled the bank.
struct Vector {
  F2Bases bases;
  std::optional<Side> filled_by;
};

std::size_t log2(int n) { return n < 1 ? 0 : static_cast<std::size_t>(core::log2_floor(n)); }

/// Adds vectors up to a maximum, each independent of those before and of the blocks.
class Growing {
 public:
  Growing(F2Bases& bases, const F2Bases& block, std::size_t room) : bases_(bases), room_(room) {
    for (const std::uint64_t v : bases) span_.insert(v);
    for (const std::uint64_t v : block) span_.insert(v);
  }
  bool full() const { return bases_.size() >= room_; }
  void add(std::uint64_t v) {
    if (!full() && span_.insert(v)) bases_.push_back(v);
  }
  void add(const F2Bases& more) {
    for (const std::uint64_t v : more) add(v);
  }

 private:
  F2Bases& bases_;
  core::F2Span span_;
  std::size_t room_;
};

F2Bases without(F2BasesView from, F2BasesView these) {
  F2Bases result;
  for (const std::uint64_t v : from)
    if (v != 0 && !contains(these, v)) result.push_back(v);
  return result;
}

/// The larger of the two; if equal, the one with the smallest vector, because its bytes are
/// contiguous.
Side side_that_fills(const F2Bases& write, const F2Bases& read) {
  if (write.size() != read.size() || write.empty())
    return write.size() > read.size() ? Side::kWrite : Side::kRead;
  return *std::ranges::min_element(write) < *std::ranges::min_element(read) ? Side::kWrite
                                                                            : Side::kRead;
}

/// Fills a bank of 32 bits: registers of one side that are warps of the other, then warps of both,
/// then warps of either. Warps do not access together, so they cannot conflict.
void fill_bank(Vector& vector, const SwizzleSides& s) {
  const std::size_t room = log2(kBankBits / s.bits);
  if (vector.bases.size() >= room) return;
  const F2Bases write_warps = without(s.write.warps, view(s.block));
  const F2Bases read_warps = without(s.read.warps, view(s.block));
  const F2Bases write_registers = without(s.write.registers, view(vector.bases));
  const F2Bases read_registers = without(s.read.registers, view(vector.bases));
  const F2Bases by_write = intersection(view(write_registers), view(read_warps), s.dimension);
  const F2Bases by_read = intersection(view(read_registers), view(write_warps), s.dimension);
  vector.filled_by = side_that_fills(by_write, by_read);
  Growing growing(vector.bases, s.block, room);
  growing.add(vector.filled_by == Side::kWrite ? by_write : by_read);
  if (!growing.full()) growing.add(intersection(view(write_warps), view(read_warps), s.dimension));
  for (std::size_t i = 0; i < std::max(write_warps.size(), read_warps.size()); ++i) {
    if (i < write_warps.size()) growing.add(write_warps[i]);
    if (i < read_warps.size()) growing.add(read_warps[i]);
  }
}

Vector common_vector(const SwizzleSides& s) {
  Vector vector;
  Growing growing(vector.bases, s.block, log2(kMaxAccessBits / s.bits));
  growing.add(intersection(s.write.registers, s.read.registers, s.dimension));
  fill_bank(vector, s);
  return vector;
}

F2Bases as_bases(F2BasesView these) {
  F2Bases result;
  for (const std::uint64_t v : these) result.push_back(v);
  return result;
}

SwizzleRequest request_for(const SwizzleSides& s, const F2Bases& vector) {
  const int elements = 1 << vector.size();
  const auto lanes = [&](F2BasesView all, const std::optional<LaneBits>& chosen) {
    return chosen ? chosen_lanes(all, *chosen) : as_bases(together(all, elements, s.bits, s.banks));
  };
  return {.vector = vector,
          .write_lanes = lanes(s.write.lanes, s.write_together),
          .read_lanes = lanes(s.read.lanes, s.read_together)};
}

/// The registers of one side come first in the bank: next to the vector, they widen its accesses.
F2Bases with_registers_first(const F2Bases& bank, F2BasesView registers) {
  F2Bases result;
  for (const std::uint64_t v : bank)
    if (contains(registers, v)) result.push_back(v);
  for (const std::uint64_t v : bank)
    if (!contains(registers, v)) result.push_back(v);
  return result;
}

std::size_t count_in(const F2Bases& bank, F2BasesView registers) {
  return static_cast<std::size_t>(
      std::ranges::count_if(bank, [&](std::uint64_t v) { return contains(registers, v); }));
}

void widen_one_side(Swizzle& swizzle, const SwizzleSides& s, std::optional<Side> filled_by) {
  const Side more =
      count_in(swizzle.bank, s.write.registers) > count_in(swizzle.bank, s.read.registers)
          ? Side::kWrite
          : Side::kRead;
  const Side side = filled_by.value_or(more);
  swizzle.bank = with_registers_first(swizzle.bank,
                                      side == Side::kWrite ? s.write.registers : s.read.registers);
}

Swizzle swizzle_for(const SwizzleSides& s, const Vector& vector) {
  Swizzle result = swizzle(s, request_for(s, vector.bases));
  if ((s.bits << vector.bases.size()) < kMaxAccessBits) widen_one_side(result, s, vector.filled_by);
  return result;
}

Status require_no_repeats(const Layout& layout) {
  if (!contains(hardware_bases(layout).registers, 0)) return {};
  return fail({.code = "linear.repeated_registers",
               .message = "a register vector is 0: two registers hold the same element",
               .help = "leave the repeated registers out, as action_remove_broadcasted_regs does"});
}

Status require_numbers(int bits, int banks) {
  if (bits < 1 || bits > kMaxAccessBits || !std::has_single_bit(static_cast<unsigned>(bits)))
    return fail({.code = "linear.element_bits",
                 .message = fmt::format("an element of {} bits is not moved through memory", bits),
                 .help = "write a power of two up to 128"});
  return require_banks(banks);
}

Status require_side(const Layout& layout) {
  TILEGLOT_TRY_STATUS(require_distributed(layout));
  TILEGLOT_TRY_STATUS(require_no_repeats(layout));
  return require_surjective(layout);
}

/// The blocks of src that hold elements no other input reaches: each has its own memory for them.
F2Bases blocks_apart(const Layout& src) {
  const HardwareBases bases = hardware_bases(src);
  core::F2Span span;
  for (const F2BasesView list : {bases.registers, bases.lanes, bases.warps})
    for (const std::uint64_t v : list) span.insert(v);
  F2Bases result;
  for (const std::uint64_t v : bases.blocks)
    if (span.insert(v)) result.push_back(v);
  return result;
}

}  // namespace

Result<SwizzleSides> swizzle_sides(const Layout& src, const Layout& dst, int bits, int banks) {
  TILEGLOT_TRY_STATUS(require_numbers(bits, banks));
  TILEGLOT_TRY_STATUS(require_same_tensor(src, dst));
  TILEGLOT_TRY_STATUS(require_side(src));
  TILEGLOT_TRY_STATUS(require_side(dst));
  return SwizzleSides{.write = hardware_bases(src),
                      .read = hardware_bases(dst),
                      .dimension = src.out_bits(),
                      .bits = bits,
                      .banks = banks,
                      .block = blocks_apart(src)};
}

Swizzle ld_st_swizzle(const SwizzleSides& sides) {
  return swizzle_for(sides, common_vector(sides));
}

Result<LdStSwizzling> optimal_swizzling_ld_st(const Layout& src, const Layout& dst, int bits,
                                              int banks, const LdStLanes& lanes) {
  TILEGLOT_TRY(sides, swizzle_sides(src, dst, bits, banks));
  TILEGLOT_TRY_STATUS(require_lanes(lanes.write, sides.write.lanes.size()));
  TILEGLOT_TRY_STATUS(require_lanes(lanes.read, sides.read.lanes.size()));
  sides.write_together = lanes.write;
  sides.read_together = lanes.read;
  const Swizzle swizzle = ld_st_swizzle(sides);
  LdStSwizzling result{.memory = memory_layout(swizzle, src)};
  TILEGLOT_TRY(read, access_conflicts(dst, result.memory, bits, {banks, lanes.read}));
  TILEGLOT_TRY(write, access_conflicts(src, result.memory, bits, {banks, lanes.write}));
  result.read_conflicts = read.extra_wavefronts;
  result.write_conflicts = write.extra_wavefronts;
  return result;
}

Result<int> vec_bitwidth_ld_st(const Layout& src, const Layout& dst, int bits) {
  TILEGLOT_TRY(sides, swizzle_sides(src, dst, bits, 32));
  return bits << common_vector(sides).bases.size();
}

}  // namespace tileglot::notation::linear
