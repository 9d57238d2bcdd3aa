// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/parse.h"

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/detail/reader.h"

namespace tileglot::hlo {

core::Result<Module> parse_module(std::string_view text, ParseOptions options) {
  return Reader(text, options).read();
}

}  // namespace tileglot::hlo
