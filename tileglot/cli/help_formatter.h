// SPDX-License-Identifier: Apache-2.0
// help_formatter.h: help whose words are the same each time.
//
// What     help_formatter() lists the options that an option needs and excludes by name.
// Why      CLI11 keeps them in a set of pointers, so that their order depends on addresses.
// Example  --sharded Excludes: --partitions --replicas
//          [tests: cli/arguments_test.cc, "what an option excludes is in order"]
#pragma once

#include <memory>

#include <CLI/CLI.hpp>

namespace tileglot::cli {

std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace tileglot::cli
