// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/answer_text.h"

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {

Layout layout_of(std::string_view text) { return parse(text).value(); }

std::string answer_text(const core::Result<Layout>& result) {
  return result ? print(*result) : result.error()->code;
}

std::string answer_text(const std::optional<Layout>& layout) {
  return layout ? print(*layout) : "none";
}

}  // namespace tileglot::notation::linear
