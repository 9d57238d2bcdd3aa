// SPDX-License-Identifier: Apache-2.0
// cholesky and triangular-solve.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::is_floating_point;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

Status verify_cholesky(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferCholeskyShape";
  const Shape& a = subject.operand(0);
  const std::size_t n = rank(a);
  const bool number = is_floating_point(a.type) || is_complex(a.type);
  if (number && n >= 2 && same_extent(a.dimensions[n - 2], a.dimensions[n - 1])) return {};
  return subject.refuse(kCheck, fmt::format("{} is not square matrices of floats", print(a)));
}

Status verify_triangular_solve(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferTriangularSolveShape";
  const Shape& a = subject.operand(0);
  const Shape& b = subject.operand(1);
  const auto refuse = [&](std::string_view why) {
    return subject.refuse(
        kCheck, fmt::format("triangular-solve of {} and {}: {}", print(a), print(b), why));
  };
  const std::size_t n = rank(a);
  if ((!is_floating_point(a.type) && !is_complex(a.type)) || a.type != b.type) {
    return refuse("they are not floats of one type");
  }
  if (n < 2 || rank(b) != n) return refuse("they are not matrices of one rank");
  if (!same_extent(a.dimensions[n - 2], a.dimensions[n - 1])) {
    return refuse("the first is not square");
  }
  const bool left = flag_of(subject.instruction(), AttributeKey::kLeftSide);
  if (!same_extent(a.dimensions[n - 1], b.dimensions[left ? n - 2 : n - 1])) {
    return refuse("the shared dimension differs");
  }
  for (std::size_t i = 0; i + 2 < n; ++i) {
    if (!same_extent(a.dimensions[i], b.dimensions[i])) return refuse("their batches differ");
  }
  return {};
}

}  // namespace

Status verify_solvers(const Subject& subject) {
  switch (subject.opcode()) {
    case Opcode::kCholesky: return verify_cholesky(subject);
    case Opcode::kTriangularSolve: return verify_triangular_solve(subject);
    default: return {};
  }
}

}  // namespace tileglot::hlo
