// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/platform/gpu_dot.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/platform/matrix_layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::pass {
namespace {

using notation::xla::PrimitiveType;
using Dimensions = std::vector<std::int64_t>;

constexpr std::int64_t kBlackwell = 100;

Dimensions joined(std::initializer_list<Dimensions> lists) {
  Dimensions result;
  for (const Dimensions& list : lists) result.insert(result.end(), list.begin(), list.end());
  return result;
}

bool is_fp8_with_minor_contraction(PrimitiveType type) {
  return type == PrimitiveType::kF8e4m3fn || type == PrimitiveType::kF8e5m2fnuz;
}

class GpuDot {
 public:
  GpuDot(LayoutConstraints& constraints, InstructionId dot)
      : constraints_(constraints),
        problem_(constraints.problem()),
        module_(problem_.module()),
        dot_(dot) {}

  void add(const GpuDotContext& context) {
    const bool contracting_minor = wants_contracting_minor(context.compute_capability);
    for (const int number : {0, 1}) {
      if (contracting_minor || context.packed.contains(operand(number))) {
        add_contracting_minor(number);
      } else {
        add_operand(number, context.of_open_parameters);
      }
    }
    if (!sides_[0].batch.empty() || sides_[0].other.size() > 1 || sides_[1].other.size() > 1) {
      add_result();
    }
  }

  bool can_write(const Dimensions& minor_to_major) const {
    return is_matrix_layout(minor_to_major, dot_result_roles(sides_[0], sides_[1]));
  }

 private:
  InstructionId operand(int number) const {
    return module_.operand(dot_, static_cast<std::size_t>(number));
  }

  DotOperand side(int number) const {
    return dot_operand(module_[dot_], number,
                       static_cast<std::int64_t>(problem_.rank(operand(number))));
  }

  PrimitiveType type_of(InstructionId id) const { return module_.shape_of(id).type; }

  bool wants_contracting_minor(std::int64_t compute_capability) const {
    const PrimitiveType left = type_of(operand(0));
    const PrimitiveType right = type_of(operand(1));
    const bool is_s8 = left == PrimitiveType::kS8 && right == PrimitiveType::kS8 &&
                       type_of(dot_) == PrimitiveType::kS32;
    const bool is_fp8 = is_fp8_with_minor_contraction(left) && is_fp8_with_minor_contraction(right);
    return is_s8 || (is_fp8 && compute_capability < kBlackwell);
  }

  static MatrixRoles roles(const DotOperand& side) {
    return {.batch = side.batch, .rows = side.other, .columns = side.contracting};
  }

  const Dimensions& written_order(int number) {
    return problem_.layouts().order(problem_.written_layout(operand(number)));
  }

  void request_operand(int number, LayoutId layout, ConstraintRequest request) {
    request.by = dot_;
    constraints_.request_operand(dot_, static_cast<std::size_t>(number), layout, request);
  }

  /// Whether the most minor dimensions are the contracted ones.
  static bool ends_with_contracting(const Dimensions& minor_to_major, const DotOperand& side) {
    const auto end = std::next(minor_to_major.begin(), std::ssize(side.contracting));
    return std::is_permutation(minor_to_major.begin(), end, side.contracting.begin(),
                               side.contracting.end());
  }

  void add_contracting_minor(int number) {
    const DotOperand& side = sides_[number];
    const Dimensions& written = written_order(number);
    const bool fits =
        ends_with_contracting(written, side) && is_matrix_layout(written, roles(side));
    const LayoutId layout = fits ? problem_.layouts().of_minor_to_major(written)
                                 : problem_.layouts().of_major_to_minor(
                                       joined({side.batch, side.other, side.contracting}));
    request_operand(number, layout, {.rule = Rule::kGpuDotContractingMinor});
  }

  void add_operand(int number, const std::vector<bool>& of_open_parameters) {
    const DotOperand& side = sides_[number];
    if (!side.batch.empty() || side.contracting.size() > 1 || side.other.size() > 1) {
      return add_matrix(number, {.rule = Rule::kGpuDotOperand});
    }
    if (!of_open_parameters.empty() && of_open_parameters[index_of(operand(number))]) {
      add_matrix(number, {.rule = Rule::kGpuDotOpenParameter, .mandatory = false});
    }
  }

  /// The written layout if it is suitable, else the row-major one if it is, else a forced one.
  void add_matrix(int number, ConstraintRequest request) {
    const DotOperand& side = sides_[number];
    LayoutTable& layouts = problem_.layouts();
    const LayoutId descending = layouts.descending(problem_.rank(operand(number)));
    for (const LayoutId layout : {layouts.of_minor_to_major(written_order(number)), descending}) {
      if (is_matrix_layout(layouts.order(layout), roles(side)))
        return request_operand(number, layout, request);
    }
    request.depth_first = request.mandatory;
    request_operand(number,
                    layouts.of_major_to_minor(joined({side.batch, side.contracting, side.other})),
                    request);
  }

  /// A layout that a user reads and the dot can write.
  std::optional<LayoutId> layout_that_a_user_reads() const {
    for (const Use use : module_.uses(dot_)) {
      const OperandId read = problem_.operand(use.user, use.operand);
      if (!constraints_.operand(read).is_set) continue;
      const LayoutId layout = *constraints_.leaves_of(read)[0];
      if (can_write(problem_.layouts().order(layout))) return layout;
    }
    return std::nullopt;
  }

  void add_result() {
    const auto read = layout_that_a_user_reads();
    const LayoutId layout = read ? *read : problem_.layouts().descending(problem_.rank(dot_));
    constraints_.request_result(dot_, layout, {.rule = Rule::kGpuDotResult, .by = dot_});
  }

  LayoutConstraints& constraints_;
  Problem& problem_;
  const Module& module_;
  InstructionId dot_;
  DotOperand sides_[2] = {side(0), side(1)};  // after what side() reads
};

bool has_one_user(const Module& module, InstructionId id) {
  const InstructionId user = (*module.uses(id).begin()).user;
  return std::ranges::all_of(module.uses(id), [user](const Use& use) { return use.user == user; });
}

}  // namespace

void add_for_gpu_dot(LayoutConstraints& constraints, InstructionId dot,
                     const GpuDotContext& context) {
  GpuDot(constraints, dot).add(context);
}

void add_for_gpu_transpose_of_dot(LayoutConstraints& constraints, InstructionId transpose) {
  Problem& problem = constraints.problem();
  const Module& module = problem.module();
  const InstructionId dot = module.operand(transpose, 0);
  if (module[dot].opcode != Opcode::kDot || !has_one_user(module, dot)) return;
  const Ints& dimensions = integers_of(module[transpose], AttributeKey::kDimensions);
  const LayoutId layout = problem.layouts().of_major_to_minor(dimensions);
  if (!GpuDot(constraints, dot).can_write(problem.layouts().order(layout))) return;
  constraints.request_operand(transpose, 0, layout,
                              {.rule = Rule::kGpuTransposeOfDot, .by = transpose});
}

}  // namespace tileglot::hlo::pass
