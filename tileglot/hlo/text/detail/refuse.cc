// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/refuse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"

namespace tileglot::hlo {

tl::unexpected<core::Error> beyond_limit(std::string_view what, std::size_t limit,
                                         core::Span span) {
  return core::fail({.code = "hlo.limit",
                     .message = fmt::format("the text has more than {} {}", limit, what),
                     .span = span,
                     .help = "no real module comes near; split it"});
}

std::string guess_and_list(std::string_view word, std::span<const std::string_view> allowed) {
  const std::string guess = core::did_you_mean(word, allowed);
  const std::string list = fmt::format("allowed here: {}", fmt::join(allowed, ", "));
  return guess.empty() ? list : guess + " " + list;
}

}  // namespace tileglot::hlo
