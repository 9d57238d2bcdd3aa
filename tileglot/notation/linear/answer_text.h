// SPDX-License-Identifier: Apache-2.0
// answer_text.h: what an operation on linear layouts answers, as a text for tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

/// The layout of a text that is one.
Layout layout_of(std::string_view text);

/// The layout as its text, or the code of the refusal.
std::string answer_text(const core::Result<Layout>& result);
/// The layout as its text, or "none".
std::string answer_text(const std::optional<Layout>& layout);

}  // namespace tileglot::notation::linear
