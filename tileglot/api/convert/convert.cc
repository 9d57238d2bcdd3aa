// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/convert.h"

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
#include <vector>

#include "tileglot/api/convert/all.h"
#include "tileglot/api/convert/target.h"
#include "tileglot/api/input/read_layout.h"
#include "tileglot/api/input/tensor_file.h"
#include "tileglot/api/input/xla_value.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/thread_value.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/strided/tvm.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/text/jax_layout.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/wire/hex.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;

std::string with_newline(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

/// A note for readers who know only one order.
std::string order_note(std::string_view target, std::string_view layout) {
  if (target != "jax" && !xla::looks_like_jax_layout(layout)) return "";
  return "JAX lists the dimensions from major to minor, XLA from minor to major\n";
}

/// BA16a16b is a tag of oneDNN, and TVM's axes in another order.
std::string spelling_note(const ConvertRequest& request) {
  const bool is_named = request.notation.has_value();
  if (is_named || !notation::strided::looks_like_tvm(request.layout)) return "";
  const auto notation = bridge::detect(request.layout);
  if (!notation || *notation != bridge::Notation::kOnednn) return "";
  return "read as oneDNN; --from-notation tvm reads TVM's axes\n";
}

Answer one(const ConvertRequest& request, const std::string& target, Written written) {
  written.note += order_note(target, request.layout) + spelling_note(request);
  Answer answer{.text = with_newline(written.text),
                .json = {{"to", target},
                         {"text", std::move(written.text)},
                         {"domain", request.padded ? "padded" : "exact"}},
                .note = (request.padded ? "on the padded domain\n" : "") + written.note};
  add_note(answer.json, std::move(written.note));
  return answer;
}

/// How threads and values were read, for a target that does not express it as CuTe does.
std::string held_note(std::string_view target, const std::string& read_as) {
  return target == "cute" ? "" : read_as;
}

/// Returns whether a text is hexadecimal. The raw bytes of a protocol buffer never are: the types
/// of a shape, the order of a layout and the kind of a sharding begin with control characters.
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
  return {{.code = "convert.binary",
           .message = fmt::format("--binary is for protocol buffers, and {} is a text", target),
           .help = "add --to wire"}};
}

core::Result<std::string> wire_bytes(const std::string& layout) {
  if (layout != "-") return core::with_line(xla::from_hex(layout), layout);
  TILEGLOT_TRY(file, open_input(layout));
  const auto* bytes = reinterpret_cast<const char*>(file.bytes().data());
  std::string input(bytes, file.bytes().size());
  if (is_hexadecimal(input)) return core::with_line(xla::from_hex(input), input);
  return input;
}

/// True for tuples too, which have no map.
bool is_shape_only_respelt(const ConvertRequest& request) {
  if (request.padded || request.dtype || request.tensor ||
      !is_spelling_of_xla(target_of(request))) {
    return false;
  }
  if (request.notation) return *request.notation == "xla";
  const auto notation = bridge::detect(request.layout);
  return notation && *notation == bridge::Notation::kXla;
}

/// Reads what needs no map: a protocol buffer, a layout without a shape, a sharding, XLA's text.
core::Result<std::optional<XlaValue>> read_without_map(const ConvertRequest& request) {
  if (reads_wire(request)) {
    TILEGLOT_TRY(bytes, wire_bytes(request.layout));
    TILEGLOT_TRY(value, read_xla_wire(bytes, request.message));
    return std::optional(value);
  }
  const bool is_linear = bridge::detect(request.layout) == bridge::Notation::kLinear;
  const auto bare =
      request.notation || is_linear ? std::nullopt : read_bare_xla_text(request.layout);
  if (!bare && is_shape_only_respelt(request)) {
    TILEGLOT_TRY(shape, core::with_line(xla::parse_valid_shape(request.layout), request.layout));
    return std::optional<XlaValue>(shape);
  }
  if (!bare) return std::optional<XlaValue>();
  TILEGLOT_TRY(value, core::with_line(*bare, request.layout));
  return std::optional(value);
}

