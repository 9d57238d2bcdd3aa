// SPDX-License-Identifier: Apache-2.0
// refuse.h: errors that several constructs of HLO text share.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::hlo {

/// hlo.limit: more than `limit` of `what`.
tl::unexpected<core::Error> beyond_limit(std::string_view what, std::size_t limit, core::Span span);

/// "did you mean 'x'? allowed here: a, b, c"
std::string guess_and_list(std::string_view word, std::span<const std::string_view> allowed);

}  // namespace tileglot::hlo
