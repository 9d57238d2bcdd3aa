// SPDX-License-Identifier: Apache-2.0
// Operands: names, with or without a shape, and instructions inside instructions.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/detail/list.h"
#include "tileglot/hlo/text/detail/reader.h"
#include "tileglot/hlo/text/detail/refuse.h"
#include "tileglot/hlo/text/limits.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Span;
using core::Status;

constexpr std::size_t kMostNamesToGuess = 10000;

}  // namespace

Status Reader::operands(Scope& scope, Draft& draft) {
  return read_list(cursor_, '(', ')', [&]() -> Status {
    TILEGLOT_TRY(id, operand(scope));
    draft.made.operands.push_back(id);
    return {};
  });
}

Result<InstructionId> Reader::operand(Scope& scope) {
  std::optional<ShapeId> shape;
  if (at_shape(cursor_)) {
    TILEGLOT_TRY(read, shapes_.read(cursor_));
    shape = read;
  }
  const std::size_t begin = cursor_.here().begin;
  const std::string_view name = cursor_.name();
  if (!name.empty() && cursor_.peek() != '(') return known_operand(scope, name, begin, shape);
  cursor_.move_to(begin);
  if (shape && scope.makes_parameters && (cursor_.peek() == ',' || cursor_.peek() == ')')) {
    return made_parameter(scope, fmt::format("_{}", scope.parameters.size()), shape);
  }
  return nested(scope, shape);
}

Result<InstructionId> Reader::known_operand(Scope& scope, std::string_view name, std::size_t begin,
                                            std::optional<ShapeId> shape) {
  const std::optional<InstructionId> found = scope.names.find(name);
  if (!found) {
    if (scope.makes_parameters) return made_parameter(scope, name, shape);
    std::vector<std::string_view> names;
    if (scope.names.size() <= kMostNamesToGuess) {
      names = scope.names.names();
      std::sort(names.begin(), names.end());
    }
    const std::string guess = core::did_you_mean(name, names);
    return fail({.code = "hlo.name",
                 .message = fmt::format("there is no instruction {} before this one", name),
                 .span = Span{begin, begin + name.size()},
                 .help = guess.empty() ? "an instruction comes after its operands" : guess});
  }
  const InstructionId id = *found;
  if (!shape || *shape == module_[id].shape ||
      notation::xla::equal(module_.shape(*shape), module_.shape_of(id),
                           notation::xla::kCompatible)) {
    return id;
  }
  return fail({.code = "hlo.shape",
               .message = fmt::format("{} is written with the shape {}, but has {}", name,
                                      print(module_.shape(*shape)), print(module_.shape_of(id))),
               .span = Span{begin, begin + name.size()},
               .help = "leave the shape of an operand out, or correct it"});
}

Result<InstructionId> Reader::nested(Scope& scope, std::optional<ShapeId> shape) {
  if (nesting_ == kMaxNesting) {
    return beyond_limit("instructions inside each other", kMaxNesting, cursor_.here());
  }
  ++nesting_;
  Draft draft{.begin = cursor_.here().begin, .shape = shape};
  TILEGLOT_TRY_STATUS(opcode(draft));
  draft.made.place = cursor_.span_from(draft.opcode_begin);
  TILEGLOT_TRY_STATUS(arguments(scope, draft));
  draft.name = anonymous_name(scope, draft);
  draft.made.name = draft.name;
  TILEGLOT_TRY(id, add(scope, draft));
  scope.names.add(draft.name, id);
  --nesting_;
  return id;
}

/// `add.anon`, `add.anon.1`, ..: a name that no instruction before this one has, as in XLA.
std::string_view Reader::anonymous_name(const Scope& scope, const Draft& draft) {
  if (!names_) {
    names_.emplace();
    for (const ComputationId c : module_.computations()) {
      for (const InstructionId i : module_.instructions(c)) names_->take(module_[i].name);
    }
  }
  const std::string wanted = fmt::format("{}.anon", name_of(draft.made.opcode));
  std::string name = names_->take(wanted);
  while (scope.names.contains(name)) name = names_->take(wanted);
  return module_.keep(name);
}

/// The operand of a single instruction, which is not defined in the text.
Result<InstructionId> Reader::made_parameter(Scope& scope, std::string_view name,
                                             std::optional<ShapeId> shape) {
  if (!shape) {
    return fail(
        {.code = "hlo.shape",
         .message = fmt::format("the operand {} of a single instruction has no shape", name),
         .span = cursor_.here(),
         .help = fmt::format("write it before the name: f32[2] {}", name)});
  }
  const auto number = static_cast<std::int64_t>(scope.parameters.size());
  const InstructionId id =
      module_.add(scope.id, {.name = name,
                             .opcode = Opcode::kParameter,
                             .shape = *shape,
                             .attributes = {{AttributeKey::kParameterNumber, number}}});
  scope.parameters.emplace_back(number, id);
  scope.names.add(module_[id].name, id);
  return id;
}

}  // namespace tileglot::hlo
