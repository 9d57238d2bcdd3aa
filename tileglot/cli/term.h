// SPDX-License-Identifier: Apache-2.0
// term.h: a word that a command understands in its arguments, such as an operation of eval.
#pragma once

#include <string>

namespace tileglot::cli {

struct Term {
  std::string word = {};
  std::string what = {};
};

}  // namespace tileglot::cli
