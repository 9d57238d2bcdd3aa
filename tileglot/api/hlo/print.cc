// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/print.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::api {
namespace {

constexpr std::array<std::string_view, 3> kStyles{"full", "xla", "short"};
constexpr std::array kPrinted{hlo::PrintStyle::kFull, hlo::PrintStyle::kXla,
                              hlo::PrintStyle::kShort};

core::Result<hlo::PrintStyle> style_named(std::string_view name) {
  for (std::size_t i = 0; i < kStyles.size(); ++i) {
    if (kStyles[i] == name) return kPrinted[i];
  }
  const std::string guess = core::did_you_mean(name, kStyles);
  return core::fail({.code = "hlo.style",
                     .message = fmt::format("a module is not printed in the style '{}'", name),
                     .help = guess.empty() ? "write full, xla or short" : guess});
}

}  // namespace

core::Status check_options(const HloPrintRequest& request) {
  TILEGLOT_TRY_STATUS(style_named(request.style));
  return {};
}

Reply hlo_print(const HloPrintRequest& request) {
  TILEGLOT_TRY(style, style_named(request.style));
  TILEGLOT_TRY(module, parse_hlo(request.module, request.lenient));
  const std::string text = print(module, style);
  return Answer{.text = text, .json = {{"text", text}}};
}

}  // namespace tileglot::api
