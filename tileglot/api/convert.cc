// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/api/read_layout.h"
#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/print.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/render/table.h"

namespace tileglot::api {
namespace {

constexpr std::array<std::string_view, 5> kTargets{"cute", "xla", "map", "table", "all"};

/// A source ready to be written in any notation.
struct Source {
  bridge::AnyLayout layout;
  map::IndexMap map;  ///< on the padded domain where that was asked for
  std::optional<core::ElementType> type;
  notation::cute::Spelling spelling = notation::cute::Spelling::kCanonical;
};

core::Result<std::string> to_xla_text(const Source& source) {
  if (!source.type) {
    return core::fail({.code = "convert.dtype_missing",
                       .message = "an XLA shape has an element type, and a CuTe layout has none",
                       .help = "add --dtype, as in --dtype bf16"});
  }
  const auto type = notation::xla::primitive_type_of(*source.type);
  if (!type) {
    return core::fail(
        {.code = "xla.type",
         .message = fmt::format("XLA has no element type {}", core::name(*source.type))});
  }
  TILEGLOT_TRY(shape, bridge::to_xla(source.map, *type));
  return notation::xla::print(shape);
}

core::Result<std::string> to_cute_text(const Source& source) {
  TILEGLOT_TRY(layout, bridge::to_any_cute(source.map));
  return std::visit([&](const auto& l) { return notation::cute::print(l, source.spelling); },
                    layout);
}

/// A layout in its own notation keeps what a map does not know: attributes, combined dimensions.
std::string own_text(const Source& source) {
  using notation::cute::print;
  if (const auto* l = std::get_if<notation::cute::Layout<>>(&source.layout))
    return print(*l, source.spelling);
  if (const auto* l = std::get_if<notation::cute::ComposedLayout>(&source.layout))
    return print(*l, source.spelling);
  return bridge::print(source.layout);
}

bool is_notation_of(std::string_view target, const bridge::AnyLayout& layout) {
  return target == bridge::name_of(bridge::notation_of(layout));
}

core::Result<std::string> write(const Source& source, std::string_view target, bool padded) {
  if (is_notation_of(target, source.layout) && !padded) return own_text(source);
  if (target == "cute") return to_cute_text(source);
  if (target == "xla") return to_xla_text(source);
  if (target == "map") return map::to_text(source.map);
  return render::to_table(source.map);
}

std::string with_newline(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

Answer one(const std::string& target, std::string text, bool padded) {
  return {
      .text = with_newline(text),
      .json = {{"to", target}, {"text", std::move(text)}, {"domain", padded ? "padded" : "exact"}},
      .note = padded ? "on the padded domain\n" : ""};
}

/// Every notation, refusals included.
Answer all(const Source& source, bool padded) {
  Answer answer{
      .json = {{"to", "all"}, {"domain", padded ? "padded" : "exact"}, {"results", Json::array()}},
      .note = padded ? "on the padded domain\n" : ""};
  for (const std::string_view target : {"cute", "xla", "map"}) {
    const core::Result<std::string> text = write(source, target, padded);
    Json result{{"to", target}};
    if (text) {
      result["text"] = *text;
    } else {
      result["error"] = to_json(Failure{text.error(), {}})["error"];
    }
    answer.json["results"].push_back(std::move(result));
    const std::string refusal =
        text ? ""
             : fmt::format("- {}{}{}", text.error().message,
                           text.error().witness.empty() ? "" : "; ", text.error().witness);
    answer.text += fmt::format("{:<5} {}\n", target, text ? *text : refusal);
  }
  return answer;
}

core::Status check_target(const std::string& target) {
  if (std::find(kTargets.begin(), kTargets.end(), target) != kTargets.end()) return {};
  const std::string guess = core::did_you_mean(target, kTargets);
  return core::fail({.code = "convert.target",
                     .message = fmt::format("'{}' is nothing to convert to", target.substr(0, 64)),
                     .help = guess.empty() ? "--to takes cute, xla, map, table or all" : guess});
}

Step<Source> read_source(const ConvertRequest& request) {
  TILEGLOT_STEP(layout, read_layout(request.layout, request.notation));
  TILEGLOT_STEP(type, agreed_type(layout, request.dtype));
  TILEGLOT_STEP(map, about(bridge::to_map(layout), request.layout));
  if (!request.padded) return Source{layout, map, type, request.spelling};
  TILEGLOT_STEP(padded, about(bridge::pad_to_boundaries(map), request.layout));
  return Source{layout, padded, type, request.spelling};
}

}  // namespace

Reply convert(const ConvertRequest& request) {
  if (auto known = check_target(request.to); !known) return refuse(known.error());
  TILEGLOT_STEP(source, read_source(request));
  if (request.to == "all") return all(source, request.padded);
  TILEGLOT_STEP(text, about(write(source, request.to, request.padded), {}));
  return one(request.to, text, request.padded);
}

}  // namespace tileglot::api
