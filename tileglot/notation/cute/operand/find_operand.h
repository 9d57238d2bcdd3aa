// SPDX-License-Identifier: Apache-2.0
// find_operand.h: whether a layout of shared memory is an operand of wgmma or tcgen05.
//
// What     find_operand(layout, instruction, bits) reads major mode, swizzle, LBO and SBO from the
//          layout, mode 0 M or N and mode 1 K. Otherwise it has the first element, in
//          colexicographic order, that is elsewhere than in the nearest canonical operand: the one
//          that agrees longest, and then the one of the layout's own swizzle, and then the one
//          with the most elements in place.
// Why      CuTe refuses a layout by a static_assert on a stride; where it goes wrong is not said.
// How      A canonical operand of given major mode and swizzle has at most three unknowns: the
//          start, LBO and SBO. Each is the unswizzled distance of one element from the first. What
//          they give is compared with the layout on all elements of the first instruction, at most
//          256 along M or N and 32 bytes along K. Further instructions begin elsewhere, and are
//          otherwise the same.
// Units    Elements of `bits` bits. Memory begins at a multiple of alignment_bytes(swizzle).
// Example  Sw<3,3,3> o 0 o (64,64):(64,1) of 16 bits: K-major 128B, SBO 1024; four instructions
//          along K.
//          [tests: find_operand_test.cc, "a tile of an atom is an operand"]
//          Sw<3,3,3> o 0 o (64,64):(72,1): element (1,0) is at byte 128, and belongs to 144.
//          [tests: find_operand_test.cc, "the first element elsewhere is the witness"]
// Errors   Unfit (operand_answer.h) says which rule is broken; operand_error.h has its sentence.
// Limits   M or N beyond 256 are divided into equal instructions of at most 256, the largest that
//          the mode's leaves allow. If the layout has another swizzle than the operand, up to 2^22
//          elements of further instructions are compared. The 128-byte swizzle of 32-byte units,
//          which tcgen05 requires of MN-major elements of 32 bits, is not known here.
// Source   PTX ISA 9.7.15.5.1 (wgmma), 9.7.16.4.1 (tcgen05). LBO or SBO of 0 repeats the elements,
//          as a stride of 0 does.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

#include "tileglot/core/checked.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/leaf_list.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/operand/canonical_operand.h"
#include "tileglot/notation/cute/operand/operand_answer.h"
#include "tileglot/notation/cute/operand/operand_table.h"
#include "tileglot/notation/cute/operand/smem_atom.h"
#include "tileglot/notation/cute/operand/smem_descriptor.h"

namespace tileglot::notation::cute {

constexpr bool reads_elements(SmemMma instruction, std::int64_t bits) {
  const bool is_common = bits == 8 || bits == 16 || bits == 32;
  return is_common || (bits == 4 && instruction == SmemMma::kTcgen05);
}

/// MN-major elements of 32 bits have a swizzle of their own, and those of 4 bits are not read.
constexpr bool reads_major(SmemMma instruction, Major major, std::int64_t bits) {
  if (major == Major::kK || bits == 16) return true;
  return bits == 8 && instruction == SmemMma::kTcgen05;
}

/// The bytes of a start, LBO or SBO, if a descriptor can hold them.
constexpr std::optional<std::int64_t> descriptor_bytes(std::int64_t bits) {
  const bool fits = bits >= 0 && bits < kDescriptorBytes * 8 && bits % kUnitBits == 0;
  if (!fits) return std::nullopt;
  return bits / 8;
}

/// The operand of a major mode and a swizzle that the table suggests, and how well it agrees.
struct Candidate {
  CanonicalOperand operand = {};
  Misfit misfit = {};
  std::int64_t agrees = 0;   ///< elements before the first that is elsewhere
  std::int64_t matches = 0;  ///< elements that are in place
  bool is_own = false;       ///< the layout's swizzle is that of the operand

