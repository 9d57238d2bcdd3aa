// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/api/read_layout.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/tensor_file.h"
#include "tileglot/api/xla_value.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/print.h"
#include "tileglot/notation/linear/layout.h"
#include "tileglot/notation/linear/print.h"
#include "tileglot/notation/xla/hex.h"
#include "tileglot/notation/xla/jax_layout.h"
#include "tileglot/notation/xla/parse.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/print_sharding.h"
#include "tileglot/notation/xla/shape.h"
#include "tileglot/render/table.h"

namespace tileglot::api {
namespace {

constexpr std::array<std::string_view, 8> kTargets{"cute",   "xla", "jax",   "wire",
                                                   "linear", "map", "table", "all"};

namespace xla = notation::xla;

/// A source ready to be written in any notation.
struct Source {
  bridge::AnyLayout layout;
  map::IndexMap map;  ///< on the padded domain where that was asked for
  std::optional<core::ElementType> type;
  notation::cute::Spelling spelling = notation::cute::Spelling::kCanonical;
};

/// The shape of a source of XLA as it is written, and of any other as its map is.
core::Result<xla::Shape> to_xla_shape(const Source& source, bool padded) {
  if (const auto* shape = std::get_if<xla::Shape>(&source.layout); shape != nullptr && !padded)
    return *shape;
  if (!source.type) {
    return core::fail(
        {.code = "convert.dtype_missing",
         .message = fmt::format(
             "an XLA shape has an element type, and a {} layout has none",
             std::holds_alternative<notation::linear::Layout>(source.layout) ? "linear" : "CuTe"),
         .help = "add --dtype, as in --dtype bf16"});
  }
  const auto type = xla::primitive_type_of(*source.type);
  if (!type) {
    return core::fail(
        {.code = "xla.type",
         .message = fmt::format("XLA has no element type {}", core::name(*source.type))});
  }
  return bridge::to_xla(source.map, *type);
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
  if (target == "xla" || target == "jax" || target == "wire") {
    TILEGLOT_TRY(shape, to_xla_shape(source, padded));
    return write_xla_value(shape, target);
  }
  if (target == "linear") {
    TILEGLOT_TRY(layout, bridge::to_linear(source.map));
    return notation::linear::print(layout);
  }
  if (target == "map") return map::to_text(source.map);
  return render::to_table(source.map);
}

std::string with_newline(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

/// What a reader who knows one order only has to know.
std::string order_note(std::string_view target, std::string_view layout) {
  if (target != "jax" && !xla::looks_like_jax_layout(layout)) return "";
  return "JAX lists the dimensions from major to minor, XLA from minor to major\n";
}

Answer one(const ConvertRequest& request, const std::string& target, std::string text) {
  return {.text = with_newline(text),
          .json = {{"to", target},
                   {"text", std::move(text)},
                   {"domain", request.padded ? "padded" : "exact"}},
          .note = (request.padded ? "on the padded domain\n" : "") +
                  order_note(target, request.layout)};
}

/// Every notation, refusals included.
Answer all(const Source& source, bool padded) {
  Answer answer{
      .json = {{"to", "all"}, {"domain", padded ? "padded" : "exact"}, {"results", Json::array()}},
      .note = padded ? "on the padded domain\n" : ""};
  for (const std::string_view target : {"cute", "xla", "linear", "map"}) {
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
    answer.text += fmt::format("{:<6} {}\n", target, text ? *text : refusal);
  }
  return answer;
}

core::Status check_target(const std::string& target) {
  if (std::find(kTargets.begin(), kTargets.end(), target) != kTargets.end()) return {};
  const std::string guess = core::did_you_mean(target, kTargets);
  return core::fail({.code = "convert.target",
                     .message = fmt::format("'{}' is nothing to convert to", target.substr(0, 64)),
                     .help = guess.empty()
                                 ? "--to takes cute, xla, jax, wire, linear, map, table or all"
                                 : guess});
}

/// Bytes of a protocol buffer are not: the types of a shape, the order of a layout and the kind of a
/// sharding begin with control characters.
bool is_hexadecimal(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isxdigit(c) != 0 || c == ' ' || c == '\n';
  });
}

/// --wire turns a text into a protocol buffer, and a protocol buffer into a text.
bool reads_wire(const ConvertRequest& request) {
  return request.wire && (request.layout == "-" || is_hexadecimal(request.layout));
}

std::string target_of(const ConvertRequest& request) {
  if (!request.to.empty()) return request.to;
  return request.wire && !reads_wire(request) ? "wire" : "xla";
}

bool is_spelling_of_xla(std::string_view target) {
  return target == "xla" || target == "jax" || target == "wire";
}

core::Error nothing_binary(const std::string& target) {
  return {.code = "convert.binary",
          .message = fmt::format("--binary is for protocol buffers, and {} is a text", target),
          .help = "add --to wire"};
}

Step<std::string> wire_bytes(const std::string& layout) {
  if (layout != "-") return about(xla::from_hex(layout), layout);
  TILEGLOT_STEP(file, open_input(layout));
  const auto* bytes = reinterpret_cast<const char*>(file.bytes().data());
  std::string input(bytes, file.bytes().size());
  if (is_hexadecimal(input)) return about(xla::from_hex(input), input);
  return input;
}

/// Tuples too, which have no map.
bool is_shape_only_respelt(const ConvertRequest& request) {
  if (request.padded || request.dtype || request.tensor ||
      !is_spelling_of_xla(target_of(request))) {
    return false;
  }
  if (request.notation) return *request.notation == "xla";
  const auto notation = bridge::detect(request.layout);
  return notation && *notation == bridge::Notation::kXla;
}

/// What needs no map: a protocol buffer, a layout without a shape, a sharding, XLA's own words.
Step<std::optional<XlaValue>> read_without_map(const ConvertRequest& request) {
  if (reads_wire(request)) {
    TILEGLOT_STEP(bytes, wire_bytes(request.layout));
    TILEGLOT_STEP(value, about(read_xla_wire(bytes, request.message), {}));
    return std::optional(value);
  }
  const bool is_linear = bridge::detect(request.layout) == bridge::Notation::kLinear;
  const auto bare =
      request.notation || is_linear ? std::nullopt : read_bare_xla_text(request.layout);
  if (!bare && is_shape_only_respelt(request)) {
    TILEGLOT_STEP(shape, about(xla::parse_valid_shape(request.layout), request.layout));
    return std::optional<XlaValue>(shape);
  }
  if (!bare) return std::optional<XlaValue>();
  TILEGLOT_STEP(value, about(*bare, request.layout));
  return std::optional(value);
}

Reply spelled(const ConvertRequest& request, const XlaValue& value, const std::string& target) {
  if (request.binary) return Answer{.text = wire_of(value), .json = {{"to", target}}};
  TILEGLOT_STEP(text, about(write_xla_value(value, target), request.layout));
  return one(request, target, text);
}

/// The text of a value that was read in another spelling, or the request's own.
std::string layout_text(const ConvertRequest& request, const std::optional<XlaValue>& value) {
  if (!value) return request.layout;
  return std::visit([](const auto& v) { return xla::print(v); }, *value);
}

Step<Source> read_source(const ConvertRequest& request, const std::optional<XlaValue>& value) {
  const std::string text = layout_text(request, value);
  TILEGLOT_STEP(tensor, read_tensor(request.tensor));
  TILEGLOT_STEP(layout, read_layout(text, request.notation, tensor));
  TILEGLOT_STEP(type, agreed_type(layout, request.dtype, tensor));
  TILEGLOT_STEP(map, about(bridge::to_map(layout), text));
  if (!request.padded) return Source{layout, map, type, request.spelling};
  TILEGLOT_STEP(padded, about(bridge::pad_to_boundaries(map), text));
  return Source{layout, padded, type, request.spelling};
}

}  // namespace

Reply convert(const ConvertRequest& request) {
  const std::string target = target_of(request);
  if (auto known = check_target(target); !known) return refuse(known.error());
  if (request.binary && target != "wire") return refuse(nothing_binary(target));
  TILEGLOT_STEP(value, read_without_map(request));
  if (value && is_spelling_of_xla(target) && !request.tensor)
    return spelled(request, *value, target);
  TILEGLOT_STEP(source, read_source(request, value));
  if (target == "all") return all(source, request.padded);
  if (request.binary) {
    TILEGLOT_STEP(shape, about(to_xla_shape(source, request.padded), {}));
    return Answer{.text = wire_of(shape), .json = {{"to", target}}};
  }
  TILEGLOT_STEP(text, about(write(source, target, request.padded), {}));
  return one(request, target, text);
}

}  // namespace tileglot::api
