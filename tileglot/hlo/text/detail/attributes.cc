// SPDX-License-Identifier: Apache-2.0
// Attributes: name=value after the operands.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode_attributes.h"
#include "tileglot/hlo/text/detail/annotations.h"
#include "tileglot/hlo/text/detail/list.h"
#include "tileglot/hlo/text/detail/literal_reader.h"
#include "tileglot/hlo/text/detail/reader.h"
#include "tileglot/hlo/text/detail/refuse.h"
#include "tileglot/hlo/text/detail/values.h"
#include "tileglot/hlo/text/limits.h"
#include "tileglot/notation/xla/sharding/parse.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Span;
using core::Status;

template <class T>
Result<AttributeValue> wrapped(Result<T> read) {
  if (!read) return fail(std::move(read).error());
  return AttributeValue(std::move(*read));
}

template <class T>
Result<AttributeValue> shared(Result<T> read) {
  if (!read) return fail(std::move(read).error());
  return AttributeValue(Shared<T>(std::move(*read)));
}

Result<AttributeValue> text(Result<std::string_view> read) {
  if (!read) return fail(std::move(read).error());
  return AttributeValue(Text{*read});
}

/// A number with or without a point.
Result<AttributeValue> read_float(Cursor& cursor) {
  cursor.skip_space();
  const std::string digits(cursor.text().substr(cursor.position(), 64));
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  const auto length = static_cast<std::size_t>(end - digits.c_str());
  const bool begins =
      !digits.empty() && (digits[0] == '-' || (digits[0] >= '0' && digits[0] <= '9'));
  if (length == 0 || !begins || !std::isfinite(value)) return cursor.expected("a number");
  cursor.move_to(cursor.position() + length);
  return AttributeValue(value);
}

/// A scalar's is written as an empty text.
Result<AttributeValue> padding(Cursor& cursor) {
  const char next = cursor.peek();
  if (next != '-' && (next < '0' || next > '9')) return AttributeValue(Padding{});
  return wrapped(read_padding(cursor));
}

/// slice_sizes of a gather is one list, that of a collective-permute one for each slice.
AttributeRow row_on(const NewInstruction& made, AttributeKey key) {
  AttributeRow row = row_of(key);
  const Opcode opcode = made.wrapped.value_or(made.opcode);
  if (key == AttributeKey::kSliceSizes && opcode != Opcode::kGather) {
    row.kind = AttributeKind::kIntLists;
  }
  return row;
}

/// An async-update or -done does not describe the operation; its start does.
bool is_allowed_on(const NewInstruction& made, AttributeKey key) {
  return is_allowed(made.opcode, key) || (made.wrapped && is_allowed(*made.wrapped, key));
}

}  // namespace

Status Reader::attributes(Scope& scope, Draft& draft) {
  while (cursor_.accept(',')) TILEGLOT_TRY_STATUS(attribute(scope, draft));
  return {};
}

Status Reader::attribute(Scope& scope, Draft& draft) {
  const std::size_t begin = cursor_.here().begin;
  const std::string_view name = cursor_.attribute_name();
  if (name.empty()) return cursor_.expected("the name of an attribute and '='");
  const auto key = attribute_named(name);
  if (!key || !is_allowed_on(draft.made, *key)) return unknown_attribute(draft, name, begin);
  for (const Attribute& before : draft.made.attributes) {
    if (before.key != *key) continue;
    return fail({.code = "hlo.attribute",
                 .message = fmt::format("the attribute {} is given twice", name),
                 .span = Span{begin, begin + name.size()}});
  }
  TILEGLOT_TRY(read, value(scope, row_on(draft.made, *key)));
  draft.made.attributes.push_back({*key, std::move(read)});
  return {};
}

