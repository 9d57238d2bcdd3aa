// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/parse.h"

#include <fmt/format.h>

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/sharding/detail/reader.h"
#include "tileglot/notation/xla/text/detail/shape_reader.h"

namespace tileglot::notation::xla {

using core::fail;
using core::Result;

Result<Sharding> parse_sharding_at(core::Scanner& scanner) {
  return ShardingReader(scanner).sharding();
}

Result<Sharding> parse_sharding(std::string_view text) {
  if (text.size() > kMaxTextBytes) {
    return fail(
        limit_error("bytes of text", kMaxTextBytes, core::Span{kMaxTextBytes, kMaxTextBytes + 1}));
  }
  core::Scanner scanner(text);
  auto read = parse_sharding_at(scanner);
  if (!read || scanner.at_end()) return read;
  return fail({.code = "xla.trailing",
               .message = fmt::format("nothing may follow the sharding, found {}", scanner.found()),
               .span = scanner.here(),
               .help = "write a tuple of shardings in braces: {{replicated}, {manual}}"});
}

}  // namespace tileglot::notation::xla
