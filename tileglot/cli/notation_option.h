// SPDX-License-Identifier: Apache-2.0
// notation_option.h: how a layout's text is read: --from-notation and --tensor.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {

/// Help text of an argument that is a layout.
inline constexpr const char* kLayoutHelp =
    "XLA shape, CuTe layout, linear layout or attribute of Triton, strides, tag, memref";

void add_notation(CLI::App& command, Fields& fields, std::optional<std::string>& notation,
                  std::optional<std::string>& tensor);

}  // namespace tileglot::cli