Reply spelled(const ConvertRequest& request, const XlaValue& value, const std::string& target) {
  if (request.binary) return Answer{.text = wire_of(value), .json = {{"to", target}}};
  TILEGLOT_TRY(text, core::with_line(write_xla_value(value, target), request.layout));
  return one(request, target, Written{text});
}

/// The text of a value read in another spelling, or the request's own.
std::string layout_text(const ConvertRequest& request, const std::optional<XlaValue>& value) {
  if (!value) return request.layout;
  return std::visit([](const auto& v) { return xla::print(v); }, *value);
}

/// A CuTe layout of (thread, value) as the distributed layout that it denotes.
core::Result<bridge::AnyLayout> read_threads(const bridge::AnyLayout& layout,
                                             const std::optional<bridge::Tensor>& tensor) {
  using notation::cute::CuteLayout;
  const auto extents = tensor ? std::optional(tensor->extents) : std::nullopt;
  if (const auto* plain = std::get_if<notation::cute::Layout<>>(&layout))
    return bridge::from_thread_value(CuteLayout(*plain), extents);
  if (const auto* composed = std::get_if<notation::cute::ComposedLayout>(&layout))
    return bridge::from_thread_value(CuteLayout(*composed), extents);
  if (bridge::notation_of(layout) == bridge::Notation::kLinear) return layout;
  return core::fail(
      {.code = "convert.convention",
       .message = fmt::format("{} has no thread or value modes", bridge::print(layout)),
       .help = "--convention tv is for CuTe layouts and linear layouts"});
}

core::Result<Source> read_source(const ConvertRequest& request,
                                 const std::optional<XlaValue>& value) {
  const std::string text = layout_text(request, value);
  TILEGLOT_TRY(convention, convention_named(request.convention));
  TILEGLOT_TRY(tensor, read_tensor(request.tensor));
  const bool is_held = convention == Convention::kThreadValue;
  TILEGLOT_TRY(layout, read_layout(text, request.notation, tensor, request.dtype,
                                   is_held ? Modes::kThreadValue : Modes::kDimensions));
  TILEGLOT_TRY(type, agreed_type(layout, request.dtype, tensor));
  if (convention == Convention::kThreadValue) {
    TILEGLOT_TRY(held, core::with_line(read_threads(layout, tensor), text));
    layout = held;
  }
  TILEGLOT_TRY(map, core::with_line(bridge::to_map(layout), text));
  if (request.padded) {
    TILEGLOT_TRY(padded, core::with_line(bridge::pad_to_boundaries(map), text));
    map = padded;
  }
  return Source{layout, map, type, request.spelling, request.padded, convention};
}

/// A CuTe layout of threads and values does not say which tensor they are from.
std::string tensor_note(const ConvertRequest& request) {
  const bool is_cute = bridge::detect(request.layout) == bridge::Notation::kCute;
  if (request.convention != "tv" || !is_cute) return "";
  const std::string read =
      "read as (thread, value): thread = lane + lanes*warp, value = register\n";
  if (request.tensor) return read;
  return read +
         "dim0 is the column-major index of the tensor; -t 'tensor<16x32xf16>' says its "
         "dimensions\n";
}

}  // namespace

Reply convert(const ConvertRequest& request) {
  const std::string target = target_of(request);
  if (auto known = check_target(target); !known) return core::fail(known.error());
  if (request.binary && target != "wire") return core::fail(nothing_binary(target));
  TILEGLOT_TRY(value, read_without_map(request));
  if (value && is_spelling_of_xla(target) && !request.tensor)
    return spelled(request, *value, target);
  TILEGLOT_TRY(source, read_source(request, value));
  if (target == "all") {
    return convert_to_all(source, tensor_note(request), spelling_note(request), request.terminal);
  }
  if (request.binary) {
    TILEGLOT_TRY(shape, to_xla_shape(source));
    return Answer{.text = wire_of(shape), .json = {{"to", target}}};
  }
  TILEGLOT_TRY(written, write(source, target));
  written.note += held_note(target, tensor_note(request));
  return one(request, target, written);
}

}  // namespace tileglot::api
