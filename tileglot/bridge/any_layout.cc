// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/any_layout.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/detail/linear_coordinate.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/triton.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/text/evaluate.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
namespace strided = notation::strided;
namespace xla = notation::xla;

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

core::Result<AnyLayout> parse_bare_xla(std::string_view text, const std::optional<Tensor>& tensor) {
  if (!tensor) {
    return core::fail({.code = "xla.shape_missing",
                       .message = "a layout alone does not say which extents it is for",
                       .span = core::Scanner(text).here(),
                       .help = "write the shape in front, as in f32[16,256]{1,0:T(8,128)}"});
  }
  TILEGLOT_TRY(array, xla_array(*tensor));
  TILEGLOT_TRY(described, xla::parse_valid_layout(text, array));
  return AnyLayout(std::move(described));
}

core::Result<AnyLayout> parse_xla(std::string_view text, const std::optional<Tensor>& tensor) {
  if (core::Scanner(text).looking_at("{")) return parse_bare_xla(text, tensor);
  TILEGLOT_TRY(shape, xla::parse_valid_shape(text));
  return AnyLayout(std::move(shape));
}

core::Result<AnyLayout> parse_cute(std::string_view text) {
  TILEGLOT_TRY(layout, cute::parse_any_layout(text));
  return std::visit([](const auto& l) { return AnyLayout(l); }, layout);
}

/// A text in our notation, or a Triton attribute.
core::Result<AnyLayout> parse_linear(std::string_view text, const std::optional<Tensor>& tensor) {
  if (core::Scanner(text).looking_at("#")) return lower_attribute(text, tensor);
  TILEGLOT_TRY(layout, linear::parse(text));
  return AnyLayout(layout);
}

core::Result<AnyLayout> parse_strided(std::string_view text, const ReadAs& how) {
  std::optional<strided::Array> array;
  if (how.tensor) array = strided::Array{how.tensor->extents, how.tensor->type};
  const auto spelling = strided::spelling_named(name_of(*how.notation));
  TILEGLOT_TRY(layout, strided::parse(text, array, spelling, how.is_named));
  return AnyLayout(std::move(layout));
}

/// One number per dimension, as 2,3 or (2,3).
template <class Evaluator>
core::Result<std::vector<std::int64_t>> plain_coordinate(std::string_view text,
                                                         const Evaluator& evaluator) {
  core::Scanner scanner(text);
  const bool in_parentheses = scanner.accept("(");
  std::vector<std::int64_t> coordinate;
  const char close = in_parentheses ? ')' : '\0';
  while (scanner.peek() != close) {
    if (!coordinate.empty()) TILEGLOT_TRY_STATUS(scanner.expect(",", "between two coordinates"));
    TILEGLOT_TRY(number, scanner.integer("a coordinate"));
    coordinate.push_back(number);
  }
  if (in_parentheses) scanner.accept(")");
  if (!scanner.at_end()) {
    return core::fail({.code = "scan.trailing",
                       .message = fmt::format("the coordinate ends before {}", scanner.found()),
                       .span = scanner.here()});
  }
  TILEGLOT_TRY_STATUS(evaluator.check(coordinate));
  return coordinate;
}

core::Result<std::vector<std::int64_t>> xla_coordinate(std::string_view text,
                                                       const xla::Shape& shape) {
  TILEGLOT_TRY(evaluator, xla::Evaluator::of(shape));
  return plain_coordinate(text, evaluator);
}

core::Result<std::vector<std::int64_t>> strided_coordinate(std::string_view text,
                                                           const strided::AnyLayout& layout) {
  TILEGLOT_TRY(evaluator, strided::Evaluator::of(layout));
  return plain_coordinate(text, evaluator);
}

/// The index in each mode, its first leaf fastest, of a natural coordinate that offset_of accepts.
core::Result<std::vector<std::int64_t>> cute_coordinate(std::string_view text,
                                                        const cute::Layout<>& layout) {
  TILEGLOT_TRY(coordinate, cute::parse_coordinate(text));
  TILEGLOT_TRY_STATUS(cute::offset_of(layout, coordinate));
  TILEGLOT_TRY(natural, cute::to_result(cute::idx2crd(coordinate, layout.shape)));
  std::vector<std::int64_t> by_mode;
  for (int k = 0; k < cute::rank(layout); ++k) {
    TILEGLOT_TRY(part, cute::to_result(mode(natural, k)));
    TILEGLOT_TRY(extents, cute::to_result(mode(layout.shape, k)));
    TILEGLOT_TRY(compact, cute::to_result(cute::make_layout(extents)));
    TILEGLOT_TRY(index, cute::to_result(cute::crd2idx(part, compact)));
    by_mode.push_back(index.value);
  }
  return by_mode;
}

}  // namespace

