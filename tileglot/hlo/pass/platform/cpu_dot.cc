// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/platform/cpu_dot.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

using notation::xla::Dimension;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

constexpr std::array kLibraryTypes{PrimitiveType::kF16, PrimitiveType::kF32, PrimitiveType::kF64,
                                   PrimitiveType::kC64, PrimitiveType::kC128};
/// Loops over a dimension up to this size are unrolled.
constexpr std::int64_t kTinyExtent = 3;
constexpr std::int64_t kLeastVectorBytes = 32;

bool has_extent_up_to(const Shape& shape, std::int64_t most) {
  return std::ranges::any_of(shape.dimensions,
                             [most](const Dimension& d) { return d.bound && *d.bound <= most; });
}

bool is_empty(const Shape& shape) { return has_extent_up_to(shape, 0); }

bool is_vector(const Shape& shape) {
  const std::size_t n = rank(shape);
  const auto is_one = [](const Dimension& d) { return d.bound == 1; };
  return n <= 1 || (n == 2 && std::ranges::any_of(shape.dimensions, is_one));
}

bool is_tiny(const Shape& shape) {
  return rank(shape) <= 1 || (rank(shape) == 2 && has_extent_up_to(shape, kTinyExtent));
}

bool is_matrix_product(const Shape& left, const Shape& right, PrimitiveType type) {
  return rank(left) <= 2 && rank(right) <= 2 && !is_empty(left) && !is_empty(right) &&
         std::ranges::find(kLibraryTypes, type) != kLibraryTypes.end();
}

/// The element size of types for which a vector's bytes are counted; 0 for others.
std::int64_t element_bytes(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kF16:
    case PrimitiveType::kBf16: return 2;
    case PrimitiveType::kF32:
    case PrimitiveType::kS32: return 4;
    case PrimitiveType::kF64: return 8;
    default: return 0;
  }
}

bool is_long_vector(const Shape& shape) {
  if (rank(shape) != 1) return false;
  const auto bytes =
      core::checked_mul(shape.dimensions[0].bound.value_or(0), element_bytes(shape.type));
  return bytes && *bytes >= kLeastVectorBytes;
}

bool is_vector_times_matrix(const Module& module, InstructionId dot) {
  return rank(module.shape_of(dot)) <= 1 &&
         is_long_vector(module.shape_of(module.operand(dot, 0))) &&
         integers_of(module[dot], AttributeKey::kRhsContractingDims) == Ints{0} &&
         cpu_dot_strategy(module, dot) == CpuDotStrategy::kMatrixVector;
}

/// The number of a parameter that has one use; nothing of another instruction.
std::optional<std::size_t> parameter_used_once(const Module& module, InstructionId id) {
  if (module[id].opcode != Opcode::kParameter || module.is_root(id)) return std::nullopt;
  auto uses = module.uses(id).begin();
  if (++uses != module.uses(id).end()) return std::nullopt;
  return static_cast<std::size_t>(integer_of(module[id], AttributeKey::kParameterNumber));
}

/// Of a fusion that adds to the product of a dot.
std::optional<std::size_t> fused_operand_read_by_columns(const Module& module,
                                                         InstructionId fusion) {
  const InstructionId root = *module[called_computations(module[fusion])[0]].root;
  if (module[root].opcode != Opcode::kAdd) return std::nullopt;
  for (const InstructionId term : module.operands(root)) {
    if (module[term].opcode != Opcode::kDot || !is_vector_times_matrix(module, term)) continue;
    if (const auto number = parameter_used_once(module, module.operand(term, 1))) return number;
  }
  return std::nullopt;
}

}  // namespace

CpuDotStrategy cpu_dot_strategy(const Module& module, InstructionId dot) {
  const Shape& result = module.shape_of(dot);
  const Shape& left = module.shape_of(module.operand(dot, 0));
  const Shape& right = module.shape_of(module.operand(dot, 1));
  const bool is_number = result.type != PrimitiveType::kPred;
  if (is_number && is_vector(result)) return CpuDotStrategy::kMatrixVector;
  if (is_number && is_tiny(left) && is_tiny(right)) return CpuDotStrategy::kPlainLoops;
  return is_matrix_product(left, right, result.type) ? CpuDotStrategy::kLibrary
                                                     : CpuDotStrategy::kPlainLoops;
}

bool is_row_major_dot(const Module& module, InstructionId dot) {
  return !integers_of(module[dot], AttributeKey::kLhsBatchDims).empty() ||
         cpu_dot_strategy(module, dot) == CpuDotStrategy::kLibrary;
}

std::optional<std::size_t> operand_read_by_columns(const Module& module, InstructionId id) {
  const Instruction& own = module[id];
  if (own.opcode == Opcode::kDot && is_vector_times_matrix(module, id)) return 1;
  const bool is_output_fusion =
      own.opcode == Opcode::kFusion && text_of(own, AttributeKey::kKind) == "kOutput";
  return is_output_fusion ? fused_operand_read_by_columns(module, id) : std::nullopt;
}

}  // namespace tileglot::hlo::pass
