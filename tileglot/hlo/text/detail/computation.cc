// SPDX-License-Identifier: Apache-2.0
// Computations, and modules that are one instruction.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/fresh_names.h"
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
using notation::xla::Shape;

bool compatible(const Shape& a, const Shape& b) {
  return notation::xla::equal(a, b, notation::xla::kCompatible);
}

}  // namespace

Reader::Reader(std::string_view text, ParseOptions options)
    : cursor_(module_.adopt(std::string(text))),
      options_(options),
      shapes_(module_, options.missing_layout) {}

Result<Module> Reader::read() {
  if (cursor_.text().size() > kMaxTextBytes) {
    return beyond_limit("bytes", kMaxTextBytes, Span{kMaxTextBytes, kMaxTextBytes + 1});
  }
  if (looks_like_module()) {
    TILEGLOT_TRY_STATUS(header());
    TILEGLOT_TRY_STATUS(computations());
  } else {
    TILEGLOT_TRY_STATUS(single_instruction());
  }
  TILEGLOT_TRY_STATUS(check_async_computations());
  finish_computations();
  fill_entry_layout();
  TILEGLOT_TRY_STATUS(check_sharing());
  return std::move(module_);
}

/// A header, ENTRY, or a name followed by a signature or a brace. Anything else is read as a single
/// instruction.
bool Reader::looks_like_module() {
  const std::string_view word = cursor_.peek_word();
  if (word == "HloModule" || word == "ENTRY") return true;
  const std::size_t begin = cursor_.position();
  const bool named = !cursor_.name().empty();
  const char next = cursor_.peek();
  cursor_.move_to(begin);
  return named && next != '=';
}

Status Reader::computations() {
  do {
    TILEGLOT_TRY_STATUS(computation());
  } while (!cursor_.at_end());
  module_.set_entry(entry_.value_or(*last_));
  if (module_.header.name.empty()) {
    module_.header.name = module_.keep(fmt::format("module_{}", module_[module_.entry()].name));
  }
  return {};
}

Status Reader::computation() {
  const Span begin = cursor_.here();
  const bool is_entry = cursor_.peek_word() == "ENTRY";
  if (is_entry) cursor_.word();
  const Span place = cursor_.here();
  const std::string_view name = cursor_.name();
  if (name.empty()) return cursor_.expected("the name of a computation");
  if (is_entry && entry_) {
    return fail({.code = "hlo.name",
                 .message = fmt::format("two computations are marked ENTRY: {} and {}",
                                        module_[*entry_].name, name),
                 .span = begin,
                 .help = "mark one; without a mark the last is the entry"});
  }
  std::optional<Shape> result;
  Span result_place;
  if (cursor_.peek() == '(') TILEGLOT_TRY_STATUS(signature(result, result_place));
  Scope scope{.id = module_.add_computation(name)};
  module_[scope.id].place = place;
  TILEGLOT_TRY_STATUS(body(scope));
  if (!computations_.emplace(name, scope.id).second) {
    return fail({.code = "hlo.name",
                 .message = fmt::format("two computations are called {}", name),
                 .span = place,
                 .help = "give one of them another name"});
  }
  const Shape& root = module_.shape_of(*module_[scope.id].root);
  if (result && !compatible(*result, root)) {
    return fail({.code = "hlo.shape",
                 .message = fmt::format(
                     "the computation {} gives {} by its signature, and {} by its root {}", name,
                     print(*result), print(root), module_[*module_[scope.id].root].name),
                 .span = result_place,
                 .help = "correct either"});
  }
  if (is_entry) entry_ = scope.id;
  last_ = scope.id;
  return computation_attributes(scope.id);
}

/// A computation that is written where others name one: `to_apply={ .. }`.
Result<ComputationId> Reader::nested_computation() {
  if (nesting_ == kMaxNesting) {
    return beyond_limit("instructions inside each other", kMaxNesting, cursor_.here());
  }
  ++nesting_;
  Scope scope{.id = module_.add_computation({})};
  module_[scope.id].place = cursor_.here();
  TILEGLOT_TRY_STATUS(body(scope));
  unnamed_.push_back(scope.id);
  --nesting_;
  return scope.id;
}

