// SPDX-License-Identifier: Apache-2.0
// plan.h: how to convert one distributed layout of a tensor to another.
//
// What     A Plan contains the class of the conversion, the inputs that move (of
//          minimal_conversion.h), and the instructions. plan_conversion(src, dst, bits) makes the
//          cheapest known: nothing, registers renamed, shuffles within a warp, or shared memory
//          with the optimal swizzle. counts(plan) is its cost.
// Why      Users ask what a conversion costs and why; and the reported plan is the one that is run:
//          simulator.h proves that it delivers every element.
// Units    bits: of an element; elements of less than 8 bits are widened to 8. Counts are
//          instructions per thread, where a shuffle is 32 bits.
// Example  A column of registers and a row of lanes are exchanged: one mixed transposition, by
//          shuffles. [tests: plan_test.cc, "each class has its conversions"]
// Errors   linear.not_distributed, linear.other_tensor, linear.not_surjective, linear.element_bits,
//          warp.other_threads (different numbers of lanes, warps or blocks), warp.too_large (more
//          than 2^12 registers, 2^6 lanes, 2^6 warps or 2^5 blocks).
// Source   arXiv 2505.23819; what released Triton emits, golden/triton_conversions.jsonl.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/relayout/warp/instruction.h"

namespace tileglot::relayout::warp {

enum class ConversionClass : std::uint8_t { kNone, kRegister, kWarpShuffle, kShared };

/// none, register, warp_shuffle, shared.
const char* name_of(ConversionClass c);

struct Plan {
  ConversionClass conversion = ConversionClass::kNone;
  std::vector<std::string> dims = {};  ///< the inputs that move, register first
  int bits = 32;                       ///< of an element in a register or in memory
  int inputs = 1;                      ///< registers 0 .. inputs - 1 are those of the source
  std::vector<Instruction> instructions = {};
  std::vector<Part> results = {};    ///< the source of each register of the target
  std::int64_t shared_elements = 0;  ///< of one block
};

struct Counts {
  std::int64_t registers_moved = 0;  ///< registers of the target with another number; free
  std::int64_t shuffles = 0;
  std::int64_t selects = 0;
  std::int64_t byte_permutes = 0;
  std::map<std::string, std::int64_t> shared_stores = {};  ///< by kind: st.128, stmatrix.x4.trans
  std::map<std::string, std::int64_t> shared_loads = {};   ///< ld.64, ldmatrix.x2, cluster_ld.16
  std::int64_t warp_barriers = 0;
  std::int64_t cta_barriers = 0;
  std::int64_t cluster_barriers = 0;
  std::int64_t shared_bytes = 0;  ///< of one block
};

core::Result<Plan> plan_conversion(const notation::linear::Layout& src,
                                   const notation::linear::Layout& dst, int bits);

Counts counts(const Plan& plan);

/// st.128, stmatrix.x4.trans, ld.64, ldmatrix.x2, cluster_ld.16: as keys of the counts.
std::string kind_of(const Access& access, int bits);

}  // namespace tileglot::relayout::warp
