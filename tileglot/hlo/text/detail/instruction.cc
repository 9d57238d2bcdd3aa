// SPDX-License-Identifier: Apache-2.0
// Instructions: name = shape opcode(operands), attributes.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/infer_shape.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode_attributes.h"
#include "tileglot/hlo/text/detail/canonical_attributes.h"
#include "tileglot/hlo/text/detail/literal_reader.h"
#include "tileglot/hlo/text/detail/reader.h"
#include "tileglot/hlo/text/detail/refuse.h"
#include "tileglot/hlo/text/limits.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Span;
using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

struct AsyncOpcode {
  Opcode opcode = Opcode::kAsyncStart;
  Opcode wrapped = Opcode::kCustomCall;
};

/// `custom-call-start` is an async-start that runs a custom-call.
std::optional<AsyncOpcode> async_opcode(std::string_view word) {
  constexpr std::pair<std::string_view, Opcode> kEnds[] = {{"-start", Opcode::kAsyncStart},
                                                           {"-update", Opcode::kAsyncUpdate},
                                                           {"-done", Opcode::kAsyncDone}};
  for (const auto& [end, opcode] : kEnds) {
    if (!word.ends_with(end)) continue;
    const auto wrapped = opcode_named(word.substr(0, word.size() - end.size()));
    if (wrapped) return AsyncOpcode{opcode, *wrapped};
  }
  return std::nullopt;
}

std::vector<std::string_view> opcode_names() {
  std::vector<std::string_view> result;
  result.reserve(kOpcodeCount);
  for (const OpcodeRow& row : opcodes()) result.push_back(row.name);
  return result;
}

/// A word before `[` was meant as a type.
tl::unexpected<core::Error> unknown_type(std::string_view word, Span span) {
  std::vector<std::string_view> names;
  for (int i = 1; i < notation::xla::kPrimitiveTypeCount; ++i) {
    names.push_back(name_of(static_cast<PrimitiveType>(i)));
  }
  return fail({.code = "xla.type",
               .message = fmt::format("'{}' is not an XLA type", core::printable(word)),
               .span = span,
               .help = core::did_you_mean(word, names)});
}

tl::unexpected<core::Error> unknown_opcode(std::string_view word, Span span) {
  const auto names = opcode_names();
  return fail({.code = "hlo.opcode",
               .message = fmt::format("there is no operation '{}'", core::printable(word)),
               .span = span,
               .help = core::did_you_mean(word, names)});
}

}  // namespace

Status Reader::instruction(Scope& scope) {
  const bool is_root = cursor_.peek_word() == "ROOT";
  const Span root = cursor_.here();
  if (is_root) cursor_.word();
  Draft draft{.begin = cursor_.here().begin};
  draft.name = cursor_.name();
  if (draft.name.empty()) return cursor_.expected("the name of an instruction");
  if (is_root && scope.root) {
    return fail({.code = "hlo.name",
                 .message = fmt::format("two instructions are marked ROOT: {} and {}",
                                        module_[*scope.root].name, draft.name),
                 .span = root,
                 .help = "mark one; without a mark the last is the root"});
  }
  TILEGLOT_TRY_STATUS(check_name(draft));
  TILEGLOT_TRY_STATUS(cursor_.expect('=', "after the name of an instruction"));
  TILEGLOT_TRY(id, right_side(scope, draft));
  if (names_) names_->take(draft.name);
  if (!scope.names.add(draft.name, id)) {
    return fail({.code = "hlo.name",
                 .message = fmt::format("two instructions are called {}", draft.name),
                 .span = module_[id].place,
                 .help = "give one of them another name"});
  }
  if (is_root) scope.root = id;
  scope.last = id;
  return {};
}

/// `%s8` and `__p` are words that XLA keeps for itself: without its `%` a type cannot be read as a name.
Status Reader::check_name(const Draft& draft) {
  const bool is_type = notation::xla::primitive_type_named(draft.name).has_value() &&
                       draft.name != "tuple" && draft.name != "buffer";
  const bool is_internal = draft.name.starts_with("__") && !draft.name.starts_with("__xla_");
  if (!is_type && !is_internal) return {};
  return fail({.code = "hlo.name",
               .message = is_type ? fmt::format("an instruction cannot be called {}, which is a "
                                                "type",
                                                draft.name)
                                  : fmt::format("an instruction cannot be called {}: two "
                                                "underscores begin names that XLA makes",
                                                draft.name),
               .span = Span{draft.begin, cursor_.position()},
               .help = is_type ? fmt::format("call it {}_", draft.name)
                               : fmt::format("call it a{}", draft.name.substr(1))});
}

