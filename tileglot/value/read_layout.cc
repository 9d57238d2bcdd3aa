// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/read_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/array_text.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/agreed_type.h"

namespace tileglot::value {
namespace {

namespace linear = notation::linear;
namespace strided = notation::strided;

constexpr std::int64_t kRangePoints = std::int64_t{1} << 18;

Extents sizes_of(std::span<const linear::Dimension> dimensions) {
  Extents sizes;
  for (const linear::Dimension& dimension : dimensions) sizes.push_back(dimension.size());
  return sizes;
}

/// The modes of a CuTe layout; the outputs or the inputs of a linear one.
bool has_extents(const bridge::AnyLayout& layout, const Extents& extents) {
  if (const auto* l = std::get_if<linear::Layout>(&layout)) {
    return sizes_of(l->outs()) == extents || sizes_of(l->ins()) == extents;
  }
  if (bridge::notation_of(layout) != bridge::Notation::kCute) return true;
  const auto map = bridge::to_map(layout);
  return !map || std::ranges::equal(map->domain(), extents, {}, &map::Dim::extent);
}

bool is_of(const bridge::AnyLayout& layout, const bridge::Tensor& tensor) {
  const auto* shape = std::get_if<notation::xla::Shape>(&layout);
  if (shape == nullptr) {
    return bridge::element_type_of(layout).value_or(tensor.type) == tensor.type &&
           has_extents(layout, tensor.extents);
  }
  Extents extents;
  for (const auto& dimension : shape->dimensions) extents.push_back(dimension.bound.value_or(0));
  return extents == tensor.extents && bridge::element_type_of(layout) == tensor.type;
}

/// An XLA shape has its own extents and type; strides, which may have them, are read for -t's
/// extents. A Triton attribute is lowered for them.
core::Status check_tensor(const bridge::AnyLayout& layout, const bridge::Tensor& tensor) {
  if (is_of(layout, tensor)) return {};
  return core::fail(
      {.code = "layout.tensor",
       .message = fmt::format("{} does not match -t, {} of [{}]", bridge::print(layout),
                              core::name(tensor.type), fmt::join(tensor.extents, ",")),
       .help = "-t gives a shape to a layout that has none; leave it out"});
}

bool is_bare(std::string_view text) { return core::Scanner(text).looking_at("{"); }

/// The unit of strides that do not state one.
std::optional<strided::Unit> unit_of(const std::optional<bridge::Notation>& notation) {
  if (notation == bridge::Notation::kNumpy) return strided::Unit::kBytes;
  if (notation == bridge::Notation::kTorch) return strided::Unit::kElements;
  return std::nullopt;
}

/// `type` is for an array whose text does not state one: its strides may be in bytes.
core::Result<bridge::AnyLayout> parse(const std::string& text, const bridge::ReadAs& how,
                                      std::optional<core::ElementType> type) {
  const auto unit = how.is_named ? unit_of(how.notation) : std::nullopt;
  const bool is_array = (!how.is_named || unit) && strided::looks_like_array(text);
  if (!type || !is_array) return bridge::parse_layout(text, how);
  std::optional<strided::Array> array;
  if (how.tensor) array = strided::Array{how.tensor->extents, how.tensor->type};
  auto layout = strided::parse_array(text, array, unit, type);
  if (!layout) return core::fail(std::move(layout).error());
  return std::visit([](auto& l) { return bridge::AnyLayout(strided::AnyLayout(std::move(l))); },
                    *layout);
}

}  // namespace

core::Result<std::optional<bridge::Tensor>> read_tensor(const std::optional<std::string>& text) {
  if (!text) return std::optional<bridge::Tensor>();
  TILEGLOT_TRY(tensor, core::with_line(bridge::parse_tensor(*text), *text));
  return std::optional(tensor);
}

core::Result<bridge::AnyLayout> read_layout(const std::string& text,
                                            const std::optional<std::string>& notation,
                                            const std::optional<bridge::Tensor>& tensor,
                                            const std::optional<std::string>& dtype, Modes modes,
                                            std::optional<bridge::Notation> detected) {
  bridge::ReadAs how{.notation = detected, .is_named = notation.has_value(), .tensor = tensor};
  if (notation) {
    TILEGLOT_TRY(named, core::with_line(bridge::notation_named(*notation), *notation));
    how.notation = named;
  }
  TILEGLOT_TRY(type, named_type(dtype));
  TILEGLOT_TRY(layout, core::with_line(parse(text, how, type), text));
  const bool is_described = !core::Scanner(text).looking_at("#");
  if (tensor && is_described && modes == Modes::kDimensions) {
    TILEGLOT_TRY_STATUS(core::with_line(check_tensor(layout, *tensor), text));
  }
  return std::move(layout);
}

core::Result<std::optional<bridge::AnyLayout>> read_whole(const std::optional<std::string>& text,
                                                          AgreedType& type) {
  if (!text || is_bare(*text)) return std::nullopt;
  const auto read = bridge::parse_layout(*text);
  if (!read && read.error()->code == "strided.shape_missing") return std::nullopt;  // nChw16c
  TILEGLOT_TRY(layout, core::with_line(read, *text));
  TILEGLOT_TRY_STATUS(type.agree_with(bridge::element_type_of(layout), bridge::print(layout)));
  return layout;
}

core::Result<Extents> extents_of(const bridge::AnyLayout& layout) {
  TILEGLOT_TRY(evaluator, core::with_line(bridge::Evaluator::of(layout), bridge::print(layout)));
  return Extents(evaluator.extents().begin(), evaluator.extents().end());
}

map::Range offsets_of(const map::IndexMap& map) {
  const map::Range positions{0, map.codomain_size() - 1};
  if (map.size() == 0 || map.out().bound.lo >= 0) return positions;
  // A bound is never too narrow, so it will do if the range itself is not found quickly.
  const auto range = map::exact_range(map, kRangePoints);
  const map::Range reached = range ? *range : map.out().bound;
  return reached.lo < 0 ? reached : positions;
}

}  // namespace tileglot::value