core::Result<AnyLayout> parse_layout(std::string_view text, const ReadAs& how) {
  if (!how.notation) {
    TILEGLOT_TRY(detected, detect(text));
    return parse_layout(text, {.notation = detected, .is_named = false, .tensor = how.tensor});
  }
  if (*how.notation == Notation::kCute) return parse_cute(text);
  if (*how.notation == Notation::kXla) return parse_xla(text, how.tensor);
  if (*how.notation == Notation::kLinear) return parse_linear(text, how.tensor);
  return parse_strided(text, how);
}

Notation notation_of(const AnyLayout& layout) {
  if (std::holds_alternative<xla::Shape>(layout)) return Notation::kXla;
  if (const auto* l = std::get_if<strided::AnyLayout>(&layout)) {
    const auto spelling = static_cast<int>(strided::spelling_of(*l));
    return static_cast<Notation>(static_cast<int>(Notation::kNumpy) + spelling);
  }
  return std::holds_alternative<linear::Layout>(layout) ? Notation::kLinear : Notation::kCute;
}

std::string print(const AnyLayout& layout) {
  return std::visit(Overloaded{[](const xla::Shape& s) { return xla::print(s); },
                               [](const linear::Layout& l) { return linear::print(l); },
                               [](const strided::AnyLayout& l) { return strided::print(l); },
                               [](const auto& l) { return cute::print(l); }},
                    layout);
}

std::optional<core::ElementType> element_type_of(const AnyLayout& layout) {
  if (const auto* l = std::get_if<strided::AnyLayout>(&layout)) return strided::array_of(*l).type;
  const auto* shape = std::get_if<xla::Shape>(&layout);
  return shape != nullptr ? xla::element_type_of(shape->type) : std::nullopt;
}

core::Result<map::IndexMap> to_map(const AnyLayout& layout) {
  return std::visit([](const auto& l) { return to_map(l); }, layout);
}

core::Result<Evaluator> Evaluator::of(const AnyLayout& layout) {
  if (const auto* l = std::get_if<cute::Layout<>>(&layout)) {
    TILEGLOT_TRY_STATUS(check_offsets(*l));
    TILEGLOT_TRY(prepared, cute::Evaluator::of(*l));
    return Evaluator(Prepared(std::move(prepared)));
  }
  if (const auto* c = std::get_if<cute::ComposedLayout>(&layout)) {
    TILEGLOT_TRY(prepared, cute::ComposedEvaluator::of(*c));
    return Evaluator(Prepared(std::move(prepared)));
  }
  if (const auto* l = std::get_if<linear::Layout>(&layout)) {
    TILEGLOT_TRY(prepared, linear::Evaluator::of(*l));
    return Evaluator(Prepared(std::move(prepared)));
  }
  if (const auto* l = std::get_if<strided::AnyLayout>(&layout)) {
    TILEGLOT_TRY(prepared, strided::Evaluator::of(*l));
    return Evaluator(Prepared(std::move(prepared)));
  }
  const auto& shape = std::get<xla::Shape>(layout);
  if (xla::has_splits(shape)) {
    TILEGLOT_TRY(prepared, xla::SplitEvaluator::of(shape));
    return Evaluator(Prepared(std::move(prepared)));
  }
  TILEGLOT_TRY(prepared, xla::Evaluator::of(shape));
  return Evaluator(Prepared(std::move(prepared)));
}

std::span<const std::int64_t> Evaluator::extents() const {
  return std::visit([](const auto& evaluator) { return evaluator.extents(); }, prepared_);
}

std::int64_t Evaluator::size() const {
  return std::visit([](const auto& evaluator) { return evaluator.size(); }, prepared_);
}

std::int64_t Evaluator::codomain_size() const {
  return std::visit(Overloaded{[](const cute::Evaluator& e) { return e.cosize(); },
                               [](const cute::ComposedEvaluator& e) { return e.reach(); },
                               [](const linear::Evaluator& e) { return e.codomain_size(); },
                               [](const auto& e) { return e.physical_size(); }},
                    prepared_);
}

std::int64_t Evaluator::offset(std::span<const std::int64_t> coordinate) const {
  return std::visit([&](const auto& evaluator) { return evaluator.offset(coordinate); }, prepared_);
}

core::Result<std::vector<std::int64_t>> parse_coordinate(std::string_view text,
                                                         const AnyLayout& layout) {
  return std::visit(
      Overloaded{[&](const cute::Layout<>& l) { return cute_coordinate(text, l); },
                 [&](const cute::ComposedLayout& c) {
                   // of() has rejected layouts without an inner layout.
                   return cute_coordinate(text, c.inner.layout);
                 },
                 [&](const linear::Layout& l) { return linear_coordinate(text, l); },
                 [&](const strided::AnyLayout& l) { return strided_coordinate(text, l); },
                 [&](const xla::Shape& s) { return xla_coordinate(text, s); }},
      layout);
}

}  // namespace tileglot::bridge
