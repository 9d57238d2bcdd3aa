// SPDX-License-Identifier: Apache-2.0
// smem_descriptor.h: the 64-bit word that tells wgmma or tcgen05 where an operand is.
//
// What     descriptor(operand, instruction) packs a CanonicalOperand. Fields from bit 0, 16 and 32
//          have 14 bits of the start, LBO and SBO in units of 16 bytes. wgmma has the swizzle from
//          bit 62; tcgen05 has it from bit 61, and a constant 1 from bit 46.
// Units    The start counts from wherever the layout's offset 0 is: add that address, divided by
//          16, to bits 0 to 13.
// Example  K-major 128B of f16 with SBO 1024 at 0: 0x4000004000010000 for wgmma,
//          0x4000404000010000 for tcgen05.
//          [tests: smem_descriptor_test.cc, "the fields are those of the PTX ISA"]
// Source   PTX ISA 9.7.15.5.1 (wgmma: matrix descriptor), 9.7.16.4.1 (tcgen05: shared memory
//          descriptor). LBO of a swizzled K-major operand is not read; it is 1 unit, as in CuTe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/notation/cute/operand/canonical_operand.h"
#include "tileglot/notation/cute/operand/smem_atom.h"

namespace tileglot::notation::cute {

/// The instructions that read operands from shared memory by descriptors.
enum class SmemMma : std::uint8_t { kWgmma, kTcgen05 };

inline constexpr std::array<SmemMma, 2> kSmemMmas{SmemMma::kWgmma, SmemMma::kTcgen05};

constexpr std::string_view name(SmemMma instruction) {
  return instruction == SmemMma::kWgmma ? "wgmma" : "tcgen05";
}

/// Starts and offsets are multiples of 16 below this.
inline constexpr std::int64_t kDescriptorBytes = std::int64_t{1} << 18;

/// The field of the swizzle.
constexpr std::uint64_t layout_type(SmemSwizzle swizzle, SmemMma instruction) {
  constexpr std::array<std::uint64_t, 4> kWgmma{0, 3, 2, 1};
  constexpr std::array<std::uint64_t, 4> kTcgen05{0, 6, 4, 2};
  const auto i = static_cast<std::size_t>(swizzle);
  return instruction == SmemMma::kWgmma ? kWgmma[i] << 62 : kTcgen05[i] << 61;
}

/// Precondition: start and offsets are multiples of 16 in [0, kDescriptorBytes).
constexpr std::uint64_t descriptor(const CanonicalOperand& operand, SmemMma instruction) {
  const auto units = [](std::int64_t bytes) { return static_cast<std::uint64_t>(bytes) / 16; };
  const bool reads_leading = operand.major == Major::kMn || operand.swizzle == SmemSwizzle::kNone;
  const std::int64_t leading = reads_leading ? operand.leading_bytes.value_or(0) : 16;
  const std::uint64_t version = instruction == SmemMma::kTcgen05 ? 1 : 0;
  return units(operand.start_bytes) | units(leading) << 16 |
         units(operand.stride_bytes.value_or(0)) << 32 | version << 46 |
         layout_type(operand.swizzle, instruction);
}

}  // namespace tileglot::notation::cute