  constexpr bool is_better_than(const Candidate& other) const {
    if (agrees != other.agrees) return agrees > other.agrees;
    if (is_own != other.is_own) return is_own;
    return matches > other.matches;
  }
};

constexpr Candidate make_candidate(const OperandTable& table, Major major, SmemSwizzle swizzle) {
  Candidate c{.operand = {.major = major, .swizzle = swizzle, .bits = table.bits()}};
  const Swizzle undo = swizzle_of_bits(swizzle);
  const std::int64_t start = apply(undo, table.at(0, 0));
  std::array<std::optional<OperandShape>, 3> unknown{};  // where a number has no place to be read
  const auto read = [&](std::size_t i, const std::optional<OperandShape>& at,
                        std::int64_t from) -> std::optional<std::int64_t> {
    if (!at || at->mn >= table.shape().mn || at->k >= table.shape().k) return std::nullopt;
    const auto there = core::checked_sub(apply(undo, table.at(at->mn, at->k)), from);
    const auto bytes = there ? descriptor_bytes(*there) : std::nullopt;
    if (!bytes) unknown[i] = at;
    return bytes;
  };
  c.operand.start_bytes = read(0, OperandShape{0, 0}, 0).value_or(0);
  c.operand.leading_bytes = read(1, first_with_leading(major, swizzle, table.bits()), start);
  c.operand.stride_bytes = read(2, first_with_stride(major, swizzle, table.bits()), start);
  bool agrees = true;
  for (std::int64_t k = 0; k < table.shape().k; ++k) {
    for (std::int64_t mn = 0; mn < table.shape().mn; ++mn) {
      bool is_unknown = false;
      for (const auto& at : unknown) is_unknown = is_unknown || at == OperandShape{mn, k};
      const std::int64_t found = table.at(mn, k);
      const std::int64_t expected = bit_address(c.operand, mn, k);
      const bool is_there = !is_unknown && found == expected;
      if (agrees && !is_there) {
        c.misfit = {mn, k, found, is_unknown ? std::nullopt : std::optional(expected)};
      }
      agrees = agrees && is_there;
      c.agrees += agrees ? 1 : 0;
      c.matches += is_there ? 1 : 0;
    }
  }
  return c;
}

constexpr Candidate nearest_operand(const OperandTable& table, const Swizzle& swizzle,
                                    const std::optional<Major>& major) {
  const Swizzle own{swizzle.bits, swizzle.base + core::log2_floor(table.bits()), swizzle.shift};
  std::optional<Candidate> best;
  for (const Major each : kMajors) {
    if (major && *major != each) continue;
    for (const SmemSwizzle s : kSmemSwizzles) {
      Candidate c = make_candidate(table, each, s);
      c.is_own = swizzle.bits > 0 && own == swizzle_of_bits(s);
      if (!best || c.is_better_than(*best)) best = c;
    }
  }
  return *best;
}

inline constexpr std::int64_t kMostCompared = std::int64_t{1} << 22;

/// The offset of the `index`-th instruction along the steps.
constexpr std::int64_t offset_of_step(const LeafList& steps, std::int64_t index) {
  std::int64_t offset = 0;
  for (int i = 0; i < steps.count; ++i) {
    offset += index % steps.extent[i] * steps.stride[i];
    index /= steps.extent[i];
  }
  return offset;
}

/// Compares every further instruction with the operand of the first, begun where that instruction
/// begins. Only a layout with another swizzle than the operand's can fail.
constexpr void compare_further(const OperandTable& table, const DividedMode& along_mn,
                               const DividedMode& along_k, OperandAnswer& answer) {
  const auto [mn, k] = answer.operand.instruction;
  const auto [mn_count, k_count] = answer.operand.count;
  const std::int64_t all = core::saturating_mul(core::saturating_mul(mn_count, k_count), mn * k);
  if (all > kMostCompared) {
    answer.unfit = Unfit::kTooMany;
    answer.first = all;
    answer.second = kMostCompared;
    return;
  }
  for (std::int64_t i = 1; i < mn_count * k_count; ++i) {
    const std::int64_t further =
        offset_of_step(along_mn.steps, i % mn_count) + offset_of_step(along_k.steps, i / mn_count);
    CanonicalOperand next = answer.operand.first;
    const auto start =
        descriptor_bytes(apply(swizzle_of_bits(next.swizzle), table.at(0, 0, further)));
    next.start_bytes = start.value_or(0);
    for (std::int64_t j = 0; j < mn * k; ++j) {
      const std::int64_t found = table.at(j % mn, j / mn, further);
      const auto expected = start ? std::optional(bit_address(next, j % mn, j / mn)) : std::nullopt;
      if (found == expected) continue;
      answer.unfit = Unfit::kElsewhere;
      answer.misfit = {i % mn_count * mn + j % mn, i / mn_count * k + j / mn, found, expected};
      return;
    }
  }
}

/// The layout without its swizzle, mode by mode, and the swizzle and offset.
struct OperandParts {
  std::array<Layout<>, 2> modes = {};
  Swizzle swizzle = {};
  std::int64_t offset = 0;
};

/// Fills `parts`, or says why the layout cannot be an operand of any instruction.
constexpr OperandAnswer take_apart(const CuteLayout& layout, std::int64_t bits,
                                   OperandParts& parts) {
  Layout<> inner;
  if (const auto* plain = std::get_if<Layout<>>(&layout)) {
    inner = *plain;
  } else {
    const auto& composed = std::get<ComposedLayout>(layout);
    if (!composed.outer.is_swizzle || composed.inner.is_swizzle) return unfit(Unfit::kNoLayout);
    inner = composed.inner.layout;
    parts.swizzle = composed.outer.swizzle;
    parts.offset = composed.offset.value;
  }
  if (has_basis(inner.stride)) return unfit(Unfit::kCoordinates);
  if (inner.shape.is_scalar || rank(inner) != 2) return unfit(Unfit::kRank, rank(inner));
  parts.modes = {coalesce(*mode(inner, 0)), coalesce(*mode(inner, 1))};
  const std::int64_t mn = size(parts.modes[0])->value;
  const std::int64_t k = size(parts.modes[1])->value;
  if (mn == 0 || mn % kAtomRuns != 0) return unfit(Unfit::kMn, mn, kAtomRuns);
  if (k == 0 || k % instruction_k(bits) != 0) return unfit(Unfit::kK, k, instruction_k(bits));
  if (parts.offset < 0) return unfit(Unfit::kNegativeOffset, parts.offset);
  const std::int64_t end = core::saturating_add(parts.offset, cosize(inner)->value);
  const std::int64_t most = kDescriptorBytes * 8 / bits;
  if (end > most) return unfit(Unfit::kTooFar, end, most);
  return {};
}

/// Refuses instructions that would begin where no descriptor can say.
constexpr OperandAnswer check_steps(const DividedMode& divided, std::int64_t mode,
                                    std::int64_t bits) {
  for (int i = 0; i < divided.steps.count; ++i) {
    const std::int64_t step = core::saturating_mul(divided.steps.stride[i], bits);
    if (step < 0 || step % kUnitBits != 0) return unfit(Unfit::kStep, mode, step);
  }
  return {};
}

/// `major` is tried alone if it is given.
constexpr OperandAnswer find_operand(const CuteLayout& layout, SmemMma instruction,
                                     std::int64_t bits,
                                     const std::optional<Major>& major = std::nullopt) {
  if (!reads_elements(instruction, bits)) return unfit(Unfit::kElementBits, bits);
  OperandParts parts;
  if (const auto refused = take_apart(layout, bits, parts); !refused.ok()) return refused;
  const std::int64_t mn = size(parts.modes[0])->value;
  const std::int64_t k = size(parts.modes[1])->value;
  const OperandShape one{instruction_mn(parts.modes[0], mn), instruction_k(bits)};
  if (one.mn == 0) return unfit(Unfit::kUneven, 0, kAtomRuns);
  const DividedMode along_mn(parts.modes[0], one.mn);
  const DividedMode along_k(parts.modes[1], one.k);
  if (!along_k.is_even) return unfit(Unfit::kUneven, 1, one.k);

  const OperandTable table(parts.modes, one, parts.swizzle, parts.offset, bits);
  const Candidate found = nearest_operand(table, parts.swizzle, major);
  OperandAnswer answer;
  answer.operand = {found.operand, one, {mn / one.mn, k / one.k}};
  if (found.agrees < one.mn * one.k) {
    answer.unfit = Unfit::kElsewhere;
    answer.misfit = found.misfit;
    return answer;
  }
  if (!reads_major(instruction, found.operand.major, bits)) {
    answer.unfit = Unfit::kMajor;
    answer.first = bits;
    return answer;
  }
  if (const auto refused = check_steps(along_mn, 0, bits); !refused.ok()) return refused;
  if (const auto refused = check_steps(along_k, 1, bits); !refused.ok()) return refused;
  const bool has_own_swizzle =
      found.is_own || (parts.swizzle.bits == 0 && found.operand.swizzle == SmemSwizzle::kNone);
  if (!has_own_swizzle) compare_further(table, along_mn, along_k, answer);
  return answer;
}

}  // namespace tileglot::notation::cute