Result<InstructionId> Reader::right_side(Scope& scope, Draft& draft) {
  draft.made.name = draft.name;
  draft.made.place = {draft.begin, draft.begin + std::max<std::size_t>(draft.name.size(), 1)};
  if (at_shape(cursor_)) {
    TILEGLOT_TRY(shape, shapes_.read(cursor_));
    draft.shape = shape;
  }
  TILEGLOT_TRY_STATUS(opcode(draft));
  TILEGLOT_TRY_STATUS(arguments(scope, draft));
  TILEGLOT_TRY_STATUS(attributes(scope, draft));
  return add(scope, draft);
}

Status Reader::opcode(Draft& draft) {
  draft.opcode_begin = cursor_.here().begin;
  const std::string_view word = cursor_.word();
  if (word.empty())
    return cursor_.expected(draft.shape ? "an operation" : "a shape or an operation");
  if (const auto known = opcode_named(word)) {
    draft.made.opcode = *known;
  } else if (const auto async = async_opcode(word)) {
    draft.made.opcode = async->opcode;
    draft.made.wrapped = async->wrapped;
  } else {
    const Span place = cursor_.span_from(draft.opcode_begin);
    return cursor_.next() == '[' ? unknown_type(word, place) : unknown_opcode(word, place);
  }
  return {};
}

Status Reader::arguments(Scope& scope, Draft& draft) {
  if (draft.made.opcode == Opcode::kParameter) return parameter_number(draft);
  if (draft.made.opcode == Opcode::kConstant) return constant(draft);
  return operands(scope, draft);
}

Status Reader::parameter_number(Draft& draft) {
  TILEGLOT_TRY_STATUS(cursor_.expect('(', "before the number of a parameter"));
  const std::size_t begin = cursor_.here().begin;
  TILEGLOT_TRY(number, cursor_.integer("the number of a parameter"));
  if (number < 0 || number >= kMaxParameters) {
    return fail({.code = "hlo.parameter",
                 .message = fmt::format("a parameter cannot have the number {}", number),
                 .span = cursor_.span_from(begin),
                 .help = "parameters are numbered from 0, without gaps"});
  }
  draft.made.attributes.push_back({AttributeKey::kParameterNumber, number});
  return cursor_.expect(')', "after the number of a parameter");
}

/// XLA stores elements of constants in whole bytes: E(n) is dropped.
Status Reader::constant(Draft& draft) {
  TILEGLOT_TRY_STATUS(cursor_.expect('(', "before the value of a constant"));
  if (!draft.shape) {
    return fail({.code = "hlo.shape",
                 .message = "a constant does not say its shape",
                 .span = cursor_.span_from(draft.opcode_begin),
                 .help = "write it before the operation: f32[] constant(1)"});
  }
  Shape shape = module_.shape(*draft.shape);
  TILEGLOT_TRY(literal, read_literal(cursor_, shape, filled_bytes_));
  if (shape.layout && shape.layout->element_size_bits) {
    shape.layout->element_size_bits.reset();
    draft.shape = module_.keep(shape);
  }
  draft.made.attributes.push_back({AttributeKey::kLiteral, Shared<Literal>(std::move(literal))});
  return cursor_.expect(')', "after the value of a constant");
}

Result<InstructionId> Reader::add(Scope& scope, Draft& draft) {
  TILEGLOT_TRY_STATUS(check_operand_count(draft));
  TILEGLOT_TRY_STATUS(check_attributes(draft));
  TILEGLOT_TRY_STATUS(check_conditional(draft));
  canonicalize(module_, draft.made);
  TILEGLOT_TRY_STATUS(check_counts(draft));
  TILEGLOT_TRY_STATUS(settle_shape(draft));
  TILEGLOT_TRY_STATUS(check_reading(draft));
  const bool is_parameter = draft.made.opcode == Opcode::kParameter;
  draft.made.shape = *draft.shape;
  const InstructionId id = module_.add(scope.id, std::move(draft.made));
  if (is_parameter) {
    scope.parameters.emplace_back(integer_of(module_[id], AttributeKey::kParameterNumber), id);
  }
  return id;
}

}  // namespace tileglot::hlo
