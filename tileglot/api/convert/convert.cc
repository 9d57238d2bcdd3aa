// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/convert.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/api/convert/all.h"
#include "tileglot/api/convert/reading.h"
#include "tileglot/api/convert/target.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/core/error.h"
#include "tileglot/value/xla.h"

namespace tileglot::api {
namespace {

std::string with_newline(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

Answer one(const ConvertRequest& request, const std::string& target, const Reading& reading,
           Written written) {
  written.note += reading.notes(target);
  Answer answer{.text = with_newline(written.text),
                .json = {{"to", target},
                         {"text", std::move(written.text)},
                         {"domain", request.padded ? "padded" : "exact"}},
                .note = (request.padded ? "on the padded domain\n" : "") + written.note};
  add_note(answer.json, std::move(written.note));
  return answer;
}

std::string target_of(const ConvertRequest& request) {
  if (!request.to.empty()) return request.to;
  return request.wire && !reads_wire(request) ? "wire" : "xla";
}

core::Error nothing_binary(const std::string& target) {
  return {{.code = "convert.binary",
           .message = fmt::format("--binary is for protocol buffers, and {} is a text", target),
           .help = "add --to wire"}};
}

Reply respelled(const ConvertRequest& request, const std::string& target, const Reading& reading,
                const value::XlaValue& value) {
  if (request.binary) return Answer{.text = value::wire_of(value), .json = {{"to", target}}};
  TILEGLOT_TRY(text, value::write_xla_value(value, target));
  return one(request, target, reading, Written{text});
}

core::Result<Source> source_of(const ConvertRequest& request, const Reading& reading) {
  const auto& layout = std::get<bridge::AnyLayout>(reading.value);
  TILEGLOT_TRY(map, bridge::to_map(layout));
  if (request.padded) {
    TILEGLOT_TRY(padded, bridge::pad_to_boundaries(map));
    map = padded;
  }
  return Source{layout, map, reading.type, request.spelling, request.padded, reading.convention};
}

}  // namespace

Reply convert(const ConvertRequest& request) {
  const std::string target = target_of(request);
  if (auto known = check_target(target); !known) return core::fail(known.error());
  if (request.binary && target != "wire") return core::fail(nothing_binary(target));
  TILEGLOT_TRY(reading, reading_of(request, target));
  if (const auto* value = std::get_if<value::XlaValue>(&reading.value))
    return respelled(request, target, reading, *value);
  TILEGLOT_TRY(source, source_of(request, reading));
  if (target == "all") return convert_to_all(source, reading, request.terminal);
  if (request.binary) {
    TILEGLOT_TRY(shape, to_xla_shape(source));
    return Answer{.text = value::wire_of(shape), .json = {{"to", target}}};
  }
  TILEGLOT_TRY(written, write(source, target));
  return one(request, target, reading, std::move(written));
}

}  // namespace tileglot::api