Status Reader::unknown_attribute(Draft& draft, std::string_view name, std::size_t begin) {
  if (options_.unknown_attributes == UnknownAttributes::kKept) {
    TILEGLOT_TRY_STATUS(skip_value());
    Instruction kept{.attributes = std::move(draft.made.attributes)};
    const std::string_view before = text_of(kept, AttributeKey::kUnknown);
    const std::string_view more = cursor_.since(begin);
    set_attribute(kept, AttributeKey::kUnknown,
                  Text{before.empty() ? more : module_.keep(fmt::format("{}, {}", before, more))});
    draft.made.attributes = std::move(kept.attributes);
    return {};
  }
  const Opcode opcode = draft.made.wrapped.value_or(draft.made.opcode);
  const auto allowed = allowed_attribute_names(opcode);
  return fail({.code = "hlo.attribute",
               .message = fmt::format("{} has no attribute {}", name_of(opcode), name),
               .span = Span{begin, begin + name.size()},
               .help = guess_and_list(name, allowed)});
}

/// A word, a number, a string, or anything in braces or brackets.
Status Reader::skip_value() {
  const char c = cursor_.peek();
  if (c == '{') {
    TILEGLOT_TRY_STATUS(cursor_.braces());
    return {};
  }
  if (c == '"') {
    TILEGLOT_TRY_STATUS(cursor_.quoted());
    return {};
  }
  const std::size_t begin = cursor_.position();
  const auto ends = [](char at) {
    return at == '\0' || at == ',' || at == '}' || Cursor::is_blank(at);
  };
  while (!ends(cursor_.next())) cursor_.move_to(cursor_.position() + 1);
  if (cursor_.position() == begin) return cursor_.expected("the value of an attribute");
  return {};
}

Result<AttributeValue> Reader::value(Scope& scope, const AttributeRow& row) {
  switch (row.kind) {
    case AttributeKind::kBool: return wrapped(cursor_.boolean());
    case AttributeKind::kInt: return wrapped(cursor_.integer("an integer"));
    case AttributeKind::kFloat: return read_float(cursor_);
    case AttributeKind::kInts: return wrapped(read_integers(cursor_));
    case AttributeKind::kIntLists: return wrapped(read_integer_lists(cursor_));
    case AttributeKind::kBools: return wrapped(read_booleans(cursor_));
    case AttributeKind::kWord:
    case AttributeKind::kAnyCase: return word(row);
    case AttributeKind::kWords: return words(row);
    case AttributeKind::kQuoted: return quoted();
    case AttributeKind::kBraces: return braces(row);
    case AttributeKind::kConfig: return config();
    case AttributeKind::kShape: return wrapped(shapes_.read(cursor_));
    case AttributeKind::kShapes: return shapes();
    case AttributeKind::kSharding: return sharding();
    case AttributeKind::kWindow: return wrapped(read_window(cursor_));
    case AttributeKind::kDimLabels: return shared(read_dim_labels(cursor_));
    case AttributeKind::kPadding: return padding(cursor_);
    case AttributeKind::kSlice: return wrapped(read_slices(cursor_));
    case AttributeKind::kReplicaGroups: return shared(read_replica_groups(cursor_));
    case AttributeKind::kPairs: return wrapped(read_pairs(cursor_));
    case AttributeKind::kAliases: return wrapped(read_operand_aliases(cursor_));
    case AttributeKind::kComputation: return wrapped(called());
    case AttributeKind::kComputations: return called_list();
    case AttributeKind::kInstructions: return instruction_list(scope);
    case AttributeKind::kLiteral: return literal();
    case AttributeKind::kNumber:
    case AttributeKind::kVerbatim: break;
  }
  return cursor_.expected("an attribute, which comes after the operands");
}

Result<AttributeValue> Reader::word(const AttributeRow& row) {
  const std::size_t begin = cursor_.here().begin;
  const std::string_view read = cursor_.word();
  const bool any_case = row.kind == AttributeKind::kAnyCase || row.kind == AttributeKind::kWords;
  const std::string wanted = any_case ? lower_case(read) : std::string(read);
  for (const std::string_view known : row.words) {
    if (known == wanted) return AttributeValue(Text{known});
  }
  return fail({.code = "hlo.word",
               .message = fmt::format("{} cannot be '{}'", row.name, core::printable(read)),
               .span = cursor_.span_from(begin),
               .help = guess_and_list(read, row.words)});
}

Result<AttributeValue> Reader::words(const AttributeRow& row) {
  Words result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(read, word(row));
    result.push_back(std::get<Text>(read).text);
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor_, '{', '}', read_item));
  return AttributeValue(std::move(result));
}

