// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/notation_option.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "tileglot/api/convert/offered_words.h"
#include "tileglot/cli/commands.h"

namespace tileglot::cli {

void add_notation(CLI::App& command, Fields& fields, std::optional<std::string>& notation,
                  std::optional<std::string>& tensor) {
  CLI::Option* const option = command.add_option(
      "--from-notation", notation,
      fmt::format("read layouts as {}, whatever they look like", listed(api::notation_names())));
  fields.offers[option] = api::notation_names();
  command.add_option("-t,--tensor", tensor,
                     "the tensor of a layout without a shape: tensor<16x32xf16>, f16[16,32]");
}

}  // namespace tileglot::cli
