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

/// The number of shapes in a shape, itself included, and how deep its tuples nest.
struct TupleSize {
  std::size_t shapes = 1;
  std::size_t depth = 0;
};

TupleSize size_of(const Shape& shape) {
  TupleSize size;
  for (const Shape& element : shape.elements) {
    const TupleSize within = size_of(element);
    size.shapes += within.shapes;
    size.depth = std::max(size.depth, within.depth + 1);
  }
  return size;
}

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

bool has(const NewInstruction& made, AttributeKey key) {
  for (const Attribute& attribute : made.attributes) {
    if (attribute.key == key) return true;
  }
  return false;
}

std::optional<std::int64_t> element_count(const Shape& shape) {
  std::int64_t count = 1;
  for (const auto& dimension : shape.dimensions) {
    if (!dimension.bound) return std::nullopt;
    if (!core::multiply_fits(count, *dimension.bound, count)) return std::nullopt;
  }
  return count;
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
  TILEGLOT_TRY_STATUS(cursor_.expect('=', "after the name of an instruction"));
  TILEGLOT_TRY(id, right_side(scope, draft));
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
  TILEGLOT_TRY(literal, read_literal(cursor_, shape));
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
  canonicalize(module_, draft.made);
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

Status Reader::check_operand_count(const Draft& draft) {
  const OpcodeRow& row = row_of(draft.made.opcode);
  const std::size_t count = draft.made.operands.size();
  if (count >= row.min_operands && (!row.max_operands || count <= *row.max_operands)) return {};
  const bool exact = row.max_operands == row.min_operands;
  return fail(
      {.code = "hlo.operands",
       .message = fmt::format("{} takes {}{} operand{}, not {}", row.name, exact ? "" : "at least ",
                              row.min_operands, row.min_operands == 1 ? "" : "s", count),
       .span = Span{draft.opcode_begin, draft.opcode_begin + row.name.size()}});
}

Status Reader::check_attributes(const Draft& draft) {
  const auto missing = [&](AttributeKey key) {
    return fail(
        {.code = "hlo.attribute",
         .message = fmt::format("{} {} does not say {}", name_of(draft.made.opcode), draft.name,
                                name_of(key)),
         .span = Span{draft.opcode_begin, draft.opcode_begin + name_of(draft.made.opcode).size()},
         .help = fmt::format("add {}=", name_of(key))});
  };
  for (const AttributeKey key : required_attributes(attribute_opcode(draft.made))) {
    if (!has(draft.made, key)) return missing(key);
  }
  if (draft.made.opcode == Opcode::kConditional &&
      !has(draft.made, AttributeKey::kBranchComputations)) {
    for (const AttributeKey key :
         {AttributeKey::kTrueComputation, AttributeKey::kFalseComputation}) {
      if (!has(draft.made, key)) return missing(key);
    }
  }
  const bool copies_a_scalar = draft.made.opcode == Opcode::kBroadcast &&
                               module_.shape_of(draft.made.operands[0]).dimensions.empty();
  if (draft.made.opcode == Opcode::kBroadcast && !has(draft.made, AttributeKey::kDimensions)) {
    if (!copies_a_scalar) return missing(AttributeKey::kDimensions);
  }
  return {};
}

/// A tuple whose shape is not written may hold others twice, and nest deeper with each line.
Status Reader::check_tuple(const Draft& draft) {
  const Span place{draft.opcode_begin, draft.opcode_begin + name_of(draft.made.opcode).size()};
  for (const InstructionId id : draft.made.operands) {
    const TupleSize size = size_of(module_.shape_of(id));
    if (size.depth >= kMaxNesting)
      return beyond_limit("tuples inside each other", kMaxNesting, place);
    inferred_shapes_ += size.shapes;
    if (inferred_shapes_ > kMaxInferredShapes)
      return beyond_limit("shapes in tuples that do not write them", kMaxInferredShapes, place);
  }
  return {};
}

Status Reader::settle_shape(Draft& draft) {
  if (draft.shape) return {};
  if (draft.made.opcode == Opcode::kTuple) TILEGLOT_TRY_STATUS(check_tuple(draft));
  auto inferred =
      infer_shape(module_, draft.made.opcode, draft.made.operands, draft.made.attributes);
  const Span place{draft.opcode_begin, draft.opcode_begin + name_of(draft.made.opcode).size()};
  if (!inferred) {
    inferred.error()->span = place;
    return fail(std::move(inferred).error());
  }
  if (*inferred && !must_say_shape(draft.made.opcode)) {
    draft.shape = module_.keep(**inferred);
    return {};
  }
  return fail({.code = "hlo.shape",
               .message = fmt::format("the shape of {} {} does not follow from its operands",
                                      name_of(draft.made.opcode), draft.name),
               .span = place,
               .help = fmt::format("write it before the operation: f32[2] {}(..)",
                                   name_of(draft.made.opcode))});
}

/// The checks that XLA makes while it reads an instruction; all others are its verifier's.
Status Reader::check_reading(const Draft& draft) {
  const NewInstruction& made = draft.made;
  const Shape& shape = module_.shape(*draft.shape);
  const auto refuse = [&](std::string message, std::string_view code) {
    return fail(
        {.code = std::string(code),
         .message = std::move(message),
         .span = Span{draft.opcode_begin, draft.opcode_begin + name_of(made.opcode).size()}});
  };
  if (made.opcode == Opcode::kReshape) {
    const Shape& from = module_.shape_of(made.operands[0]);
    const auto a = element_count(from);
    const auto b = element_count(shape);
    if (a && b && *a != *b) {
      return refuse(fmt::format("a reshape of {} with {} elements to {} with {}", print(from), *a,
                                print(shape), *b),
                    "hlo.shape");
    }
  }
  if (made.opcode == Opcode::kGetTupleElement) {
    const Shape& tuple = module_.shape_of(made.operands[0]);
    std::int64_t index = 0;
    for (const Attribute& attribute : made.attributes) {
      if (attribute.key == AttributeKey::kIndex) index = std::get<std::int64_t>(attribute.value);
    }
    const auto size = static_cast<std::int64_t>(tuple.elements.size());
    if (tuple.type != PrimitiveType::kTuple || index < 0 || index >= size) {
      return refuse(fmt::format("there is no element {} in {}", index, print(tuple)), "hlo.shape");
    }
  }
  if (made.opcode == Opcode::kConditional) {
    Instruction branches{.attributes = made.attributes};
    const std::size_t count = called_computations(branches).size();
    if (made.operands.size() != count + 1) {
      return refuse(fmt::format("a conditional with {} branches takes {} operands, not {}", count,
                                count + 1, made.operands.size()),
                    "hlo.operands");
    }
  }
  return {};
}

}  // namespace tileglot::hlo