/// Braces, kept as they are; known content is checked.
Result<AttributeValue> Reader::braces(const AttributeRow& row) {
  cursor_.skip_space();
  const std::size_t begin = cursor_.position();
  if (row.key == AttributeKey::kMetadata) {
    TILEGLOT_TRY_STATUS(check_metadata(cursor_));
  } else if (row.key == AttributeKey::kResultAccuracy) {
    TILEGLOT_TRY_STATUS(check_result_accuracy(cursor_));
  } else if (row.key == AttributeKey::kDomain) {
    TILEGLOT_TRY_STATUS(check_domain(cursor_));
  } else if (row.key == AttributeKey::kStatistics) {
    TILEGLOT_TRY_STATUS(check_statistics(cursor_));
  } else if (row.key == AttributeKey::kFrontendAttributes) {
    TILEGLOT_TRY_STATUS(check_frontend_attributes(cursor_));
  } else {
    TILEGLOT_TRY_STATUS(cursor_.braces());
  }
  return AttributeValue(Text{cursor_.since(begin)});
}

/// A string; single quotation marks become double ones.
Result<AttributeValue> Reader::quoted() {
  TILEGLOT_TRY(read, cursor_.quoted());
  if (read.front() != '\'') return AttributeValue(Text{read});
  return AttributeValue(Text{module_.keep(to_quoted(from_quoted(read)))});
}

/// A string or braces, kept as they are.
Result<AttributeValue> Reader::config() {
  return cursor_.peek() == '{' ? text(cursor_.braces()) : quoted();
}

/// A value with its shape: s32[2]{0} {1, 2}, or a tuple of such.
Result<AttributeValue> Reader::literal() {
  TILEGLOT_TRY(read, shaped_literal());
  return AttributeValue(Shared<Literal>(std::move(read)));
}

Result<Literal> Reader::shaped_literal() {
  if (cursor_.peek() != '(') {
    TILEGLOT_TRY(shape, shapes_.read(cursor_));
    return read_literal(cursor_, module_.shape(shape), filled_bytes_);
  }
  if (nesting_ == kMaxNesting) {
    return beyond_limit("tuples inside each other", kMaxNesting, cursor_.here());
  }
  ++nesting_;
  Literal tuple;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(element, shaped_literal());
    tuple.elements.push_back(std::move(element));
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor_, '(', ')', read_item));
  --nesting_;
  return tuple;
}

Result<AttributeValue> Reader::shapes() {
  Shapes result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(shape, shapes_.read(cursor_));
    result.push_back(shape);
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor_, '{', '}', read_item));
  return AttributeValue(std::move(result));
}

Result<AttributeValue> Reader::sharding() {
  core::Scanner scanner(cursor_.text());
  scanner.rewind(cursor_.position());
  auto read = notation::xla::parse_sharding_at(scanner);
  cursor_.move_to(scanner.position());
  return shared(std::move(read));
}

Result<ComputationId> Reader::called() {
  if (cursor_.peek() == '{') return nested_computation();
  const std::size_t begin = cursor_.here().begin;
  const std::string_view name = cursor_.name();
  if (name.empty()) return cursor_.expected("the name of a computation");
  const auto found = computations_.find(name);
  if (found != computations_.end()) return found->second;
  return fail({.code = "hlo.name",
               .message = fmt::format("there is no computation {} before this one", name),
               .span = Span{begin, begin + name.size()},
               .help = "a computation comes before those that call it"});
}

Result<AttributeValue> Reader::called_list() {
  Computations result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(id, called());
    result.push_back(id);
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor_, '{', '}', read_item));
  return AttributeValue(std::move(result));
}

Result<AttributeValue> Reader::instruction_list(Scope& scope) {
  Instructions result;
  const auto read_item = [&]() -> Status {
    const std::size_t begin = cursor_.here().begin;
    const std::string_view name = cursor_.name();
    if (name.empty()) return cursor_.expected("the name of an instruction");
    TILEGLOT_TRY(id, known_operand(scope, name, begin, std::nullopt));
    result.push_back(id);
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor_, '{', '}', read_item));
  return AttributeValue(std::move(result));
}

}  // namespace tileglot::hlo
