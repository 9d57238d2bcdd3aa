// SPDX-License-Identifier: Apache-2.0
// operand_error.h: an operand of wgmma or tcgen05, or a sentence that says why a layout is none.
//
// What     smem_operand is find_operand with an error in place of numbers. operand_text describes
//          an operand in a few words.
// Why      eval and check say the same of one layout.
// Example  Sw<3,3,3> o 0 o (64,64):(72,1) of f16 has the witness "element (1,0) is at byte 128,
//          where a K-major 128B operand with SBO 1152 has byte 144".
//          [tests: operand_error_test.cc, "a witness names the element and both bytes"]
// Errors   cute.operand (not an operand, with the element as witness), cute.operand_type (the
//          instruction does not read such elements, or not along this major mode),
//          cute.operand_shape (rank, extents, offset or instructions that no operand has).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/operand/find_operand.h"
#include "tileglot/notation/cute/operand/smem_descriptor.h"

namespace tileglot::notation::cute {

core::Result<SmemOperand> smem_operand(const CuteLayout& layout, SmemMma instruction,
                                       std::int64_t bits,
                                       const std::optional<Major>& major = std::nullopt);

/// The error of an answer that is not ok.
core::Error operand_error(const OperandAnswer& answer, SmemMma instruction);

/// "K-major 128B", "MN-major unswizzled"
std::string operand_text(const CanonicalOperand& operand);

/// "0x4000004000010000"
std::string descriptor_text(const CanonicalOperand& operand, SmemMma instruction);

}  // namespace tileglot::notation::cute
