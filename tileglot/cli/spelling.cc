// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/spelling.h"

#include <string_view>

#include "tileglot/api/eval/eval.h"

namespace tileglot::cli {

api::Spelling spelling_named(std::string_view name) {
  if (name == "pycute") return api::Spelling::kPycute;
  if (name == "dsl") return api::Spelling::kDsl;
  return name == "cute-cpp" ? api::Spelling::kCuteCpp : api::Spelling::kCanonical;
}

}  // namespace tileglot::cli
