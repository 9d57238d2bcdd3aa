// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/convert/target.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/thread_value.h"
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
#include "tileglot/notation/xla/validate/validate.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/read_layout.h"
#include "tileglot/value/xla.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using bridge::Notation;

/// The notation that the text begins like, whatever the user named.
using Detected = core::Result<Notation>;

/// Returns whether a text is hexadecimal. The raw bytes of a protocol buffer never are: the types
/// of a shape, the order of a layout and the kind of a sharding begin with control characters.
bool is_hexadecimal(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isxdigit(c) != 0 || c == ' ' || c == '\n';
  });
}

core::Result<std::string> wire_bytes(const ConvertRequest& request) {
  if (request.layout != "-") return core::with_line(xla::from_hex(request.layout), request.layout);
  if (!request.read_input) {
    return core::fail({.code = "io.empty", .message = "there is no standard input here"});
  }
  TILEGLOT_TRY(input, request.read_input());
  if (is_hexadecimal(input)) return core::with_line(xla::from_hex(input), input);
  return std::move(input);
}

/// True for a target that is another spelling of an XLA value.
bool is_respelled(const ConvertRequest& request, std::string_view target) {
  return is_spelling_of_xla(target) && !request.tensor;
}

/// True for tuples too, which have no map.
bool is_shape_only_respelled(const ConvertRequest& request, std::string_view target,
                             const Detected& detected) {
  if (request.padded || request.dtype || !is_respelled(request, target)) return false;
  return request.notation ? *request.notation == "xla" : detected == Notation::kXla;
}

/// Reads what needs no map: a protocol buffer, a layout without a shape, a sharding, XLA's text.
core::Result<std::optional<value::XlaValue>> read_without_map(const ConvertRequest& request,
                                                              std::string_view target,
                                                              const Detected& detected) {
  if (reads_wire(request)) {
    TILEGLOT_TRY(bytes, wire_bytes(request));
    TILEGLOT_TRY(value, value::read_xla_wire(bytes, request.message));
    return std::optional(value);
  }
  const bool may_be_bare = !request.notation && detected != Notation::kLinear;
  if (const auto bare = may_be_bare ? value::read_bare_xla_text(request.layout) : std::nullopt) {
    TILEGLOT_TRY(value, core::with_line(*bare, request.layout));
    return std::optional(value);
  }
  if (!is_shape_only_respelled(request, target, detected)) return std::optional<value::XlaValue>();
  TILEGLOT_TRY(shape, core::with_line(xla::parse_valid_shape(request.layout), request.layout));
  return std::optional<value::XlaValue>(shape);
}

/// The array that a shape, or a layout alone with a tensor, describes. Nothing where it is at
/// fault, or where the tensor may contradict a shape.
std::optional<xla::Shape> array_of(const value::XlaValue& value,
                                   const std::optional<bridge::Tensor>& tensor) {
  std::optional<xla::Shape> array;
  if (const auto* shape = std::get_if<xla::Shape>(&value); shape != nullptr && !tensor) {
    if (!xla::is_array(*shape)) return std::nullopt;
    array = *shape;
    array->layout = xla::layout_or_default(*shape);
  }
  if (const auto* layout = std::get_if<xla::Layout>(&value); layout != nullptr && tensor) {
    const auto of_tensor = bridge::xla_array(*tensor);
    if (!of_tensor) return std::nullopt;
    array = *of_tensor;
    array->layout = *layout;
  }
  return array && xla::validate(*array) ? array : std::nullopt;
}

/// The layout that the text states or, where it is `value`, describes.
core::Result<bridge::AnyLayout> layout_of(const ConvertRequest& request,
                                          const std::optional<value::XlaValue>& value,
                                          const std::optional<bridge::Tensor>& tensor,
                                          value::Modes modes, const Detected& detected) {
  if (!value) {
    return value::read_layout(request.layout, request.notation, tensor, request.dtype, modes,
                              detected ? std::optional(*detected) : std::nullopt);
  }
  const bool is_xla = request.notation.value_or("xla") == "xla";
  if (const auto array = is_xla ? array_of(*value, tensor) : std::nullopt) return *array;
  // Only the parser can place a fault, so it reads the value's text.
  const std::string text = std::visit([](const auto& v) { return xla::print(v); }, *value);
  return value::read_layout(text, request.notation, tensor, request.dtype, modes);
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
  if (bridge::notation_of(layout) == Notation::kLinear) return layout;
  return core::fail(
      {.code = "convert.convention",
       .message = fmt::format("{} has no thread or value modes", bridge::print(layout)),
       .help = "--convention tv is for CuTe layouts and linear layouts"});
}

/// A CuTe layout of threads and values does not say which tensor they are from.
std::string threads_note(bool has_tensor) {
  const std::string read =
      "read as (thread, value): thread = lane + lanes*warp, value = register\n";
  if (has_tensor) return read;
  return read +
         "dim0 is the column-major index of the tensor; -t 'tensor<16x32xf16>' says its "
         "dimensions\n";
}

/// BA16a16b is a tag of oneDNN, and TVM's axes in another order.
std::string notation_note(const ConvertRequest& request, const Detected& detected) {
  const bool is_onednn = !request.notation && detected == Notation::kOnednn;
  if (!is_onednn || !notation::strided::looks_like_tvm(request.layout)) return "";
  return "read as oneDNN; --from-notation tvm reads TVM's axes\n";
}

}  // namespace

std::string Reading::notes(std::string_view target) const {
  std::string notes = target == "cute" ? "" : threads_note;
  // For readers who know only one order.
  if (target == "jax" || is_jax)
    notes += "JAX lists the dimensions from major to minor, XLA from minor to major\n";
  return notes + notation_note;
}

bool reads_wire(const ConvertRequest& request) {
  return request.wire && (request.layout == "-" || is_hexadecimal(request.layout));
}

core::Result<Reading> reading_of(const ConvertRequest& request, std::string_view target) {
  const Detected detected = bridge::detect(request.layout);
  Reading reading{.notation_note = notation_note(request, detected),
                  .is_jax = xla::looks_like_jax_layout(request.layout)};
  TILEGLOT_TRY(value, read_without_map(request, target, detected));
  if (value && is_respelled(request, target)) {
    reading.value = *value;
    return reading;
  }
  TILEGLOT_TRY(convention, convention_named(request.convention));
  TILEGLOT_TRY(tensor, value::read_tensor(request.tensor));
  const bool as_threads = convention == Convention::kThreadValue;
  TILEGLOT_TRY(
      layout,
      layout_of(request, value, tensor,
                as_threads ? value::Modes::kThreadValue : value::Modes::kDimensions, detected));
  TILEGLOT_TRY(type, value::agreed_type(layout, request.dtype, tensor));
  reading.value = layout;
  reading.type = type;
  reading.convention = convention;
  if (!as_threads) return reading;
  TILEGLOT_TRY(threads, read_threads(layout, tensor));
  reading.value = threads;
  if (detected == Notation::kCute) reading.threads_note = threads_note(tensor.has_value());
  return reading;
}

}  // namespace tileglot::api
