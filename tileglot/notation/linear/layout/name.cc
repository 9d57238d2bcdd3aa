// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/name.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"

namespace tileglot::notation::linear {

core::Result<Name> name_of(std::string_view text, std::optional<core::Span> span) {
  core::Scanner scanner(text);
  const bool is_word = scanner.name().size() == text.size() && !text.empty();
  if (is_word && text.size() <= Name::kMaxBytes) return Name(text);
  return core::fail(
      {.code = "linear.name",
       .message = fmt::format("'{}' is not a name of a dimension", text.substr(0, 64)),
       .span = span,
       .help = fmt::format("a name is a word of letters, digits and underscores, at "
                           "most {} bytes long",
                           Name::kMaxBytes)});
}

Name standard_out(std::size_t k) { return Name(fmt::format("dim{}", k)); }

}  // namespace tileglot::notation::linear
