// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/detail/number_list.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/limits.h"

namespace tileglot::notation::strided::detail {

core::Result<std::vector<std::int64_t>> read_numbers(core::Scanner& scanner, std::string_view what,
                                                     std::string_view close) {
  std::vector<std::int64_t> numbers;
  while (!scanner.accept(close)) {
    if (numbers.size() == kMaxRank) {
      return core::fail({.code = "strided.limit",
                         .message = fmt::format("more than {} numbers in one list", kMaxRank),
                         .span = scanner.here()});
    }
    TILEGLOT_TRY(number, scanner.integer(what));
    numbers.push_back(number);
    if (scanner.accept(",")) continue;
    TILEGLOT_TRY_STATUS(scanner.expect(close, fmt::format("or ',' after {}", what)));
    break;
  }
  return numbers;
}

core::Status expect_end(core::Scanner& scanner, std::string_view what) {
  if (scanner.at_end()) return {};
  return core::fail({.code = "scan.trailing",
                     .message = fmt::format("{} ends before {}", what, scanner.found()),
                     .span = scanner.here()});
}

}  // namespace tileglot::notation::strided::detail