/// Names those that have none as XLA does, `_`, `_.1`, .., and puts them before their callers.
void Reader::finish_computations() {
  if (unnamed_.empty()) return;
  FreshNames names;
  for (const auto& [name, id] : computations_) names.take(name);
  for (const ComputationId id : unnamed_) module_[id].name = module_.keep(names.take("_"));
  module_.reorder_computations(finished_);
}

/// The parameters are read but not compared: XLA does not look at them either.
Status Reader::signature(std::optional<Shape>& result, Span& place) {
  const auto read_item = [&]() -> Status {
    if (cursor_.name().empty()) return cursor_.expected("the name of a parameter");
    cursor_.accept(':');
    TILEGLOT_TRY_STATUS(shapes_.read(cursor_));
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor_, '(', ')', read_item));
  TILEGLOT_TRY_STATUS(cursor_.expect("->", "before the result's shape"));
  place = cursor_.here();
  TILEGLOT_TRY(read, shapes_.read(cursor_));
  place.end = cursor_.position();
  result = module_.shape(read);
  return {};
}

Status Reader::body(Scope& scope) {
  TILEGLOT_TRY_STATUS(cursor_.expect('{', "before the instructions of a computation"));
  do {
    TILEGLOT_TRY_STATUS(instruction(scope));
  } while (cursor_.peek() != '}');
  cursor_.accept('}');
  return finish(scope);
}

Status Reader::finish(Scope& scope) {
  finished_.push_back(scope.id);
  module_.set_root(scope.id, scope.root ? *scope.root : *scope.last);
  return number_parameters(scope);
}

Status Reader::number_parameters(Scope& scope) {
  const auto count = static_cast<std::int64_t>(scope.parameters.size());
  auto& numbered = module_[scope.id].parameters;
  numbered.resize(scope.parameters.size());
  std::vector<bool> seen(scope.parameters.size());
  for (const auto& [number, id] : scope.parameters) {
    if (number >= count) {
      return fail({.code = "hlo.parameter",
                   .message = fmt::format("parameter({}) of a computation with {} parameter{}",
                                          number, count, count == 1 ? "" : "s"),
                   .span = module_[id].place,
                   .help = "parameters are numbered from 0, without gaps"});
    }
    if (seen[static_cast<std::size_t>(number)]) {
      return fail({.code = "hlo.parameter",
                   .message = fmt::format("two parameters have the number {}", number),
                   .span = module_[id].place,
                   .help = "parameters are numbered from 0, each once"});
    }
    seen[static_cast<std::size_t>(number)] = true;
    numbered[static_cast<std::size_t>(number)] = id;
  }
  return {};
}

Status Reader::computation_attributes(ComputationId id) {
  while (cursor_.accept(',')) {
    const std::string_view name = cursor_.attribute_name();
    if (name != "execution_thread") return cursor_.expected("execution_thread=");
    TILEGLOT_TRY(thread, cursor_.quoted());
    module_[id].execution_thread = thread.substr(1, thread.size() - 2);
  }
  return {};
}

Status Reader::single_instruction() {
  module_.header.name = "_";
  module_.header.is_scheduled = true;
  Scope scope{.id = module_.add_computation("_"), .makes_parameters = true};
  module_.set_entry(scope.id);
  if (at_shape(cursor_)) {
    Draft draft{.name = "_", .begin = cursor_.position()};
    TILEGLOT_TRY(id, right_side(scope, draft));
    scope.last = id;
  } else {
    TILEGLOT_TRY_STATUS(instruction(scope));
  }
  if (!cursor_.at_end()) {
    return cursor_.expected("the end of the text, after a single instruction",
                            "a module of several instructions is NAME { .. }");
  }
  return finish(scope);
}

}  // namespace tileglot::hlo
