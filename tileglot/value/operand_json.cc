// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/operand_json.h"

#include <cstdint>
#include <optional>

#include "tileglot/notation/cute/operand/operand_error.h"
#include "tileglot/notation/cute/operand/smem_atom.h"

namespace tileglot::value {
namespace {

namespace cute = notation::cute;

Json or_null(const std::optional<std::int64_t>& bytes) { return bytes ? Json(*bytes) : Json(); }

}  // namespace

Json operand_json(const cute::SmemOperand& operand, cute::SmemMma instruction) {
  const cute::CanonicalOperand& first = operand.first;
  return {{"canonical", true},
          {"major", cute::name(first.major)},
          {"swizzle", cute::name(first.swizzle)},
          {"start_bytes", first.start_bytes},
          {"leading_bytes", or_null(first.leading_bytes)},
          {"stride_bytes", or_null(first.stride_bytes)},
          {"alignment_bytes", cute::alignment_bytes(first.swizzle)},
          {"descriptor", cute::descriptor_text(first, instruction)},
          {"instruction", {operand.instruction.mn, operand.instruction.k}},
          {"instructions", {operand.count.mn, operand.count.k}}};
}

}  // namespace tileglot::value
