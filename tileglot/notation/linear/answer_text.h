// SPDX-License-Identifier: Apache-2.0
// answer_text.h: results of operations on linear layouts as text, for tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

/// Parses a text that is known to be a layout.
Layout layout_of(std::string_view text);

/// The layout's text, or the error code.
std::string answer_text(const core::Result<Layout>& result);
/// The layout's text, or "none".
std::string answer_text(const std::optional<Layout>& layout);

}  // namespace tileglot::notation::linear
