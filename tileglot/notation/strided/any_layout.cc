// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/any_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/array_text.h"
#include "tileglot/notation/strided/mdspan.h"
#include "tileglot/notation/strided/mlir.h"
#include "tileglot/notation/strided/onednn.h"
#include "tileglot/notation/strided/order.h"
#include "tileglot/notation/strided/strides.h"
#include "tileglot/notation/strided/tvm.h"

namespace tileglot::notation::strided {
namespace {

constexpr std::array<std::string_view, 6> kNames{"numpy",  "torch", "mdspan",
                                                 "onednn", "tvm",   "mlir"};

bool looks_like_mdspan(std::string_view text) {
  core::Scanner scanner(text);
  scanner.accept("std::");
  return scanner.name().starts_with("layout_");
}

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Whether the text looks like a faulty TVM name: it has an arrow, or only capitals before the
/// first factor.
bool looks_like_faulty_tvm(std::string_view text) {
  core::Scanner scanner(text);
  const std::string_view word = scanner.name();
  if (!word.empty() && scanner.looking_at("->")) return true;
  const std::string_view axes = word.substr(0, word.find_first_of("0123456789"));
  return scanner.at_end() && axes.size() > 1 && is_capital(axes[0]) && is_capital(axes[1]) &&
         (std::ranges::all_of(axes, is_capital) || !looks_like_onednn(text));
}

core::Result<AnyLayout> as_any(core::Result<ArrayLayout> layout) {
  if (!layout) return core::fail(std::move(layout).error());
  return std::visit([](auto& l) { return AnyLayout(std::move(l)); }, *layout);
}

template <class T>
core::Result<AnyLayout> as_any(core::Result<T> layout) {
  if (!layout) return core::fail(std::move(layout).error());
  return AnyLayout(*std::move(layout));
}

core::Error unknown(std::string_view text) {
  core::Scanner scanner(text);
  return {{.code = "strided.spelling",
           .message = fmt::format("no spelling of strides begins with {}", scanner.found()),
           .span = scanner.here(),
           .help = "write shape=(2,3) order=C, layout_right, nChw16c, NCHW16c or memref<2x3xf32>"}};
}

core::Result<AnyLayout> parse_as(Spelling spelling, std::string_view text,
                                 const std::optional<Array>& tensor, bool is_named) {
  const auto unit = [&](Unit u) { return is_named ? std::optional(u) : std::nullopt; };
  switch (spelling) {
    case Spelling::kNumpy: return as_any(parse_array(text, tensor, unit(Unit::kBytes)));
    case Spelling::kTorch: return as_any(parse_array(text, tensor, unit(Unit::kElements)));
    case Spelling::kMdspan: return as_any(parse_mdspan(text, tensor));
    case Spelling::kOnednn: return as_any(parse_onednn(text, tensor));
    case Spelling::kTvm: return as_any(parse_tvm(text, tensor));
    case Spelling::kMlir: return as_any(parse_mlir(text, tensor));
  }
  return core::fail(unknown(text));
}

core::Span all_of(std::string_view text) {
  core::Scanner scanner(text);
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::size_t end = text.find_last_not_of(" \t\n");
  return {begin, std::max(begin + 1, end == std::string_view::npos ? 0 : end + 1)};
}

}  // namespace

std::string_view name_of(Spelling spelling) { return kNames[static_cast<std::size_t>(spelling)]; }

std::optional<Spelling> spelling_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Spelling>(found - kNames.begin());
}

Spelling spelling_of(const AnyLayout& layout) {
  if (const auto* strides = std::get_if<StridedArray>(&layout)) {
    return strides->unit == Unit::kBytes ? Spelling::kNumpy : Spelling::kTorch;
  }
  if (const auto* ordered = std::get_if<OrderedArray>(&layout)) {
    const bool is_numpy = ordered->order == Order::kC || ordered->order == Order::kF;
    return is_numpy ? Spelling::kNumpy : Spelling::kTorch;
  }
  return static_cast<Spelling>(layout.index());  // from Mdspan on, alternatives follow Spelling
}

const Array& array_of(const AnyLayout& layout) {
  return std::visit([](const auto& l) -> const Array& { return l.array; }, layout);
}

std::optional<Spelling> detect(std::string_view text) {
  if (looks_like_array(text)) {
    core::Scanner scanner(text);
    return scanner.name().size() == 1 ? Spelling::kNumpy : Spelling::kTorch;
  }
  if (looks_like_mdspan(text)) return Spelling::kMdspan;
  if (looks_like_mlir(text)) return Spelling::kMlir;
  if (has_letter_tag(text)) return Spelling::kOnednn;
  if (looks_like_tvm(text)) return Spelling::kTvm;
  if (looks_like_faulty_tvm(text)) return Spelling::kTvm;
  if (looks_like_onednn(text)) return Spelling::kOnednn;
  return std::nullopt;
}

core::Result<AnyLayout> parse(std::string_view text, const std::optional<Array>& tensor,
                              std::optional<Spelling> spelling, bool is_named) {
  const auto found = spelling ? spelling : detect(text);
  if (!found) return core::fail(unknown(text));
  auto layout = parse_as(*found, text, tensor, spelling && is_named);
  // An error in the layout as a whole has no span of its own.
  if (!layout && !layout.error()->span) layout.error()->span = all_of(text);
  return layout;
}
std::string print(const AnyLayout& layout) {
  return std::visit([](const auto& l) { return print(l); }, layout);
}

core::Result<Evaluator> Evaluator::of(const AnyLayout& layout) {
  TILEGLOT_TRY_STATUS(std::visit([](const auto& l) { return strided::check(l); }, layout));
  const auto positions = std::visit([](const auto& l) { return strided::positions(l); }, layout);
  const auto size = element_count(array_of(layout).extents);
  return Evaluator(layout, size.value_or(0), positions.value_or(0));  // check has tested both
}

core::Status Evaluator::check(std::span<const std::int64_t> coordinate) const {
  const auto bounds = extents();
  if (coordinate.size() != bounds.size()) {
    return core::fail(
        {.code = "strided.coordinate",
         .message = fmt::format("the coordinate {} has {} {} for {} {}", tuple_text(coordinate),
                                coordinate.size(), coordinate.size() == 1 ? "entry" : "entries",
                                bounds.size(), bounds.size() == 1 ? "dimension" : "dimensions"),
         .help = "give one index for each dimension"});
  }
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    if (coordinate[k] >= 0 && coordinate[k] < bounds[k]) continue;
    return core::fail(
        {.code = "strided.coordinate",
         .message = fmt::format("index {} of {} is outside dimension {}, whose extent is {}",
                                coordinate[k], tuple_text(coordinate), k, bounds[k]),
         .help = bounds[k] == 0 ? "the array has no elements"
                                : fmt::format("its indices go from 0 to {}", bounds[k] - 1)});
  }
  return {};
}

std::int64_t Evaluator::offset(std::span<const std::int64_t> coordinate) const {
  return std::visit([&](const auto& l) { return offset_of(l, coordinate); }, layout_);
}

}  // namespace tileglot::notation::strided
