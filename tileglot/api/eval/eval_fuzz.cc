// SPDX-License-Identifier: Apache-2.0
// Every line gets one line of JSON back, and every expression a reply, whatever they contain.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/convert/index.h"
#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace api = tileglot::api;
namespace core = tileglot::core;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const api::EvalOptions options{.via = api::Via::kMap, .values = 16};
  const api::Json answer = api::Json::parse(api::evaluate_line(text, options), nullptr, false);
  if (answer.is_discarded() || !answer.contains("ok")) std::abort();
  const api::Reply reply = api::evaluate_expression(text, options);
  if (!reply && core::render(reply.error()).empty()) std::abort();
  // A layout, a blank line, a coordinate.
  const std::size_t cut = text.find("\n\n");
  if (cut == std::string::npos) return 0;
  const api::Reply place = api::index(
      {.layout = text.substr(0, cut), .places = {text.substr(cut + 2)}, .explain = true});
  if (!place && core::render(place.error()).empty()) std::abort();
  const api::Reply other =
      api::convert({.layout = text.substr(0, cut), .to = "all", .dtype = "f32"});
  if (!other && core::render(other.error()).empty()) std::abort();
  return 0;
}
